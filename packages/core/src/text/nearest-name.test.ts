import { expect, test } from 'vitest';
import { suggestion } from './nearest-name.js';

test('a misspelt name finds the one it means', () => {
  const keys = ['min_recent_messages', 'response_reserve'];
  expect(suggestion('min_recent_mesages', keys)).toBe(' Did you mean "min_recent_messages"?');
  expect(suggestion('Replay', ['chat', 'replay'])).toBe(' Did you mean "replay"?');
});

test('a name that is near nothing finds nothing', () => {
  expect(suggestion('temperature', ['policy', 'window'])).toBe('');
});

test('of several near names the nearest one is meant', () => {
  expect(suggestion('sesion', ['sessions', 'session'])).toBe(' Did you mean "session"?');
});

test('swapped letters are one mistake', () => {
  expect(suggestion('gtp-5', ['glm-5', 'gpt-5'])).toBe(' Did you mean "gpt-5"?');
});
