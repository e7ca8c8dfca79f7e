import {
  ASCII_CLASS,
  byteLength,
  classAt,
  LETTER,
  NEWLINE,
  NUMBER,
  SYMBOL,
  WORD_LEAD,
} from './character-class.js';
import { scanContraction, scanNumbers, scanSpace, skipRun } from './scanner.js';

/**
 * The scanner of cl100k_base. Its pattern (tiktoken, `cl100k_base`), tried in this order:
 *
 *     CONTRACTION
 *     [^\r\n\p{L}\p{N}]?\p{L}+
 *     \p{N}{1,3}
 *     \x20?[^\s\p{L}\p{N}]+[\r\n]*
 *     \s*[\r\n]+ | \s+(?!\S) | \s+
 */
export function scanCl100k(bytes: Uint8Array, start: number, end: number): number {
  const contraction = scanContraction(bytes, start, end);
  if (contraction > start) return contraction;
  // A quotation mark with too little after it to know what follows.
  const isOpen = contraction < 0;

  const lead = bytes[start] as number;
  const kind = lead < 0x80 ? (ASCII_CLASS[lead] as number) : classAt(bytes, start);
  if ((kind & LETTER) !== 0) return close(skipRun(bytes, start, end, LETTER), end, false);
  if (kind === NUMBER) return scanNumbers(bytes, start, end);

  const next = start + byteLength(lead);
  if ((kind & WORD_LEAD) !== 0) {
    const word = skipRun(bytes, next, end, LETTER);
    if (word > next) return close(word, end, isOpen);
  }

  const symbols = lead === 0x20 ? next : start;
  let position = skipRun(bytes, symbols, end, SYMBOL);
  if (position === symbols) return scanSpace(bytes, start, end);
  while ((ASCII_CLASS[bytes[position] as number] as number) === NEWLINE) position++;
  return close(position, end, isOpen);
}

function close(position: number, end: number, isOpen: boolean): number {
  return isOpen || position >= end ? ~position : position;
}
