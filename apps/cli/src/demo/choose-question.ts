import { type Entry, toolOutputText, toolResultsOf } from '@everlong/core';
import { keyAndValue, numberedLine, type Target } from './answer-script.js';

export interface ChosenQuestion {
  target: Target;
  /** The exact value, and the entry where it was read. */
  value: string;
  seq: number;
  /** Whether the request that the question is added to still holds the value. */
  inRequest: boolean;
}

/** A value that can be asked about; a lower rank makes a better question. */
interface Candidate {
  target: Target;
  value: string;
  rank: number;
}

/** Added to the rank of values still in the request: any value outside it is preferred. */
const inRequestRank = 10;

/**
 * The first of the best exact values that were read: preferably one that is no longer in the
 * request, and the value of a key rather than a whole line. `undefined` if nothing was read.
 */
export async function chooseQuestion(
  entries: AsyncIterable<Entry>,
  requestText: string,
): Promise<ChosenQuestion | undefined> {
  let best: (ChosenQuestion & { rank: number }) | undefined;
  for await (const { seq, message } of entries) {
    for (const result of toolResultsOf(message)) {
      if (result.toolName !== 'read_file') continue;
      for (const candidate of candidates(toolOutputText(result.output))) {
        const inRequest = requestText.includes(candidate.value);
        const rank = candidate.rank + (inRequest ? inRequestRank : 0);
        if (best === undefined || rank < best.rank) best = { ...candidate, rank, seq, inRequest };
      }
    }
    if (best?.rank === 0) break;
  }
  if (best === undefined) return undefined;
  const { rank: _rank, ...question } = best;
  return question;
}

/** What can be asked about one reading of a file. */
function candidates(output: string): Candidate[] {
  const [heading = '', ...lines] = output.split('\n');
  const path = /^(.+): lines \d+-\d+ of \d+$/.exec(heading)?.[1];
  if (path === undefined) return [];
  const keyed = lines.flatMap((line) => keyAndValue(line) ?? []);
  const values = keyed
    .filter(({ key }) => keyed.filter((other) => other.key === key).length === 1)
    .map(({ key, value }) => ({
      target: { path, key },
      value,
      rank: isExact(value) && key.length >= 3 ? 0 : 2,
    }))
    .filter(({ target, value }) => value.length >= 4 && target.key.length >= 2);
  const texts = lines
    .flatMap((line) => numberedLine(line) ?? [])
    .map(({ number, text }) => ({ target: { path, line: number }, value: text.trim() }))
    .filter(({ value }) => value.length >= 4 && value.length <= 120)
    .map((line) => ({ ...line, rank: line.value.length >= 24 ? 1 : 3 }));
  return [...values, ...texts];
}

/** Long enough not to match by chance, with a digit, such as versions, numbers, hashes and URLs. */
function isExact(value: string): boolean {
  return value.length >= 6 && value.length <= 80 && /\d/.test(value) && /^[\w@./:+-]+$/.test(value);
}
