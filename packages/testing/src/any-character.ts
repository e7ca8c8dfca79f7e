import fc from 'fast-check';

/** Any character; the unit `binary` of fast-check makes a table of a million of them first. */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));
