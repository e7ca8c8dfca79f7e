import { CHARACTER_CLASS_RUNS } from './character-class-data.js';

/** Classes that the patterns of the encodings distinguish, one bit each. */
export const UPPER = 1; // \p{Lu} \p{Lt}
export const LOWER = 2; // \p{Ll}
export const CASELESS = 4; // \p{Lm} \p{Lo}
export const MARK = 8; // \p{M}
export const NUMBER = 16; // \p{N}
export const SPACE = 32; // \s but for the two below
export const NEWLINE = 64; // \r \n
const OTHER = 128; // everything else

/** Letters of every kind. */
export const LETTER: number = UPPER | LOWER | CASELESS;
/** The classes that a run of symbols is made of. */
export const SYMBOL: number = OTHER | MARK;
/** The classes that may begin a word without being a letter. */
export const WORD_LEAD: number = SPACE | SYMBOL;

const BITS: Record<string, number> = {
  U: UPPER,
  L: LOWER,
  C: CASELESS,
  M: MARK,
  N: NUMBER,
  S: SPACE,
  R: NEWLINE,
  O: OTHER,
};

/** Code points from here on have one class, but for the variation selectors of plane 14. */
const TABLE_SIZE = 0x40000;
const FIRST_SELECTOR = 0xe0100;
const LAST_SELECTOR = 0xe01ef;

/**
 * The class of every code point below `TABLE_SIZE`: Unicode 16, whatever the runtime's tables are.
 */
const CLASS_OF = readRuns(CHARACTER_CLASS_RUNS);

/** The class of each byte that is a character of its own; 0 for the bytes of longer ones. */
export const ASCII_CLASS: Uint8Array = new Uint8Array(256);
ASCII_CLASS.set(CLASS_OF.subarray(0, 128));

/** The class of a code point. */
function classOf(codePoint: number): number {
  if (codePoint < TABLE_SIZE) return CLASS_OF[codePoint] as number;
  return codePoint >= FIRST_SELECTOR && codePoint <= LAST_SELECTOR ? MARK : OTHER;
}

/** The class of the character at `at`, whose first byte is 0x80 or more. UTF-8 must be valid. */
export function classAt(bytes: Uint8Array, at: number): number {
  return classOf(codePointAt(bytes, at));
}

/** The code point at `at`, whose first byte is 0x80 or more. */
export function codePointAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] as number;
  const second = (bytes[at + 1] as number) & 0x3f;
  if (lead < 0xe0) return ((lead & 0x1f) << 6) | second;
  const third = (bytes[at + 2] as number) & 0x3f;
  if (lead < 0xf0) return ((lead & 0x0f) << 12) | (second << 6) | third;
  return ((lead & 0x07) << 18) | (second << 12) | (third << 6) | ((bytes[at + 3] as number) & 0x3f);
}

/** How many bytes the character takes that begins with `lead`. */
export function byteLength(lead: number): number {
  return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

/** Reads runs of a capital letter and a length in base 36, where 1 is left out. */
function readRuns(runs: string): Uint8Array {
  const classes = new Uint8Array(TABLE_SIZE);
  let codePoint = 0;
  let at = 0;
  while (codePoint < TABLE_SIZE) {
    const bits = BITS[runs.charAt(at++)] ?? OTHER;
    let length = 0;
    for (; isDigit(runs.charCodeAt(at)); at++) length = length * 36 + digit(runs.charCodeAt(at));
    const end = codePoint + (length === 0 ? 1 : length);
    classes.fill(bits, codePoint, end);
    codePoint = end;
  }
  return classes;
}

/** A digit of base 36 is a decimal digit or a small letter. */
function isDigit(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x61 && unit <= 0x7a);
}

function digit(unit: number): number {
  return unit <= 0x39 ? unit - 0x30 : unit - 0x61 + 10;
}
