import { afterEach, expect, it, vi } from 'vitest';

import { sampled } from './sampled.js';

const items = Array.from({ length: 20 }, (_, index) => index);

afterEach(() => {
  vi.unstubAllEnvs();
});

it('draws by the seed, in order, and takes all for full counts', () => {
  vi.stubEnv('EVERLONG_LAW_RUNS', '300');
  vi.stubEnv('EVERLONG_SEED', '1');
  const first = sampled(items, 5);
  expect(first).toHaveLength(5);
  expect(first).toEqual(first.toSorted((left, right) => left - right));
  expect(sampled(items, 5)).toEqual(first);
  vi.stubEnv('EVERLONG_SEED', '2');
  expect(sampled(items, 5)).not.toEqual(first);
  expect(sampled(items, 30)).toEqual(items);
  vi.stubEnv('EVERLONG_LAW_RUNS', '1000');
  expect(sampled(items, 5)).toEqual(items);
});
