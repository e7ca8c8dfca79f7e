import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { PolicyResult } from '@everlong/replay';
import { describe, expect, it } from 'vitest';

import { recordedByWindow } from '../lab/groups.ts';
import { besideNewest, describeRuns, describeSample, type LabRow, mergeRuns } from '../lab/rows.ts';
import { markdownTable } from '../markdown-table.ts';
import { joinAnswers, type Setting, tasksOf } from '../tasks/task-answers.ts';
import { writeResult } from '../write-result.ts';

/** Tokens of the input stand for the result. */
function row(policy: string, inputTokens: number, { file = 'a', window = 8000 } = {}): LabRow {
  const numbers = { policy, window, inputTokens, requests: 5, reserve: 1024, model: 'm' };
  return { source: 'pi', file, result: numbers as PolicyResult };
}

describe('rows of the lab that were kept', () => {
  it('give way to newer ones of the same policy, session and window alone', () => {
    const kept = [row('newest', 1), row('everlong', 2), row('everlong', 3, { file: 'b' })];
    const fresh = [row('everlong', 4), row('everlong', 5, { window: 16_000 })];
    const { rows, runs } = mergeRuns([
      { runs: [], rows: kept },
      { runs: [], rows: fresh },
    ]);
    expect(rows.map(({ result }) => result.inputTokens)).toEqual([1, 4, 3, 5]);
    expect(runs).toEqual([]);
  });

  it('stand beside the yardstick of their own session and window, or nowhere', () => {
    const rows = [row('newest', 1), row('everlong', 2), row('everlong', 3, { file: 'b' })];
    expect(
      besideNewest(rows).map(({ result, newest }) => [result.inputTokens, newest.inputTokens]),
    ).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });

  it('are in no sum with the sample where it leaves their session out', () => {
    const leftOut = { ...row('newest', 2, { file: 'b' }), isLeftOut: true };
    const made = { ...row('newest', 3), source: 'made-chat' };
    const [[window, own] = [0, []]] = recordedByWindow(
      besideNewest([row('newest', 1), leftOut, made]),
    );
    expect([window, own.map(({ result }) => result.inputTokens)]).toEqual([8000, [1]]);
  });

  it('say how many sessions and requests there were', () => {
    const rows = [row('newest', 1), row('newest', 1, { file: 'b' }), row('everlong', 2)];
    expect(describeSample(rows, ' (all)')).toBe(
      '2 sessions of 1 sources (all), 10 requests for each policy and window; reserve 1024, prices of m.',
    );
  });

  it('say what each run took', () => {
    const run = { policies: ['newest'], windows: [8000], seconds: 60, cpuSeconds: 90 };
    expect(describeRuns([{ ...run, build: 'commit abc' }])).toEqual([
      '- 1 policies at 1 windows: 90 s of processor time in 60 s; commit abc.',
    ]);
  });
});

describe('markdownTable', () => {
  it('aligns numbers right, by the first row', () => {
    expect(markdownTable(['policy', 'cost', 'share'], [['newest', '$1.20', '–']])).toEqual([
      '| policy | cost | share |',
      '| --- | --: | --: |',
      '| newest | $1.20 | – |',
    ]);
  });
});

describe('writeResult', () => {
  it('writes a page anew, with the command that prints its figures', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'everlong-results-'));
    const results = pathToFileURL(join(folder, 'results/'));
    for (const text of ['old', 'new']) {
      writeResult('lab', { title: 'Lab', command: 'pnpm lab', text }, results);
    }
    expect(await readFile(new URL('lab.md', results), 'utf8')).toBe(
      '# Lab\n\nWritten by `pnpm lab`. [How it is measured](../README.md).\n\nnew\n',
    );
    await rm(folder, { recursive: true });
  });
});

describe('plays of tasks that were kept', () => {
  const setting = (policy: string): Setting => ({ policy, window: 8000, canSearch: false });
  const answer = (seed: number, policy: string, calls: number) => ({
    family: 'a',
    seed,
    verdict: { maxCalls: 9 } as never,
    rows: [{ family: 'a', seed, ...setting(policy), build: 'build', play: { calls } as never }],
  });

  it('are one answer a task, with the last play of each setting', () => {
    const joined = joinAnswers([
      answer(1, 'newest', 1),
      answer(1, 'everlong', 2),
      answer(2, 'newest', 3),
      answer(1, 'everlong', 4),
    ]);
    expect(joined.map(({ seed, rows }) => [seed, rows.map(({ play }) => play.calls)])).toEqual([
      [1, [1, 4]],
      [2, [3]],
    ]);
  });

  it('belong to tasks of all families in turn', () => {
    const tasks = tasksOf([{ name: 'a' }, { name: 'b' }], 3, 7);
    expect(tasks).toEqual([
      { family: 'a', seed: 7 },
      { family: 'b', seed: 7 },
      { family: 'a', seed: 8 },
    ]);
  });
});
