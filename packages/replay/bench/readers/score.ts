/**
 * Scores blind readers: what they wrote down against the key, by policy, with paired intervals;
 * puts the figures into `bench/results/readers.md`. Use:
 *
 *   node packages/replay/bench/readers/score.ts [--answers FOLDER] [--key FILE] [--write]
 *
 * The folder holds `<id>.json` for each request: `{ nextTool, target, answers: [10 strings] }`.
 */
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { markdownTable } from '../markdown-table.ts';
import { writeResult } from '../write-result.ts';
import { pairedInterval } from './paired-interval.ts';
import {
  type KeyedRequest,
  questionKinds,
  type ReaderAnswer,
  readJson,
  readPolicies,
  rightAnswers,
} from './reader-key.ts';
import { percent } from '../percent.ts';

const { values: flags } = parseArgs({
  options: {
    answers: { type: 'string', default: join(tmpdir(), 'readers-answers') },
    key: { type: 'string', default: join(tmpdir(), 'readers-key.json') },
    write: { type: 'boolean', default: false },
  },
});

/** What a reader got right, each a share from 0 to 1. */
interface Marked {
  request: KeyedRequest;
  tool: number;
  target: number;
  questions: number;
  right: boolean[];
}

const MEASURES = ['tool', 'target', 'questions'] as const;

const key = readJson(flags.key) as KeyedRequest[];
const marked = key.flatMap((request) => {
  const file = join(flags.answers, `${request.id}.json`);
  return existsSync(file) ? [mark(request, readJson(file) as ReaderAnswer)] : [];
});
// Only cut points that were read for every policy can be compared in pairs.
const cuts = [...Map.groupBy(marked, ({ request }) => request.cut).entries()]
  .filter(([, own]) => own.length === readPolicies.length)
  .map(([, own]) => own);
if (cuts.length === 0) throw new Error(`No cut point was read whole in ${flags.answers}.`);
const report = [
  `${cuts.length} cut points of ${new Set(cuts.flat().map(({ request }) => request.source)).size} ` +
    `sources, ${cuts.flat().length} requests read of ${key.length}.`,
  '',
  ...policyTable(),
  '',
  ...kindTable(),
].join('\n');
process.stdout.write(`${report}\n`);
if (flags.write) {
  writeResult('readers', {
    title: 'Blind readers of requests',
    command: 'pnpm --filter @everlong/replay bench:readers-score --write',
    text: report,
  });
}

function mark(request: KeyedRequest, { nextTool, target, answers }: ReaderAnswer): Marked {
  const right = rightAnswers(request.questions, answers);
  const holds = (text: string, accepted: readonly string[]): boolean =>
    accepted.some((name) => text.toLowerCase().includes(name.toLowerCase()));
  return {
    request,
    tool: holds(nextTool, request.tools) ? 1 : 0,
    target: holds(target, request.targets) ? 1 : 0,
    questions: shareOf(right),
    right,
  };
}

function policyTable(): string[] {
  const rows = readPolicies.map((policy) => {
    const cells = MEASURES.map((measure) => {
      const own = valuesOf(policy, measure);
      const mean = own.reduce((sum, value) => sum + value, 0) / own.length;
      if (policy === readPolicies[0]) return percent(mean);
      const first = valuesOf(readPolicies[0] ?? '', measure);
      const { low, high } = pairedInterval(first, own);
      return `${percent(mean)} (${signed(low)} to ${signed(high)})`;
    });
    const tokens = cuts.flat().filter(({ request }) => request.policy === policy);
    const size = tokens.reduce((sum, { request }) => sum + request.requestTokens, 0);
    return [`\`${policy}\``, `${Math.round(size / cuts.length)}`, ...cells];
  });
  return [
    `In brackets: \`${readPolicies[0] ?? ''}\` minus this policy in percentage points, paired by cut point, 95 % of ` +
      'bootstrap draws over cut points.',
    '',
    ...markdownTable(
      ['policy', 'tokens of a request', 'next tool right', 'target right', 'questions right'],
      rows,
    ),
  ];
}

function kindTable(): string[] {
  const rows = questionKinds.map((kind) => {
    const cells = readPolicies.map((policy) => {
      const own = cuts.flat().filter(({ request }) => request.policy === policy);
      const right = own.flatMap(({ request, right: all }) =>
        all.filter((_, at) => request.questions[at]?.kind === kind),
      );
      return { share: shareOf(right), asked: right.length };
    });
    return [kind, `${cells[0]?.asked ?? 0}`, ...cells.map(({ share }) => percent(share))];
  });
  return markdownTable(
    ['question about what was', 'asked', ...readPolicies.map((policy) => `\`${policy}\``)],
    rows,
  );
}

/** One value a cut point, in the same order for every policy. */
function valuesOf(policy: string, measure: (typeof MEASURES)[number]): number[] {
  return cuts.map((own) => own.find(({ request }) => request.policy === policy)?.[measure] ?? 0);
}

function shareOf(right: readonly boolean[]): number {
  return right.filter(Boolean).length / right.length;
}

function signed(share: number): string {
  return `${share < 0 ? '−' : '+'}${Math.abs(share * 100).toFixed(1)}`;
}
