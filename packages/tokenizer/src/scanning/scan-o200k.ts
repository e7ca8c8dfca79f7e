import {
  ASCII_CLASS,
  byteLength,
  CASELESS,
  classAt,
  LETTER,
  LOWER,
  MARK,
  NEWLINE,
  NUMBER,
  SYMBOL,
  UPPER,
  WORD_LEAD,
} from './character-class.js';
import { scanContraction, scanNumbers, scanSpace, skipRun } from './scanner.js';

const CAPITAL = UPPER | CASELESS | MARK;
const SMALL = LOWER | CASELESS | MARK;
const SLASH = 0x2f;

/**
 * The scanner of o200k_base. Its pattern (tiktoken, `o200k_base`), tried in this order:
 *
 *     [^\r\n\p{L}\p{N}]? CAPITAL* SMALL+ CONTRACTION?     a word
 *     [^\r\n\p{L}\p{N}]? CAPITAL+ SMALL* CONTRACTION?     a word all in capitals
 *     \p{N}{1,3}
 *     \x20?[^\s\p{L}\p{N}]+[\r\n/]*
 *     \s*[\r\n]+ | \s+(?!\S) | \s+
 *
 * where CAPITAL is [\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}] and SMALL is [\p{Ll}\p{Lm}\p{Lo}\p{M}].
 */
export function scanO200k(bytes: Uint8Array, start: number, end: number): number {
  const lead = bytes[start] as number;
  const kind = lead < 0x80 ? (ASCII_CLASS[lead] as number) : classAt(bytes, start);
  if ((kind & LETTER) !== 0) return scanWord(bytes, start, end, true);
  if (kind === NUMBER) return scanNumbers(bytes, start, end);

  const next = start + byteLength(lead);
  if ((kind & WORD_LEAD) !== 0) {
    // A mark may itself be the end of a word, which is tried before a word all in capitals.
    const word = scanWord(bytes, next, end, kind !== MARK);
    if (word !== next && word !== ~next) return word;
    if (kind === MARK) return word < 0 ? ~next : scanContraction(bytes, next, end);
  }

  const symbols = lead === 0x20 ? next : start;
  let position = skipRun(bytes, symbols, end, SYMBOL);
  if (position === symbols) return scanSpace(bytes, start, end);
  while (isNewlineOrSlash(bytes[position] as number)) position++;
  return position >= end ? ~position : position;
}

/**
 * The end of the word that begins at `at`, contraction included; `at` if there is none. The
 * complement of either if more text could change it.
 */
function scanWord(bytes: Uint8Array, at: number, end: number, mayBeAllCapitals: boolean): number {
  let position = at;
  let afterSmall = at;
  let kind = 0;
  for (;;) {
    const lead = bytes[position] as number;
    kind = ASCII_CLASS[lead] as number;
    if (kind === 0 && position < end) kind = classAt(bytes, position);
    if ((kind & CAPITAL) === 0) break;
    position += byteLength(lead);
    // Caseless letters and marks pass for either case.
    if (kind !== UPPER) afterSmall = position;
  }
  let wordEnd = position;
  if ((kind & LOWER) !== 0) {
    position = skipRun(bytes, position, end, SMALL);
    wordEnd = position;
  } else if (afterSmall > at) {
    // Without small letters after them the last capitals are a word of their own.
    wordEnd = afterSmall;
  } else if (!mayBeAllCapitals) {
    wordEnd = at;
  }
  if (position >= end) return ~wordEnd;
  return wordEnd === at ? at : scanContraction(bytes, wordEnd, end);
}

function isNewlineOrSlash(byte: number): boolean {
  return byte === SLASH || (ASCII_CLASS[byte] as number) === NEWLINE;
}
