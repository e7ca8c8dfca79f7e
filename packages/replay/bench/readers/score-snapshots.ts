/**
 * Scores readers who had a snapshot alone against readers of the whole log, question by question;
 * puts the figures into `bench/results/readers-of-snapshots.md`. Use:
 *
 *   node packages/replay/bench/readers/score-snapshots.ts --questions FILE --snapshots FOLDER
 *                                                         --logs FOLDER [--with-model FOLDER]
 *                                                         [--judged FOLDER] [--write]
 *
 * `--with-model` names the answers from snapshots that a model wrote. Each folder holds `<cut>.json`
 * for each cut point: `{ answers: [10 strings] }`. `--judged` holds `<cut>.json` of somebody who read
 * each snapshot beside its log: `[{ line, kind }]`.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { markdownTable } from '../markdown-table.ts';
import { percent } from '../percent.ts';
import { writeResult } from '../write-result.ts';
import {
  type CutQuestions,
  hashOf,
  questionKinds,
  type ReaderAnswer,
  readJson,
  rightAnswers,
} from './reader-key.ts';

const { values: flags } = parseArgs({
  options: {
    questions: { type: 'string' },
    snapshots: { type: 'string' },
    'with-model': { type: 'string' },
    logs: { type: 'string' },
    judged: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const { questions: file, snapshots, logs } = flags;
if (file === undefined || snapshots === undefined || logs === undefined) {
  throw new Error('Name the questions, and the folders of both kinds of answers.');
}

/** What was read, and the folder of the answers. */
const read = Object.entries({
  'the snapshot': snapshots,
  "a model's snapshot": flags['with-model'],
  'the log': logs,
}).flatMap(([title, folder]) => (folder === undefined ? [] : [{ title, folder }]));

/** One question, and whether it was answered right, by what was read. */
interface Marked {
  cut: string;
  kind: (typeof questionKinds)[number];
  right: boolean[];
  isSure: boolean[];
}

const marked = Object.entries(readJson(file) as Record<string, CutQuestions>).flatMap(
  ([cut, { questions }]): Marked[] => {
    const given = read.map(({ folder }) => {
      return (readJson(join(folder, `${cut}.json`)) as Pick<ReaderAnswer, 'answers'>).answers;
    });
    const answers = given.map((own) => rightAnswers(questions, own));
    return questions.map(({ kind }, at) => ({
      cut,
      kind,
      right: answers.map((own) => own[at] ?? false),
      // Who says that he does not know misleads nobody.
      isSure: given.map((own) => !/^\W*(?:unknown\W*)?$/i.test(own[at] ?? '')),
    }));
  },
);
/** What a line of a snapshot is to somebody who has read the log. */
const LINE_KINDS = ['of use', 'weak', 'list', 'false'] as const;

interface JudgedLine {
  line: string;
  kind: (typeof LINE_KINDS)[number];
}

const cuts = Map.groupBy(marked, ({ cut }) => cut).size;
const means = read.map(
  ({ title }, at) => `${(rightIn(marked, at) / cuts).toFixed(2)} from ${title}`,
);
const report = [
  `${cuts} cut points; right answers of ten in the mean: ${means.join(', ')}. SHA-256 of the questions: \`${hashOf(file)}\`.`,
  ...judgedLines(),
  '',
  ...markdownTable(
    ['question about what was', 'asked', ...read.map(({ title }) => `right from ${title}`)],
    questionKinds.map((kind) => {
      const own = marked.filter((one) => one.kind === kind);
      return [kind, `${own.length}`, ...read.map((_, at) => `${rightIn(own, at)}`)];
    }),
  ),
  '',
  ...markdownTable(
    ['wrong and sure of it', ...read.map(({ title }) => `from ${title}`)],
    [
      [
        'all',
        ...read.map(
          (_, at) => `${marked.filter((one) => one.isSure[at] && !one.right[at]).length}`,
        ),
      ],
    ],
  ),
].join('\n');
process.stdout.write(`${report}\n`);
if (flags.write) {
  writeResult('readers-of-snapshots', {
    title: 'Blind readers of snapshots',
    command: 'pnpm --filter @everlong/replay bench:readers-snapshots-score --write',
    text: report,
  });
}

/** How much of the snapshots, by length, is of which kind. */
function judgedLines(): string[] {
  const { judged } = flags;
  if (judged === undefined) return [];
  const names = [...new Set(marked.map(({ cut }) => cut))];
  const lines = names.flatMap((cut) => readJson(join(judged, `${cut}.json`)) as JudgedLine[]);
  const lengthOf = (own: readonly JudgedLine[]): number =>
    own.reduce((sum, { line }) => sum + line.length, 0);
  const shares = LINE_KINDS.map((kind) => {
    return `${kind} ${percent(lengthOf(lines.filter((one) => one.kind === kind)) / lengthOf(lines))}`;
  });
  return ['', `Of the snapshots, read beside the logs: ${shares.join(', ')}.`];
}

function rightIn(own: readonly Marked[], at: number): number {
  return own.filter(({ right }) => right[at]).length;
}
