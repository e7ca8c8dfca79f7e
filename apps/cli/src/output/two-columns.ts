/** The narrowest second column that is worth having beside the first. */
const LEAST_WIDTH = 40;
const INDENT = 2;

/**
 * Terms with what they mean, beside each other where the terminal is wide enough, else below;
 * wrapped between words.
 */
export function twoColumns(
  rows: readonly (readonly [term: string, meaning: string])[],
  columns: number,
): string[] {
  const termWidth = Math.max(...rows.map(([term]) => term.length));
  const beside = INDENT + termWidth + 2;
  const isWide = columns - beside >= LEAST_WIDTH;
  const start = isWide ? beside : 2 * INDENT;
  return rows.flatMap(([term, meaning]) => {
    const lines = wrapWords(meaning, columns - start);
    const head = ' '.repeat(INDENT) + term;
    const [first = '', ...rest] = lines.map((line) => ' '.repeat(start) + line);
    return isWide ? [head.padEnd(start) + first.slice(start), ...rest] : [head, first, ...rest];
  });
}

/** Lines of at most `width` characters; a longer word has its own. */
function wrapWords(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(word);
    }
  }
  return lines;
}
