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

it('does so for most of what was worded by somebody who had not seen the rules', async () => {
  const { count, currentFirstPercent } = await measureUpdates(
    () => createMemory({ path: ':memory:' }),
    ['everyday'],
  );
  expect(count.cases).toBeGreaterThanOrEqual(100);
  expect(currentFirstPercent).toBeGreaterThanOrEqual(90);
  expect(count.stale).toBeLessThanOrEqual(14);
  expect(count.wronglyRetired).toBe(0);
});
