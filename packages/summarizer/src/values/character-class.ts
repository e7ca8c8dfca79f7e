/** What a UTF-16 code unit can be inside an exact value; a run's classes are or-ed together. */
export const LOWER = 1;
export const UPPER = 2;
export const DIGIT = 4;
export const UNDERSCORE = 8;
export const HYPHEN = 16;
export const DOT = 32;
export const SLASH = 64;
export const COLON = 128;
export const AT = 256;
const TILDE = 512;

const table = new Uint16Array(128);
for (let code = 97; code <= 122; code++) table[code] = LOWER;
for (let code = 65; code <= 90; code++) table[code] = UPPER;
for (let code = 48; code <= 57; code++) table[code] = DIGIT;
table[95] = UNDERSCORE;
table[45] = HYPHEN;
table[46] = DOT;
table[47] = SLASH;
table[58] = COLON;
table[64] = AT;
table[126] = TILDE;

/**
 * The class of a code unit, 0 for what separates values. Letters of scripts that write words with
 * spaces (Latin, Greek, Cyrillic) are `LOWER`; others, such as CJK, separate: a path in Chinese
 * prose has no space around it.
 */
export function classOf(code: number): number {
  if (code < 128) return table[code] ?? 0;
  if (code < 0xc0 || code > 0x52f) return 0;
  if (code === 0xd7 || code === 0xf7) return 0;
  return code <= 0x24f || code >= 0x370 ? LOWER : 0;
}
