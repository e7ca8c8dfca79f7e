import { expect, it } from 'vitest';

import { measureUpdates } from '../../bench/updates/measure-updates.ts';
import { createMemory } from '../../src/index.js';

it('shows the current value first, no value that holds no more, and retires none that holds', async () => {
  const { count, currentFirstPercent, failures } = await measureUpdates(() =>
    createMemory({ path: ':memory:' }),
  );
  expect(count.cases).toBeGreaterThanOrEqual(300);
  expect(count.otherWording).toBeGreaterThanOrEqual(count.cases / 2);
  expect(failures.filter(({ stale, retired }) => stale + retired > 0)).toEqual([]);
  expect(currentFirstPercent).toBeGreaterThanOrEqual(99);
});

it('does so for nearly all of what others worded, and helped to improve', async () => {
  const { count, currentFirstPercent } = await measureUpdates(
    () => createMemory({ path: ':memory:' }),
    ['everyday', 'drafted'],
  );
  expect(count.cases).toBeGreaterThanOrEqual(300);
  expect(currentFirstPercent).toBeGreaterThanOrEqual(99);
  expect(count.stale).toBe(0);
  expect(count.wronglyRetired).toBe(0);
});

it('leaves what holds for another owner, place or time, and what only seems to change it', async () => {
  const { count } = await measureUpdates(() => createMemory({ path: ':memory:' }), ['apart']);
  expect(count.cases).toBe(100);
  expect(count.hidden).toBeLessThanOrEqual(2);
  expect(count.marksOnSound).toBeLessThanOrEqual(1);
  expect(count.wronglyRetired).toBe(0);
  expect(count.currentFirst).toBeGreaterThanOrEqual(86);
});

it('retires nothing that holds in the wording of a stranger', async () => {
  const { count, currentFirstPercent } = await measureUpdates(
    () => createMemory({ path: ':memory:' }),
    ['reporting'],
  );
  expect(count.cases).toBeGreaterThanOrEqual(150);
  expect(currentFirstPercent).toBeGreaterThanOrEqual(70);
  expect(count.stale).toBeLessThanOrEqual(62);
  expect(count.stale - count.marked).toBeLessThanOrEqual(45);
  expect(count.wronglyRetired).toBe(0);
});
