import type { JsonObject } from '@everlong/core';
import { expect, it } from 'vitest';

import { withHookNote } from './hook-failures.js';

const NONE: ReadonlyMap<string, string> = new Map();
const note = (name: string, value: JsonObject) => ({ type: 'note', name, value }) as const;
const failed = withHookNote(NONE, note('hook-failed', { hook: 'onRewind', problem: 'full' }));

it('takes up a failure, and drops it with a success', () => {
  expect(failed).toEqual(new Map([['onRewind', 'full']]));
  expect(withHookNote(failed, note('hook-succeeded', { hook: 'onRewind' }))).toEqual(NONE);
});

it.each([
  ['of another name', 'snapshot-step', { hook: 'onRewind', problem: 'late' }],
  ['of another hook', 'hook-succeeded', { hook: 'onCompaction' }],
  ['without a problem', 'hook-failed', { hook: 'onRewind' }],
  ['without a value', 'hook-failed', undefined as never],
  ['with null for a value', 'hook-failed', null as never],
])('is the same after a note %s', (_, name, value) => {
  expect(withHookNote(failed, note(name, value))).toBe(failed);
});
