import { sampled } from '@everlong/testing';
import { expect, it } from 'vitest';

import { buildCases } from '../../bench/updates/build-cases.ts';
import { measureCases, measureUpdates } from '../../bench/updates/measure-updates.ts';
import { createMemory } from '../../src/index.js';

const all = buildCases();

it('shows the current value first, no value that holds no more, and retires none that holds', async () => {
  const cases = all.filter(({ wording }) => ['plain', 'other', 'fresh'].includes(wording));
  expect(cases.length).toBeGreaterThanOrEqual(300);
  const otherWording = cases.filter(({ wording }) => wording !== 'plain');
  expect(otherWording.length).toBeGreaterThanOrEqual(cases.length / 2);
  const drawn = sampled(cases, 60);
  const { count, failures } = await measureCases(() => createMemory({ path: ':memory:' }), drawn);
  expect(failures.filter(({ stale, retired }) => stale + retired > 0)).toEqual([]);
  expect(drawn.length - count.currentFirst).toBeLessThanOrEqual(cases.length / 100);
});

it('does so for nearly all of what others worded, and helped to improve', async () => {
  const cases = all.filter(({ wording }) => ['everyday', 'drafted'].includes(wording));
  expect(cases.length).toBeGreaterThanOrEqual(300);
  const drawn = sampled(cases, 60);
  const { count } = await measureCases(() => createMemory({ path: ':memory:' }), drawn);
  expect(drawn.length - count.currentFirst).toBeLessThanOrEqual(cases.length / 100);
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
