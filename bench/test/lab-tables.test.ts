import type { PolicyResult } from '@everlong/replay';
import { describe, expect, it } from 'vitest';

import { headlineOf } from '../lab/headline.ts';
import { besideNewest, type LabRow } from '../lab/rows.ts';
import { solvedOverview } from '../tasks/overview.ts';
import { ALL_FAMILIES, type Score } from '../tasks/report.ts';

/** A session of 100 requests, in which so many entries are read again for so much. */
function row(policy: string, costToFinish: number, readAgain: number, overBudget = 0): LabRow {
  const result = {
    policy,
    window: 8000,
    requests: 100,
    refused: 0,
    overBudget,
    closedLoop: { costToFinish, readAgain },
    neededLines: { present: 3, needed: 4 },
  };
  return { source: 'pi', file: 'a', result: result as unknown as PolicyResult };
}

const rows = besideNewest([
  row('newest', 10, 40),
  row('everlong (little)', 4, 30),
  row('everlong', 5, 20),
  row('everlong (much)', 6, 10),
  row('a thrifty peer', 7, 90),
  row('a generous peer', 20, 15, 1),
  row('a peer that does not fit', 1, 0, 2),
]);

describe('the headline of the lab', () => {
  it('names the cheapest peer and the one that reads least again, of those that fit', () => {
    expect(headlineOf(rows).at(-1)).toBe(
      '| 8,000 | 0.40 / 30.0 / 75.0 % | 0.50 / 20.0 / 75.0 % | 0.60 / 10.0 / 75.0 % | 1.00 / 40.0 / 75.0 % ' +
        '| 0.70 / 90.0 / 75.0 % `a thrifty peer` | 2.00 / 15.0 / 75.0 % `a generous peer` |',
    );
  });
});

describe('the tasks in one table', () => {
  const score = (policy: string, canSearch: boolean, solved: number): Score => ({
    family: ALL_FAMILIES,
    policy,
    window: 8000,
    canSearch,
    tasks: 50,
    solved,
    wrong: {},
    calls: 1,
    searches: 0,
    readAgain: 0,
    usd: 0,
  });

  it('has what was solved with and without history tools, and the best peers without', () => {
    const scores = [
      score('everlong', true, 49),
      score('everlong', false, 44),
      score('one peer', false, 30),
      score('another', false, 30),
      score('a third', false, 5),
    ];
    const cells = (solvedOverview(scores).at(-1) ?? '').split(' | ');
    expect(cells[0]).toBe('| 8,000');
    expect(cells[2]).toBe('98 / 88 %');
    expect(cells[1]).toBe('– / – %');
    expect(cells.at(-1)).toBe('60 % `one peer`, `another` |');
  });
});
