import fc from 'fast-check';
import { expect, it } from 'vitest';

import { textsIn } from './texts-in.js';

it('finds what a search for each text finds', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'ä', '\n'), maxLength: 40 });
  const values = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'ä'), maxLength: 4 }));
  fc.assert(
    fc.property(letters, values, (text, wanted) => {
      const expected = new Set(wanted.filter((value) => text.includes(value)));
      expect(textsIn(text, wanted)).toEqual(expected);
    }),
  );
});
