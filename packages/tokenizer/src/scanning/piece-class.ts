import { ASCII_CLASS, LOWER, NEWLINE, NUMBER, SPACE, UPPER } from './character-class.js';

/** The kinds of pieces that estimates distinguish, in the order of their numbers. */
export const PIECE_CLASSES = [
  'word', // ends in a small Latin letter: prose, identifiers
  'capital', // ends in a Latin capital: constants, hexadecimal, base64
  'number',
  'symbol', // ends in ASCII punctuation: code, JSON
  'line', // symbols with the line break behind them
  'space', // white space alone: indentation
  'letter', // ends in a letter beyond ASCII: accents, Greek, Cyrillic, Arabic…
  'ideograph', // Chinese, Japanese, Korean
  'other', // emoji, box drawing, everything else
] as const;

export type PieceClass = (typeof PIECE_CLASSES)[number];

const WORD = 0;
const CAPITAL = 1;
const DIGITS = 2;
const SYMBOL = 3;
const LINE = 4;
const BLANK = 5;
const LETTER = 6;
const IDEOGRAPH = 7;
const REST = 8;

/** The class of the piece of UTF-8 from `start` to `end`, an index of `PIECE_CLASSES`. */
export function pieceClass(bytes: Uint8Array, start: number, end: number): number {
  const last = bytes[end - 1] as number;
  if (last >= 0x80) return classBeyondAscii(bytes, end - 1);
  const kind = ASCII_CLASS[last] as number;
  if (kind === LOWER) return WORD;
  if (kind === UPPER) return CAPITAL;
  if (kind === NUMBER) return DIGITS;
  if (kind !== SPACE && kind !== NEWLINE) return SYMBOL;
  // White space ends in itself; symbols take only line breaks along. Either begins with its kind,
  // or with one space before symbols.
  const first = ASCII_CLASS[bytes[start] as number] as number;
  const isBlank = first === SPACE || first === NEWLINE;
  if (!isBlank) return LINE;
  const second = ASCII_CLASS[bytes[start + 1] as number] as number;
  return start + 1 >= end || second === SPACE || second === NEWLINE ? BLANK : LINE;
}

function classBeyondAscii(bytes: Uint8Array, last: number): number {
  let at = last;
  while (((bytes[at] as number) & 0xc0) === 0x80) at--;
  const lead = bytes[at] as number;
  // U+3000 to U+DFFF: the planes of Chinese, Japanese and Korean.
  if (lead >= 0xe3 && lead <= 0xed) return IDEOGRAPH;
  // U+2000 to U+2FFF are symbols, U+E000 and up private or compatibility forms, then emoji.
  return lead === 0xe2 || lead > 0xed ? REST : LETTER;
}
