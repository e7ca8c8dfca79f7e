/**
 * Scores readers who had a snapshot alone against readers of the whole log, question by question;
 * puts the figures into `docs/readers.md`. Use:
 *
 *   node packages/replay/bench/readers/score-snapshots.ts --questions FILE --snapshots FOLDER
 *                                                         --logs FOLDER [--with-model FOLDER]
 *                                                         [--write]
 *
 * `--with-model` names the answers from snapshots that a model wrote. Each folder holds `<cut>.json`
 * for each cut point: `{ answers: [10 strings] }`.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { markdownTable } from '../markdown-table.ts';
import { writeSection } from '../write-section.ts';
import {
  type CutQuestions,
  questionKinds,
  type ReaderAnswer,
  readJson,
  rightAnswers,
} from './reader-key.ts';

const OUTPUT = new URL('../../../../docs/readers.md', import.meta.url);

const { values: flags } = parseArgs({
  options: {
    questions: { type: 'string' },
    snapshots: { type: 'string' },
    'with-model': { type: 'string' },
    logs: { type: 'string' },
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
}

const marked = Object.entries(readJson(file) as Record<string, CutQuestions>).flatMap(
  ([cut, { questions }]): Marked[] => {
    const answers = read.map(({ folder }) => {
      const own = readJson(join(folder, `${cut}.json`)) as Pick<ReaderAnswer, 'answers'>;
      return rightAnswers(questions, own.answers);
    });
    return questions.map(({ kind }, at) => ({
      cut,
      kind,
      right: answers.map((own) => own[at] ?? false),
    }));
  },
);
const cuts = Map.groupBy(marked, ({ cut }) => cut).size;
const means = read.map(
  ({ title }, at) => `${(rightIn(marked, at) / cuts).toFixed(2)} from ${title}`,
);
const report = [
  `${cuts} cut points; right answers of ten in the mean: ${means.join(', ')}.`,
  '',
  ...markdownTable(
    ['question about what was', 'asked', ...read.map(({ title }) => `right from ${title}`)],
    questionKinds.map((kind) => {
      const own = marked.filter((one) => one.kind === kind);
      return [kind, `${own.length}`, ...read.map((_, at) => `${rightIn(own, at)}`)];
    }),
  ),
].join('\n');
process.stdout.write(`${report}\n`);
if (flags.write) writeSection(OUTPUT, 'snapshots alone', report);

function rightIn(own: readonly Marked[], at: number): number {
  return own.filter(({ right }) => right[at]).length;
}
