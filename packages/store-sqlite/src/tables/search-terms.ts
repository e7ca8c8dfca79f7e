/** Scripts whose text has no spaces between words, or long compounds (Hangul). */
const unspaced =
  /[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]&&[\p{L}\p{N}\p{M}]]+/gv;

/**
 * Text as the index takes it: runs of scripts without spaces become overlapping pairs of
 * characters and the last character alone, so that every character starts a token.
 */
export function indexableText(text: string): string {
  return text
    .replaceAll('\0', ' ')
    .replace(unspaced, (run) => ` ${[...pairs(run), Array.from(run).at(-1)].join(' ')} `);
}

/**
 * The FTS5 expression that finds rows with any of the terms. They are letters, digits and marks
 * only, each in quotes: nothing is an operator. A single character stands for every pair it starts.
 */
export function matchExpression(terms: readonly string[]): string {
  return terms
    .map((term) => (isSingle(term) && term.match(unspaced) ? `"${term}"*` : `"${term}"`))
    .join(' OR ');
}

function isSingle(term: string): boolean {
  return Array.from(term).length === 1;
}

function pairs(run: string): string[] {
  const characters = Array.from(run);
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
