import { ASCII_CLASS, byteLength, classAt, NEWLINE, NUMBER, SPACE } from './character-class.js';

/**
 * Splits UTF-8 into the pieces of an encoding, as its pattern does, in one pass and without a
 * regular expression engine. Returns where the piece that begins at `start` ends. If that could
 * still change when text is added after `end`, it returns the complement (`~`) of it.
 *
 * `bytes[end]` must be `STOP`, which belongs to no class: the loops need no other check.
 */
export type Scanner = (bytes: Uint8Array, start: number, end: number) => number;

/** Stands after the text; not a byte of UTF-8. */
export const STOP = 0xff;

/** The end of the run of characters of the classes in `mask`, from `at` on. */
export function skipRun(bytes: Uint8Array, at: number, end: number, mask: number): number {
  let position = at;
  for (;;) {
    while (((ASCII_CLASS[bytes[position] as number] as number) & mask) !== 0) position++;
    const lead = bytes[position] as number;
    if (lead < 0x80 || position >= end || (classAt(bytes, position) & mask) === 0) return position;
    position += byteLength(lead);
  }
}

/** `\p{N}{1,3}` from a first number on. */
export function scanNumbers(bytes: Uint8Array, start: number, end: number): number {
  let position = start;
  for (let count = 0; count < 3; count++) {
    if (position >= end) return ~position;
    const lead = bytes[position] as number;
    const kind = lead < 0x80 ? (ASCII_CLASS[lead] as number) : classAt(bytes, position);
    if ((kind & NUMBER) === 0) return position;
    position += byteLength(lead);
  }
  return position;
}

/** `\s*[\r\n]+|\s+(?!\S)|\s+` from a first white space on. */
export function scanSpace(bytes: Uint8Array, start: number, end: number): number {
  let position = start;
  let afterNewline = start;
  let last = start;
  for (;;) {
    const lead = bytes[position] as number;
    let kind = ASCII_CLASS[lead] as number;
    if (kind === 0 && position < end) kind = classAt(bytes, position);
    if ((kind & (SPACE | NEWLINE)) === 0) break;
    last = position;
    position += byteLength(lead);
    if (kind === NEWLINE) afterNewline = position;
  }
  const isOpen = position >= end;
  // The run up to its last line break; or all of it at the end of the text; or all but the last
  // character, which the next piece begins with; or that character when it is the only one.
  const pieceEnd = afterNewline > start ? afterNewline : isOpen || last === start ? position : last;
  return isOpen ? ~pieceEnd : pieceEnd;
}

/**
 * The end of a contraction (`'s 't 're 've 'm 'll 'd` in any case) at `at`, or `at` if there is
 * none; the complement when the text ends too soon to tell.
 */
export function scanContraction(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at] !== APOSTROPHE) return at >= end ? ~at : at;
  const first = (bytes[at + 1] as number) | 0x20;
  if (at + 1 < end && (first === 0x73 || first === 0x74 || first === 0x6d || first === 0x64)) {
    return at + 2;
  }
  if (at + 2 >= end) return ~at;
  const second = (bytes[at + 2] as number) | 0x20;
  const isPair =
    ((first === 0x72 || first === 0x76) && second === 0x65) || (first === 0x6c && second === 0x6c);
  // U+017F, the long s, is an s where case does not matter.
  const isLongS = bytes[at + 1] === 0xc5 && bytes[at + 2] === 0xbf;
  return isPair || isLongS ? at + 3 : at;
}

const APOSTROPHE = 0x27;
