import { expect, it } from 'vitest';

import { largestThatFits } from './largest-that-fits.js';

it('finds the largest size that fits in few questions', () => {
  for (const most of [0, 1, 2, 7, 1000]) {
    for (const limit of [0, 1, 6, 500, 1000, 5000]) {
      let asked = 0;
      const found = largestThatFits(most, (size) => {
        asked++;
        return size <= limit;
      });
      expect(found).toBe(Math.min(most, limit));
      expect(asked).toBeLessThanOrEqual(Math.ceil(Math.log2(most + 2)));
    }
  }
});
