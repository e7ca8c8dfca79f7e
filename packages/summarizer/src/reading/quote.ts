/** Follows a quote that was cut. */
const CUT = ' […]';

/**
 * Quotes the first words of a text verbatim: at most `maxWords` words of 8 characters on average.
 * Each line is a quote of its own, so that line breaks need no escape; a mark after the last quote
 * says that more follows. Empty for a blank text.
 */
export function quote(text: string, maxWords: number): string {
  const quotes: string[] = [];
  let words = 0;
  let characters = 0;
  const maxCharacters = maxWords * 8;
  let isCut = false;
  for (const line of text.split('\n', 200)) {
    const trimmed = line.trim();
    if (trimmed === '') continue;
    if (words >= maxWords || characters >= maxCharacters) {
      isCut = true;
      break;
    }
    const kept = firstWords(trimmed, maxWords - words, maxCharacters - characters);
    const isPartOfWord = kept.length < trimmed.length && /\S/.test(trimmed.charAt(kept.length));
    const isTooLong = isPartOfWord || kept.length > maxCharacters - characters;
    if (isTooLong && quotes.length > 0) {
      isCut = true;
      break;
    }
    words += countWords(kept);
    characters += kept.length;
    if (kept !== '') quotes.push(`"${kept}"`);
    if (kept.length < trimmed.length) {
      isCut = true;
      break;
    }
  }
  return quotes.length === 0 ? '' : quotes.join(' / ') + (isCut ? CUT : '');
}

/** What a cut behind a quote leaves of the words before the next one. */
const BETWEEN_QUOTES = /"(?: \[…\])?(?: (?:\/|Reply:)(?: ")?)?$/;

/**
 * A line `words (#n): "quote"` with at most `maxWords` words of its quote, cut as `quote` cuts it;
 * other lines unchanged.
 */
export function shortenQuote(line: string, maxWords: number): string {
  const match = /^([^"]* \(#\d+[^)"]*\): )"(.+)$/.exec(line);
  const [, lead = '', rest = ''] = match ?? [];
  const kept = firstWords(rest, maxWords, maxWords * 8);
  if (kept === '' || kept.length === rest.length) return line;
  return `${lead}"${kept.replace(BETWEEN_QUOTES, '')}"${CUT}`;
}

/** No exact value is longer. */
const MAX_VALUE_LENGTH = 256;

/**
 * The start of a line up to the last word that fits. If the first word does not fit, it is cut
 * after a character that belongs to no value; without one it stays whole, unless it is not a value.
 */
export function firstWords(line: string, maxWords: number, maxCharacters: number): string {
  let end = 0;
  let words = 0;
  for (const match of line.slice(0, maxCharacters + 1).matchAll(/\S+/g)) {
    const next = match.index + match[0].length;
    if (words >= maxWords || next > maxCharacters) break;
    words++;
    end = next;
  }
  if (end > 0) return line.slice(0, end);
  const start = wholeCharacters(line.slice(0, maxCharacters));
  const sign = /^[^]*[()[\]{}"'`,;<>|]/.exec(start)?.[0];
  if (start.length === line.length) return start;
  if (sign !== undefined) return sign;
  const word = /^\s*\S*/.exec(line.slice(0, MAX_VALUE_LENGTH + 1))?.[0] ?? '';
  return word.length <= MAX_VALUE_LENGTH && word.trim() !== '' ? word : start;
}

/** Counts words separated by white space; a run of more than 24 characters counts as several. */
export function countWords(text: string): number {
  let words = 0;
  for (const match of text.matchAll(/\S+/g)) words += Math.ceil(match[0].length / 24);
  return words;
}

/** The text without half a surrogate pair at its end. */
export function wholeCharacters(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}

/** A cut text without its last, incomplete line, unless it has only one. */
export function wholeLines(text: string): string {
  const end = text.lastIndexOf('\n');
  return end < 0 ? text : text.slice(0, end);
}
