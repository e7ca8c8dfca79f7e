import { characterPairs, unspacedRuns } from '@everlong/core/store-kit';

const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** The words of a text as they are written, in order. */
export function words(text: string): string[] {
  return text.match(word) ?? [];
}

/** Longer words are encoded data, whose start is enough to find them. */
const MAX_WORD_LENGTH = 40;

/**
 * The words of a text in order, in lower case, accents folded (`Zürich` to `zurich`). Runs of
 * scripts without spaces become overlapping pairs of characters. Words consist of letters, digits
 * and marks.
 */
export function foldWords(text: string): string[] {
  if (isAscii(text)) return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).map(clip);
  return words(foldText(text)).flatMap((found) =>
    isAscii(found) ? clip(found) : splitUnspaced(found),
  );
}

/**
 * Lower case without accents and without characters that nobody sees, such as a zero-width space;
 * compatibility forms normalized, `ß` as `ss`.
 */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const folded = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]|\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');
  // Lower-casing some capitals adds an accent; NFKC composes Hangul and kana again.
  return folded.replace(/[\u0300-\u036f]/g, '').normalize('NFKC');
}

function splitUnspaced(found: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const match of found.matchAll(unspacedRuns)) {
    if (match.index > from) parts.push(clip(found.slice(from, match.index)));
    parts.push(...pairsOf(match[0]));
    from = match.index + match[0].length;
  }
  if (from < found.length) parts.push(clip(found.slice(from)));
  return parts.filter((each) => /^[\p{L}\p{N}]/u.test(each));
}

/** A single character is a word itself. */
function pairsOf(run: string): string[] {
  const pairs = characterPairs(run);
  return pairs.length === 0 ? [run] : pairs;
}

function clip(found: string): string {
  return found.length <= MAX_WORD_LENGTH
    ? found
    : found.slice(0, MAX_WORD_LENGTH).toWellFormed().replace('\ufffd', '');
}

function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- the class is all of ASCII
  return /^[\0-\x7f]*$/.test(text);
}
