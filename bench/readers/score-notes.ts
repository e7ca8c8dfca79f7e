/**
 * Prints what readers made of notes by a model, everlong's beside others', and puts it into
 * `bench/results/notes.md`. Use:
 *
 *   node bench/readers/score-notes.ts [--write]
 *
 * `notes-read.json` holds, for each session, the sizes, the rankings of each judge and ten questions with
 * keys, answers and scores.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { markdownTable } from '../markdown-table.ts';
import { writeResult } from '../write-result.ts';
import { pairedInterval } from './paired-interval.ts';

const SCORES = ['right', 'part', 'unknown', 'wrong'] as const;
const OTHERS = ['pi', 'codex'];
const NOTES = ['everlong', ...OTHERS];
const TEXTS = ['everlong', 'pi', 'request'];

type Score = (typeof SCORES)[number];

/** What was read of one session. */
interface ReadNotes {
  /** By text: each note, and the request. */
  tokens: Record<string, number>;
  /** Of each judge, best first, ties together. */
  rankings: { order: string[][]; contradicted: Record<string, string[]> }[];
  questions: ({ kind: string } & Record<string, { score: Score } | undefined>)[];
}

const { values: flags } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const file = new URL('notes-read.json', import.meta.url);
const { seed, sessions } = JSON.parse(readFileSync(file, 'utf8')) as {
  seed: number;
  sessions: ReadNotes[];
};

const report = [
  `${sessions.length} sessions, drawn with seed ${seed}, on which nothing was chosen.`,
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
      const pairs = sessions
        .map(({ rankings }) => rankings.map(({ order }) => preference(order, other)))
        .filter(({ length }) => length > 0);
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
    TEXTS.map((text) => {
      const own = sessions.flatMap(({ questions }) => scoresFrom(text, questions));
      const sizes = sessions.map(({ tokens }) => tokens[text] ?? 0);
      const tokens = Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length);
      const counts = SCORES.map((score) => `${own.filter((one) => one === score).length}`);
      return [text, `${own.length}`, ...counts, `${tokens}`];
    }),
  ),
  '',
  `Claims that a judge found contradicted: ${NOTES.map((name) => `${name} ${contradicted(name)}`).join(', ')}.`,
].join('\n');
process.stdout.write(`${report}\n`);
if (flags.write) {
  writeResult('notes', {
    title: 'Notes by a model, read blind',
    command: 'pnpm --filter @everlong/bench readers-score --write',
    text: report,
  });
}

/** The scores of a text; a request goes on behind the end of the log, which `next` asks about. */
function scoresFrom(text: string, questions: ReadNotes['questions']): Score[] {
  const asked = questions.filter(({ kind }) => text !== 'request' || kind !== 'next');
  return asked.flatMap((question) => question[text]?.score ?? []);
}

function contradicted(name: string): number {
  const claims = sessions.flatMap(({ rankings }) =>
    rankings.flatMap((ranking) => ranking.contradicted[name] ?? []),
  );
  return claims.length;
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
