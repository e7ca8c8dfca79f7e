import type { ContextState } from '@everlong/core';
import { expect, test } from 'vitest';

import { stateAt } from '../../test/support/states.js';
import { percentOf, readGauge } from './gauge.js';

test.each([
  [0, 0, 0, 'normal'],
  [0.29, 0.29, 29, 'normal'],
  [0.7999, 0.7999, 79, 'soft'],
  [0.99999, 0.99999, 99, 'hard'],
  [1, 1, 100, 'hard'],
  [1.5, 1, 150, 'over'],
])('a ratio of %d fills %d and reads %d percent', (ratio, share, percent, level) => {
  const gauge = readGauge({ ...stateAt(ratio), ratio });
  expect(gauge).toMatchObject({ percent, level });
  expect(gauge.share).toBeCloseTo(share, 4);
});

test.each([undefined, null, { ratio: Number.NaN }, { ratio: Infinity }, { ratio: -0.1 }, {}])(
  '%o is unknown',
  (changes) => {
    const state = changes && ({ ...stateAt(0.5), ratio: undefined, ...changes } as ContextState);
    expect(readGauge(state)).toEqual({ level: 'unknown', share: 0, percent: undefined, marks: [] });
  },
);

test('over is a level of its own, whatever the state calls it', () => {
  expect(readGauge({ ...stateAt(1.2), level: 'normal' }).level).toBe('over');
});

test('marks are where triggers fire; what watches something else has none', () => {
  expect(readGauge(stateAt(0.5)).marks).toEqual([
    { name: 'soft threshold', share: expect.closeTo(0.75, 3) as number, percent: 75 },
    { name: 'hard threshold', share: expect.closeTo(0.9, 3) as number, percent: 90 },
  ]);
});

test('percents are never rounded up to a limit', () => {
  expect([0.999, 0.9999999, 1, 1.006, 0.005, 0.29].map(percentOf)).toEqual([
    99, 99, 100, 101, 0, 29,
  ]);
});
