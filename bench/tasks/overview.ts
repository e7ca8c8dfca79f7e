/** The tasks in one table. */
import { isPeer } from '../lab/presets-and-peers.ts';
import { markdownTable } from '../markdown-table.ts';
import { writeResult } from '../write-result.ts';
import { ALL_FAMILIES, buildLines, type Score, scorePlays } from './report.ts';
import type { TaskAnswer } from './task-answers.ts';

const POLICIES = [
  'everlong (little)',
  'everlong',
  'everlong (much)',
  'supyagent-sdk',
  'supyagent',
  'newest',
];

/** Writes `bench/results/tasks.md`. */
export function writeTasks(answers: readonly TaskAnswer[]): void {
  const rows = answers.flatMap((answer) => answer.rows);
  writeResult('tasks', {
    title: 'Tasks that can fail',
    command: 'pnpm --filter @everlong/bench tasks --seed 1001 --write',
    text: [
      ...buildLines(rows),
      '',
      `${answers.length} tasks for each policy and window. Solved with history tools / without; peers have none.`,
      '',
      ...solvedOverview(scorePlays(rows)),
    ].join('\n'),
  });
}

/**
 * A row a window, a column a policy: the tasks solved with history tools / without. Last the best of
 * the other context managers, which have no history tools.
 */
export function solvedOverview(scores: readonly Score[]): string[] {
  const all = scores.filter(({ family }) => family === ALL_FAMILIES);
  const windows = [...new Set(all.map(({ window }) => window))].toSorted((one, two) => one - two);
  return markdownTable(
    ['window', ...POLICIES.map((policy) => `\`${policy}\``), 'the best peer, without'],
    windows.map((window) => {
      const own = all.filter((score) => score.window === window);
      return [
        window.toLocaleString('en'),
        ...POLICIES.map((policy) => solvedOf(own.filter((score) => score.policy === policy))),
        bestPeer(own),
      ];
    }),
  );
}

function solvedOf(scores: readonly Score[]): string {
  const shares = [true, false].map((canSearch) => {
    const score = scores.find((each) => each.canSearch === canSearch);
    return score === undefined ? '–' : percent(score);
  });
  return `${shares.join(' / ')} %`;
}

function bestPeer(scores: readonly Score[]): string {
  const peers = scores.filter(({ policy, canSearch }) => !canSearch && isPeer(policy));
  const share = Math.max(...peers.map(shareOf));
  const best = peers.filter((score) => shareOf(score) === share);
  if (best.length === 0) return '–';
  return `${best.map(percent)[0] ?? ''} % ${best.map(({ policy }) => `\`${policy}\``).join(', ')}`;
}

function shareOf({ solved, tasks }: Score): number {
  return solved / tasks;
}

function percent(score: Score): string {
  return `${Math.round(100 * shareOf(score))}`;
}
