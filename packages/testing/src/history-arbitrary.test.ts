import fc from 'fast-check';
import { expect, it } from 'vitest';

import { historyArbitrary, markerOf } from './history-arbitrary.js';

it('marks the text of each entry with its place, and ends with a request', () => {
  fc.assert(
    fc.property(historyArbitrary(), (steps) => {
      expect(steps.at(-1)).toEqual({ prepare: true });
      const entries = steps.flatMap((step) => ('append' in step ? step.append : []));
      for (const [seq, { id, message }] of entries.entries()) {
        expect(id).toBe(`entry-${seq}`);
        for (const [marker] of JSON.stringify(message).matchAll(/#\d+#/g)) {
          expect(marker).toBe(markerOf(seq));
        }
      }
    }),
    { numRuns: 30 },
  );
});
