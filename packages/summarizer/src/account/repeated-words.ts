import type { Turn } from './turn.js';

/** Shorter messages and runs of lines may well come twice. */
const MIN_LENGTH = 120;

/**
 * The turns, with each run of lines that a newer turn's words hold too replaced by a mark that names
 * the newest: forms, reports and specifications that are sent again are told once.
 */
export function withoutRepeatedWords(turns: readonly Turn[]): Turn[] {
  const seen = new Map<string, number>();
  const newer: Turn[] = [];
  return turns
    .toReversed()
    .map((turn) => {
      const lines = turn.words.split('\n');
      const isLong = turn.words.length >= MIN_LENGTH;
      const whole = isLong ? newer.find(({ words }) => words.includes(turn.words)) : undefined;
      const words = whole === undefined ? markRepeated(lines, seen) : `[… as in #${whole.seq}]`;
      for (const line of lines) if (line.trim() !== '' && !seen.has(line)) seen.set(line, turn.seq);
      if (isLong && whole === undefined) newer.push(turn);
      return words === turn.words ? turn : { ...turn, words };
    })
    .toReversed();
}

function markRepeated(lines: readonly string[], seen: ReadonlyMap<string, number>): string {
  const kept: string[] = [];
  let run: string[] = [];
  let where = 0;
  const close = (): void => {
    const isLong = run.reduce((sum, line) => sum + line.trim().length, 0) >= MIN_LENGTH;
    if (isLong) kept.push(`[… as in #${where}]`);
    else kept.push(...run);
    run = [];
  };
  for (const line of lines) {
    const seq = seen.get(line);
    if (seq === undefined && (line.trim() !== '' || run.length === 0)) {
      close();
      kept.push(line);
    } else {
      if (seq !== undefined && seq !== where) close();
      if (seq !== undefined) where = seq;
      run.push(line);
    }
  }
  close();
  return kept.join('\n');
}
