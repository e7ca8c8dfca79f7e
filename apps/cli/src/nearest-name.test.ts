import { expect, test } from 'vitest';
import { nearestName, suggestion } from './nearest-name.js';

test('a misspelt name finds the one it means', () => {
  expect(nearestName('min_recent_mesages', ['min_recent_messages', 'response_reserve'])).toBe(
    'min_recent_messages',
  );
  expect(nearestName('Replay', ['replay', 'chat'])).toBe('replay');
});

test('a name that is near nothing finds nothing', () => {
  expect(nearestName('temperature', ['policy', 'window'])).toBeUndefined();
  expect(suggestion('temperature', ['policy', 'window'])).toBe('');
});

test('of several near names the nearest one is meant', () => {
  expect(suggestion('sesion', ['sessions', 'session'])).toBe(' Did you mean "session"?');
});
