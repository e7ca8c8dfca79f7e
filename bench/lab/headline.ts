/**
 * The lab in one table: a row a window, and in each cell cost to finish (`newest` = 1), read again
 * per 100 calls and needed lines present.
 */
import { costFigure, type Figure, linesFigure, readAgainFigure } from './figures.ts';
import { byPolicy, recordedByWindow } from './groups.ts';
import { fittingPeers } from './presets-and-peers.ts';
import type { LabResult } from './rows.ts';
import { show, spread } from './spread.ts';
import { markdownTable } from '../markdown-table.ts';

/** The places of the dial `keep`, each with the lab's name for it. */
const DIAL = [
  ['`little`', 'everlong (little)'],
  ['`balanced`', 'everlong'],
  ['`much`', 'everlong (much)'],
] as const;

type Policies = readonly [string, LabResult[]][];

/** The places of `keep` beside `newest` and two peers: the cheapest, and the one that reads least. */
export function headlineOf(results: readonly LabResult[]): string[] {
  return markdownTable(
    [
      'window',
      ...DIAL.map(([place]) => (place === '`balanced`' ? `${place} (default)` : place)),
      '`newest`',
      'the cheapest peer',
      'the peer that reads least again',
    ],
    recordedByWindow(results).map(([window, own]) => {
      const policies = byPolicy(own);
      const peers = fittingPeers(policies);
      return [
        ...dialCells(window, policies),
        lowest(peers, costFigure),
        lowest(peers, readAgainFigure),
      ];
    }),
  );
}

function dialCells(window: number, policies: Policies): string[] {
  const named = new Map(policies);
  const names = [...DIAL.map(([, policy]) => policy), 'newest'];
  return [window.toLocaleString('en-US'), ...names.map((name) => cellOf(named.get(name)))];
}

/** The peer with the lowest value of a figure. */
function lowest(peers: Policies, figure: Figure): string {
  const valueOf = (sessions: readonly LabResult[]): number =>
    spread(sessions, figure).sum ?? Infinity;
  const [first] = peers.toSorted(([, one], [, other]) => valueOf(one) - valueOf(other));
  return first === undefined ? '–' : `${cellOf(first[1])} \`${first[0]}\``;
}

function cellOf(sessions: readonly LabResult[] | undefined): string {
  if (sessions === undefined) return '–';
  return [costFigure, readAgainFigure, linesFigure]
    .map((figure) => show(spread(sessions, figure).sum, figure))
    .join(' / ');
}
