/** The lab's picture. */
import { drawPolicies, type PolicyPanel, type SharePanel } from '@everlong/replay';

import { costFigure, readAgainFigure } from './figures.ts';
import { byPolicy, recordedByWindow, windowName } from './groups.ts';
import type { LabResult } from './rows.ts';
import { spread } from './spread.ts';
import { ALL_FAMILIES, type Score } from '../tasks/report.ts';

/** The picture: a panel a window, a point a policy; below, the shares of tasks solved. */
export function drawLab(results: readonly LabResult[], scores: readonly Score[]): string {
  const windows = recordedByWindow(results);
  return drawPolicies(
    windows.map(([window, own]): PolicyPanel => ({
      title: windowName(window),
      points: byPolicy(own).map(([policy, sessions]) => ({
        policy,
        cost: spread(sessions, costFigure).sum ?? 0,
        readAgainPer100: spread(sessions, readAgainFigure).sum ?? 0,
      })),
    })),
    { costLabel: 'cost to finish, of newest', shares: solvedPanels(scores) },
  );
}

/** Tasks solved without history tools, which not everybody has. */
function solvedPanels(scores: readonly Score[]): SharePanel[] {
  const all = scores.filter(({ family, canSearch }) => family === ALL_FAMILIES && !canSearch);
  return [...Map.groupBy(all, ({ window }) => window)].map(([window, own]) => ({
    title: `tasks solved, ${windowName(window)}`,
    shares: own.map(({ policy, solved, tasks }) => ({ policy, share: solved / tasks })),
  }));
}
