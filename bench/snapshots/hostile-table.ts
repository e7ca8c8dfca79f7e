/** What is left of snapshots when a model or a summarizer writes them as badly as it can. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

import { summarizeResults } from '@everlong/replay';

import { markdownTable } from '../markdown-table.ts';
import { constraintShare, inThousands, share } from './cells.ts';
import { type Lie, lieNames, plainLies } from './hostile-models.ts';
import type { HostileAnswer, HostileTask } from './hostile-worker.ts';

/** Who lies, and how; first nobody. */
type Liar = Pick<HostileTask, 'lie' | 'snapshot'>;

const liars: readonly Liar[] = [
  {},
  ...(Object.keys(lieNames) as Lie[]).map((lie) => ({ lie })),
  ...plainLies.map((snapshot) => ({ snapshot })),
];

/** The same with a model or a summarizer that writes the snapshots as badly as it can. */
export async function hostileTable(
  files: readonly string[],
  { windows, reserve }: { windows: readonly number[]; reserve: number },
): Promise<string[]> {
  const tasks: HostileTask[] = windows.flatMap((window) =>
    liars.flatMap((liar) => files.map((file) => ({ file, window, reserve, ...liar }))),
  );
  const threads = availableParallelism();
  const answers = await Promise.all(
    Array.from({ length: threads }, (_, thread) =>
      workThrough(tasks.filter((_task, index) => index % threads === thread)),
    ),
  );
  const rows = windows.flatMap((window) =>
    liars.flatMap(({ lie, snapshot }) => {
      const results = answers
        .flat()
        .filter((of) => of.window === window && of.lie === lie && of.snapshot === snapshot);
      const [, everlong] = summarizeResults(results.map(({ result }) => result));
      if (everlong === undefined) return [];
      const { snapshots, neededValues, refused, overBudget, invalid } = everlong;
      return [
        [
          inThousands(window),
          liarName({ lie, snapshot }),
          `${snapshots.values}`,
          `${snapshots.invented.length}`,
          constraintShare(everlong),
          share(neededValues.atRisk.recall),
          share(neededValues.atRisk.contextRecall),
          share(everlong.recoverable),
          `${snapshots.maxTokens}`,
          `${refused} / ${overBudget} / ${invalid}`,
        ],
      ];
    }),
  );
  return [
    '',
    `With a model or a summarizer that does its worst, on ${files.length} of these sessions:`,
    '',
    ...markdownTable(
      [
        'window',
        'who lies',
        'exact values shown',
        'invented',
        'found constraints in requests',
        'recall',
        'with context',
        'recoverable',
        'most tokens',
        'refused / over / invalid',
      ],
      rows,
    ),
  ];
}

function liarName({ lie, snapshot }: { lie: Lie | undefined; snapshot: Lie | undefined }): string {
  if (snapshot !== undefined) return `summarizer ${lieNames[snapshot]}`;
  return lie === undefined ? 'nobody' : `model ${lieNames[lie]}`;
}

function workThrough(tasks: readonly HostileTask[]): Promise<HostileAnswer[]> {
  const { promise, resolve, reject } = Promise.withResolvers<HostileAnswer[]>();
  const answers: HostileAnswer[] = [];
  new Worker(new URL('./hostile-worker.ts', import.meta.url), { workerData: tasks })
    .on('message', (answer: HostileAnswer) => answers.push(answer))
    .once('error', reject)
    .once('exit', () => resolve(answers));
  return promise;
}
