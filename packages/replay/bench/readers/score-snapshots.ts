/**
 * Scores readers who had a snapshot alone against readers of the whole log, question by question;
 * puts the figures into `docs/readers.md`. Use:
 *
 *   node packages/replay/bench/readers/score-snapshots.ts --questions FILE --snapshots FOLDER
 *                                                         --logs FOLDER [--write]
 *
 * Each folder holds `<cut>.json` for each cut point: `{ answers: [10 strings] }`.
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
    logs: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const { questions: file, snapshots, logs } = flags;
if (file === undefined || snapshots === undefined || logs === undefined) {
  throw new Error('Name the questions, and the folders of both kinds of answers.');
}

/** One question, and who answered it right. */
interface Marked {
  cut: string;
  kind: (typeof questionKinds)[number];
  snapshot: boolean;
  log: boolean;
}

const marked = Object.entries(readJson(file) as Record<string, CutQuestions>).flatMap(
  ([cut, { questions }]): Marked[] => {
    const right = [snapshots, logs].map((folder) => {
      const { answers } = readJson(join(folder, `${cut}.json`)) as Pick<ReaderAnswer, 'answers'>;
      return rightAnswers(questions, answers);
    });
    return questions.map(({ kind }, at) => ({
      cut,
      kind,
      snapshot: right[0]?.[at] ?? false,
      log: right[1]?.[at] ?? false,
    }));
  },
);
const cuts = Map.groupBy(marked, ({ cut }) => cut).size;
const rows = questionKinds.map((kind) =>
  row(
    kind,
    marked.filter((one) => one.kind === kind),
  ),
);
const report = [
  `${cuts} cut points; right answers of ten in the mean: ${perCut('snapshot')} from the snapshot, ${perCut('log')} from the log.`,
  '',
  ...markdownTable(
    ['question about what was', 'asked', 'right from the snapshot', 'right from the log'],
    rows,
  ),
].join('\n');
process.stdout.write(`${report}\n`);
if (flags.write) writeSection(OUTPUT, 'snapshots alone', report);

function row(kind: string, own: readonly Marked[]): string[] {
  const count = (reader: 'snapshot' | 'log'): string =>
    `${own.filter((one) => one[reader]).length}`;
  return [kind, `${own.length}`, count('snapshot'), count('log')];
}

function perCut(reader: 'snapshot' | 'log'): string {
  return (marked.filter((one) => one[reader]).length / cuts).toFixed(2);
}
