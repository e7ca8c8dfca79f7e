import { spreadOf } from '@everlong/replay';

import { markdownTable } from '../markdown-table.ts';
import type { Play } from './play-task.ts';
import type { TaskAnswer } from './task-answers.ts';

/** One play of a valid task. */
export interface PlayRow {
  family: string;
  seed: number;
  policy: string;
  window: number;
  canSearch: boolean;
  /** What played it. */
  build: string;
  play: Play;
}

/** What came of all plays of a family, or of all families, under one policy and window. */
export interface Score {
  family: string;
  policy: string;
  window: number;
  canSearch: boolean;
  tasks: number;
  solved: number;
  wrong: Record<string, number>;
  /** Means over the tasks. */
  calls: number;
  searches: number;
  readAgain: number;
  usd: number;
}

/** Stands for all families together. */
export const ALL_FAMILIES = 'all';

/**
 * Scores by family, policy, window and search, in the order of the rows, sums over families last.
 */
export function scorePlays(rows: readonly PlayRow[]): Score[] {
  const all = rows.map((row) => ({ ...row, family: ALL_FAMILIES }));
  const groups = Map.groupBy([...rows, ...all], ({ family, window, policy, canSearch }) =>
    [family, window, policy, canSearch].join('|'),
  );
  return [...groups.values()].map(scoreGroup);
}

function scoreGroup(rows: readonly PlayRow[]): Score {
  const [{ family, policy, window, canSearch }] = rows as [PlayRow];
  const mean = (read: (play: Play) => number): number => {
    return rows.reduce((sum, { play }) => sum + read(play), 0) / rows.length;
  };
  const wrong: Record<string, number> = {};
  for (const { play } of rows) {
    for (const [kind, times] of Object.entries(play.wrong))
      wrong[kind] = (wrong[kind] ?? 0) + times;
  }
  return {
    family,
    policy,
    window,
    canSearch,
    tasks: rows.length,
    solved: rows.filter(({ play }) => play.isSolved).length,
    wrong,
    calls: mean(({ calls }) => calls),
    searches: mean(({ searches }) => searches),
    readAgain: mean(({ readAgain }) => readAgain),
    usd: mean(({ usd }) => usd),
  };
}

/** What was played, as Markdown: how many tasks, a table a window, then what went wrong. */
export function tasksReport(answers: readonly TaskAnswer[]): string[] {
  const scores = scorePlays(answers.flatMap(({ rows }) => rows)).toSorted(
    (left, right) => Number(right.canSearch) - Number(left.canSearch) || left.window - right.window,
  );
  const rejected = answers.filter(({ verdict }) => verdict.rejected !== undefined);
  const tokens = answers.map(({ verdict }) => verdict.tokens);
  const [least, most] = [Math.min(...tokens), Math.max(...tokens)].map((count) =>
    count.toLocaleString('en'),
  );
  const from = Math.min(...answers.map(({ seed }) => seed));
  return [
    `${answers.length} tasks from seed ${from} of ${least} to ${most} tokens, ${rejected.length} of them rejected.`,
    ...buildLines(answers.flatMap(({ rows }) => rows)),
    ...rejectedLines(answers),
    '',
    ...solvedTable(scores),
    'Wrong actions, all families together:',
    '',
    ...wrongTable(scores),
  ];
}

/** Which policies were played by which build. */
export function buildLines(rows: readonly PlayRow[]): string[] {
  return [...Map.groupBy(rows, ({ build }) => build)].map(([build, own]) => {
    const policies = [...new Set(own.map(({ policy }) => `\`${policy}\``))];
    return `Played by the ${build}: ${policies.join(', ')}.`;
  });
}

/** How many tasks of a family were rejected, and why; no line for a family without any. */
function rejectedLines(answers: readonly TaskAnswer[]): string[] {
  return [...Map.groupBy(answers, ({ family }) => family)].flatMap(([family, own]) => {
    const reasons = own.flatMap(({ verdict }) => verdict.rejected ?? []);
    if (reasons.length === 0) return [];
    return `Rejected of ${family}: ${reasons.length} of ${own.length} (${[...new Set(reasons)].join('; ')}).`;
  });
}

/**
 * One table a window: a row a policy, those that solve most first, a column a family, each cell the
 * share that was solved. The sum's interval is over families: tasks of one fail for like reasons.
 */
export function solvedTable(scores: readonly Score[]): string[] {
  const families = [...new Set(scores.map(({ family }) => family))];
  const bySetting = Map.groupBy(
    scores,
    ({ window, canSearch }) =>
      `Window ${window.toLocaleString('en')}, ${canSearch ? 'with' : 'without'} history tools:`,
  );
  return [...bySetting].flatMap(([heading, own]) => [
    heading,
    '',
    ...markdownTable(
      ['policy', 'tasks', ...families, 'calls', 'searches', 'read again', 'cost'],
      [...Map.groupBy(own, ({ policy }) => policy).values()]
        .toSorted((left, right) => solvedShare(right) - solvedShare(left))
        .map((ofPolicy) => solvedRow(ofPolicy, families)),
    ),
    '',
  ]);
}

/** The row of a policy: its scores at one setting, the sum over all families last. */
function solvedRow(own: readonly Score[], families: readonly string[]): string[] {
  const sum = own.find(({ family }) => family === ALL_FAMILIES);
  if (sum === undefined) return [];
  const shares = new Map(own.map(({ family, solved, tasks }) => [family, solved / tasks]));
  const { low, high } = spreadOf(
    own
      .filter((score) => score !== sum)
      .map(({ family, solved, tasks }) => ({ source: family, part: solved, whole: tasks })),
  );
  const interval = low === null || high === null ? '' : ` (${percent(low)}–${percent(high)})`;
  return [
    `\`${sum.policy}\``,
    `${sum.tasks}`,
    ...families.map((name) => {
      const share = shares.get(name);
      const shown = share === undefined ? '–' : `${percent(share)} %`;
      return name === ALL_FAMILIES ? shown + interval : shown;
    }),
    ...[sum.calls, sum.searches, sum.readAgain].map((mean) => mean.toFixed(1)),
    `$${sum.usd.toFixed(3)}`,
  ];
}

/** The share of all tasks that was solved. */
function solvedShare(own: readonly Score[]): number {
  const sum = own.find(({ family }) => family === ALL_FAMILIES);
  return sum === undefined ? 0 : sum.solved / sum.tasks;
}

/** Wrong actions by kind, over all families. */
function wrongTable(scores: readonly Score[]): string[] {
  const all = scores.filter(({ family }) => family === ALL_FAMILIES);
  const kinds = [...new Set(all.flatMap(({ wrong }) => Object.keys(wrong)))].toSorted();
  return markdownTable(
    ['window', 'tools', 'policy', ...kinds],
    all.map(({ window, canSearch, policy, wrong }) => [
      window.toLocaleString('en'),
      canSearch ? 'yes' : 'no',
      `\`${policy}\``,
      ...kinds.map((kind) => `${wrong[kind] ?? 0}`),
    ]),
  );
}

function percent(share: number): string {
  return `${Math.round(100 * share)}`;
}
