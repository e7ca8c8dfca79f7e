import { expect, it } from 'vitest';

import { growthOf } from './growth-of.js';

it('tells quadratic work from linear work', () => {
  const spin = (steps: number): number => {
    let sum = 0;
    for (let step = 0; step < steps; step++) sum = (sum + step) % 1_000_003;
    return sum;
  };
  expect(growthOf(8_000_000, spin)).toBeLessThan(2);
  expect(growthOf(10_000, (size) => spin(size * size))).toBeGreaterThan(3);
});
