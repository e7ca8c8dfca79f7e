import wrapAnsi from 'wrap-ansi';

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
    const lines = wrapAnsi(meaning, columns - start).split('\n');
    const head = ' '.repeat(INDENT) + term;
    const [first = '', ...rest] = lines.map((line) => ' '.repeat(start) + line);
    return isWide ? [head.padEnd(start) + first.slice(start), ...rest] : [head, first, ...rest];
  });
}
