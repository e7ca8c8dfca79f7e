/**
 * Prints what readers made of notes by a model, everlong's beside others', and puts it into
 * `bench/results/notes.md`. Use:
 *
 *   node packages/replay/bench/readers/score-notes.ts [--write]
 *
 * `notes-read.json` holds, for each session, the sizes, the rankings of each judge (best first, ties
 * together) and the scores of ten answers from each text.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { markdownTable } from '../markdown-table.ts';
import { writeResult } from '../write-result.ts';
import { pairedInterval } from './paired-interval.ts';

const SCORES = ['right', 'part', 'unknown', 'wrong'] as const;
const OTHERS = ['pi', 'codex'];

/** What was read of one session. */
interface ReadNotes {
  id: string;
  /** Whether the prompt was chosen on it. */
  chosenOn: boolean;
  tokens: Record<string, number>;
  rankings: string[][][];
  /** The score of each answer, by what was read: `everlong`, `pi`, `request`. */
  scores: Record<string, (typeof SCORES)[number][]>;
}

const { values: flags } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const file = new URL('notes-read.json', import.meta.url);
const { sessions } = JSON.parse(readFileSync(file, 'utf8')) as { sessions: ReadNotes[] };
const unseen = sessions.filter(({ chosenOn }) => !chosenOn);
const texts = [...new Set(unseen.flatMap(({ scores }) => Object.keys(scores)))];

const report = [
  `${unseen.length} sessions on which nothing was chosen.`,
  '',
  ...markdownTable(
    [
      'note beside',
      'pairs',
      'everlong’s preferred',
      'tied',
      'the other preferred',
      'share, ties half (95 %)',
    ],
    OTHERS.map((other) => {
      const pairs = unseen.map((one) => one.rankings.map((ranking) => preference(ranking, other)));
      const all = pairs.flat();
      const means = pairs.map((own) => own.reduce((sum, value) => sum + value, 0) / own.length);
      const { low, high } = pairedInterval(means, []);
      const mean = all.reduce((sum, value) => sum + value, 0) / all.length;
      const count = (wanted: number): string => `${all.filter((value) => value === wanted).length}`;
      const share = `${whole(mean)} (${whole(low)} to ${whole(high)}) %`;
      return [other, `${all.length}`, count(1), count(0.5), count(0), share];
    }),
  ),
  '',
  ...markdownTable(
    ['answers from', 'questions', ...SCORES, 'tokens, mean'],
    texts.map((text) => {
      const own = unseen.flatMap(({ scores }) => scores[text] ?? []);
      const sizes = unseen.flatMap(({ tokens }) => tokens[text] ?? []);
      const tokens = Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length);
      const counts = SCORES.map((score) => `${own.filter((one) => one === score).length}`);
      return [text, `${own.length}`, ...counts, `${tokens}`];
    }),
  ),
].join('\n');
process.stdout.write(`${report}\n`);
if (flags.write) {
  writeResult('notes', {
    title: 'Notes by a model, read blind',
    command: 'pnpm --filter @everlong/replay bench:readers-score --write',
    text: report,
  });
}

/** 1 if a ranking puts everlong's note before the other, 0.5 if beside it, else 0. */
function preference(ranking: readonly string[][], other: string): number {
  const place = (name: string): number => ranking.findIndex((group) => group.includes(name));
  const difference = place(other) - place('everlong');
  return difference > 0 ? 1 : difference === 0 ? 0.5 : 0;
}

function whole(share: number): string {
  return (100 * share).toFixed(0);
}
