/** Plays what one row of the table needs, with a rule taken away or not, and prints it as JSON. */
import { corpus } from '@everlong/testing/corpus';

import { costFigure, linesFigure, readAgainFigure } from '../lab/figures.ts';
import { playWindows } from '../lab/play-windows.ts';
import { besideNewest } from '../lab/rows.ts';
import { longFiles } from '../lab/sample.ts';
import { spread } from '../lab/spread.ts';
import { labelledFiles, walkConstraints } from '../snapshots/labelled-constraints.ts';
import { playLanguages } from '../tasks/languages/play-languages.ts';

/** What a row of the table shows. */
export interface Row {
  solved: number;
  pairs: number;
  held: number;
  cost: number;
  readAgain: number;
  lines: number;
}

const WINDOW = 16_000;

process.stdout.write(JSON.stringify(await play()));

async function play(): Promise<Row> {
  const { tasks, pages } = await playLanguages({
    policies: ['everlong'],
    windows: [8000],
    seed: 1,
    model: 'claude-sonnet-4-5',
    workers: 1,
  });
  const policies = ['newest', 'everlong'];
  const settings = { policies, windows: [WINDOW], workers: 1, onWindow: () => {} };
  const results = besideNewest((await playWindows(longFiles(WINDOW), settings)).rows);
  const of = (name: string) => results.filter(({ result }) => result.policy === name);
  const sum = (name: string, figure: typeof costFigure) => spread(of(name), figure).sum ?? 0;
  let held = 0;
  for (const file of labelledFiles) {
    const options = { contextWindow: 8000, checkedAfter: [10] };
    for (const kept of await walkConstraints(corpus, file, options)) held += kept.held;
  }
  return {
    solved: tasks.flatMap(({ rows }) => rows).filter(({ play: { isSolved } }) => isSolved).length,
    pairs: pages
      .flatMap(({ rows }) => rows)
      .reduce((all, { play: { wrong } }) => {
        return all + 60 - (wrong['missed'] ?? 0) - (wrong['wrong value'] ?? 0);
      }, 0),
    held,
    cost: sum('everlong', costFigure),
    readAgain: sum('everlong', readAgainFigure) - sum('newest', readAgainFigure),
    lines: sum('everlong', linesFigure),
  };
}
