import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { entriesNamed, nameEntries } from './entry-marks.js';

describe('nameEntries', () => {
  it('joins neighbours', () => {
    expect(nameEntries(entriesNamed('#3 #1 #2, #9'), () => true)).toBe('#1–#3, #9');
    expect(entriesNamed('#1–#3, #9')).toEqual([
      [1, 3],
      [9, 9],
    ]);
  });

  it('names every entry, however little room there is', () => {
    const seqs = fc.uniqueArray(fc.nat(5_000), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(seqs, fc.integer({ min: 13, max: 200 }), (entries, maxLength) => {
        const marks = entries.map((seq) => `#${seq}`).join(' ');
        const text = nameEntries(entriesNamed(marks), ({ length }) => length <= maxLength);
        expect(text?.length).toBeLessThanOrEqual(maxLength);
        const named = entriesNamed(text ?? '');
        for (const seq of entries) {
          expect(named.some(([from, to]) => seq >= from && seq <= to)).toBe(true);
        }
      }),
    );
  });

  it('names none where there is no room at all', () => {
    expect(nameEntries([[1, 1]], () => false)).toBeUndefined();
  });
});
