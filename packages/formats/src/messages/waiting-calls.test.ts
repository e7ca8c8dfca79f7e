import { growthOf } from '@everlong/testing';
import { expect, it } from 'vitest';

import { createWaitingCalls } from './waiting-calls.js';

it('takes the oldest call, or the oldest of a tool, and each once', () => {
  const calls = createWaitingCalls();
  calls.add('a', 'read');
  calls.add('b', 'write');
  calls.add('c', 'read');
  calls.add('d', 'write');
  calls.delete('b');
  expect(calls.take('write')).toBe('d');
  expect(calls.take('write')).toBeUndefined();
  expect(calls.take(undefined)).toBe('a');
  expect(calls.take('read')).toBe('c');
  expect(calls.take(undefined)).toBeUndefined();
});

it('takes as long for many calls that are never answered', () => {
  const growth = growthOf(40_000, (size) => {
    const calls = createWaitingCalls();
    for (let call = 0; call < size; call++) calls.add(`call_${call}`, 'read');
    for (let call = 0; call < size; call++) calls.take('write');
  });
  expect(growth).toBeLessThan(3);
});
