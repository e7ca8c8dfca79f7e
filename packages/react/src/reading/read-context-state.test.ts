import { expect, test } from 'vitest';

import { stateAt } from '../../test/support/states.js';
import { readContextState } from './read-context-state.js';

const part = (ratio: number) => ({
  type: 'data-context-state',
  id: 'context-state',
  data: stateAt(ratio),
});

test('the newest message that says anything', () => {
  const messages = [
    { role: 'assistant', metadata: { context: stateAt(0.1), usage: {} }, parts: [] },
    { role: 'assistant', metadata: { context: stateAt(0.2), usage: {} }, parts: [part(0.15)] },
    { role: 'user', parts: [] },
  ];
  expect(readContextState(messages)?.ratio).toBeCloseTo(0.2, 4);
  expect(readContextState([])).toBeUndefined();
  expect(readContextState([null, 'x', { metadata: 1, parts: 2 }])).toBeUndefined();
});

test('while an answer streams, its part is newer than the metadata of its start', () => {
  const streaming = { metadata: { context: stateAt(0.1) }, parts: [part(0.3), part(0.4)] };
  expect(readContextState([streaming])?.ratio).toBeCloseTo(0.4, 4);
  expect(readContextState([{ parts: [part(0.3)] }])?.ratio).toBeCloseTo(0.3, 4);
});

test('after the end of an answer, a part is newer only if an epoch began', () => {
  const at = (epoch: number) => ({ ...part(0.3), data: stateAt(0.3, { epoch }) });
  const metadata = { context: stateAt(0.9, { epoch: 1 }), usage: {} };
  expect(readContextState([{ metadata, parts: [at(1)] }])?.ratio).toBeCloseTo(0.9, 4);
  expect(readContextState([{ metadata, parts: [at(2)] }])?.ratio).toBeCloseTo(0.3, 4);
});

test('the state of a createContextManager: its total, and no sums of what was billed', () => {
  const context = {
    totalInputTokens: 900_000,
    totalTokens: 950_000,
    estimatedContextSize: 45_000,
    maxTokens: 128_000,
    usageRatio: 45_000 / 128_000,
    softThresholdExceeded: false,
    hardThresholdExceeded: false,
    summaryCount: 2,
  };
  expect(readContextState([{ metadata: { context } }])).toMatchObject({
    used: { total: 45_000 },
    inputBudget: 128_000,
    level: 'normal',
    epoch: 2,
  });
  const full = { ...context, usageRatio: 1.2, hardThresholdExceeded: true };
  expect(readContextState([{ metadata: { context: full } }])?.level).toBe('over');
});

test('what a stored message holds is made fit to show, and what is fit is left alone', () => {
  const sound = stateAt(0.5);
  const read = (changes: object) =>
    readContextState([{ metadata: { context: { ...sound, ...changes } } }]);
  const context = { ...sound };
  expect(readContextState([{ metadata: { context } }])).toBe(context);
  for (const used of [null, 'x', undefined, 5]) expect(read({ used })).toBeUndefined();
  const [trigger] = sound.triggers;
  expect(read({ triggers: { a: 1 } })?.triggers).toEqual([]);
  expect(read({ triggers: [null, trigger, 5] })?.triggers).toEqual([trigger]);
  for (const next of [undefined, null, {}, { reason: {} }]) {
    expect(read({ willCompact: true, next })?.next).toEqual({ action: 'keep', reason: '' });
  }
  expect(read({ source: {} })).toMatchObject({ source: 'heuristic', ratio: sound.ratio });
});
