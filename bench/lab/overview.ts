/** The short table: some policies at one window. */
import type { PolicyResult } from '@everlong/replay';

import type { LabRow } from './rows.ts';
import { markdownTable } from '../markdown-table.ts';

const POLICIES = [
  'full',
  'newest',
  'supyagent',
  'supyagent-sdk',
  'everlong (little)',
  'everlong',
  'everlong (much)',
];

interface Line {
  title: string;
  show(results: readonly PolicyResult[]): string;
}

type Count = (result: PolicyResult) => number;

function sum(results: readonly PolicyResult[], count: Count): number {
  return results.reduce((total, result) => total + count(result), 0);
}

function usd(count: Count): Line['show'] {
  return (results) => `$${sum(results, count).toFixed(2)}`;
}

function percent(part: Count, whole: Count): Line['show'] {
  return (results) => `${((sum(results, part) / sum(results, whole)) * 100).toFixed(1)} %`;
}

function readAgainOf(results: readonly PolicyResult[]): string {
  const reads = sum(results, ({ closedLoop }) => closedLoop?.readAgain ?? 0);
  return ((reads * 100) / sum(results, ({ requests }) => requests)).toFixed(1);
}

const LINES: readonly Line[] = [
  {
    title: 'requests over budget',
    show: (results) => String(sum(results, ({ overBudget }) => overBudget)),
  },
  { title: 'cost', show: usd(({ costUsd }) => costUsd) },
  {
    title: 'cost to finish, with what was forgotten read again',
    show: usd(({ closedLoop }) => closedLoop?.costToFinish ?? 0),
  },
  { title: 'read again per 100 calls', show: readAgainOf },
  {
    title: 'prompt tokens read from the cache',
    show: percent(
      ({ cachedTokens }) => cachedTokens,
      ({ inputTokens }) => inputTokens,
    ),
  },
  {
    title: 'lines needed later that are in the request',
    show: percent(
      ({ neededLines }) => neededLines.present,
      ({ neededLines }) => neededLines.needed,
    ),
  },
  {
    title: 'exact values needed later that are in the request',
    show: percent(
      ({ neededValues }) => neededValues.present,
      ({ neededValues }) => neededValues.needed,
    ),
  },
  {
    title: 'values `newest` would have lost that are in the request',
    show: percent(
      ({ neededValues }) => neededValues.atRisk.present,
      ({ neededValues }) => neededValues.atRisk.needed,
    ),
  },
];

/** A row a figure and a column a policy, of the sessions played at this window. */
export function overviewOf(rows: readonly LabRow[], window: number): string[] {
  const own = rows.filter(({ result }) => result.window === window).map(({ result }) => result);
  const columns = POLICIES.map((name) => own.filter(({ policy }) => policy === name));
  const played = columns.filter((column) => column.length > 0);
  const names = played.map(([first]) => `\`${first?.policy ?? ''}\``);
  return markdownTable(
    ['', ...names],
    LINES.map(({ title, show }) => [title, ...played.map(show)]),
  );
}
