/** The README's picture: everlong beside other context managers, at one window. */
import { costFigure, type Figure, readAgainFigure } from './figures.ts';
import { byPolicy, recordedByWindow } from './groups.ts';
import { DEFAULT_POLICY, isPreset } from './presets-and-peers.ts';
import type { LabResult } from './rows.ts';
import { show, spread } from './spread.ts';

const WINDOW = 64_000;
/** Of 100 requests, as many over the budget are told beside the name. */
const LEAST_TOLD = 1;
const ROW = 22;
const TOP = 66;
const BARS = { cost: 270, reads: 540, width: 170 };
const COLORS = { own: '#2563eb', other: '#94a3b8', ink: '#0f172a' };

/** Names that say what a yardstick does. */
const NAMES = new Map([
  ['full', 'everything'],
  ['newest', 'the newest messages that fit'],
  [DEFAULT_POLICY, 'everlong'],
]);

/** A row a context manager, the cheapest first; undefined where the window was not played. */
export function drawCompared(results: readonly LabResult[]): string | undefined {
  const own = recordedByWindow(results).find(([window]) => window === WINDOW)?.[1];
  if (own === undefined) return undefined;
  const shown = byPolicy(own)
    .filter(([policy]) => NAMES.has(policy) || !(isPreset(policy) || policy.startsWith('everlong')))
    .toSorted(([, left], [, right]) => valueOf(left, costFigure) - valueOf(right, costFigure));
  const height = TOP + shown.length * ROW + 12;
  const most = (figure: Figure): number =>
    Math.max(...shown.map(([, sessions]) => valueOf(sessions, figure)));
  const rows = shown.flatMap(([policy, sessions], index) => {
    const top = TOP + index * ROW;
    const color = policy === DEFAULT_POLICY ? COLORS.own : COLORS.other;
    const bar = (left: number, figure: Figure): string => {
      const value = valueOf(sessions, figure);
      const width = (value / most(figure)) * BARS.width;
      return (
        `<rect x="${left}" y="${top - 11}" width="${width.toFixed(1)}" height="14" fill="${color}"/>` +
        text(left + width + 5, top, show(value, figure))
      );
    };
    const name = text(258, top, nameOf(policy, sessions), 'end', policy === DEFAULT_POLICY);
    return [name, bar(BARS.cost, costFigure), bar(BARS.reads, readAgainFigure)];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 ${height}" font-family="system-ui, sans-serif" font-size="11" role="img">`,
    '<title>everlong beside other context managers</title>',
    `<rect width="760" height="${height}" fill="#fff"/>`,
    text(BARS.cost, 20, 'cost to finish', 'start', true),
    text(BARS.cost, 38, '(the newest messages = 1)'),
    text(BARS.reads, 20, 'forgotten and read again', 'start', true),
    text(BARS.reads, 38, 'per 100 calls'),
    ...rows,
    '</svg>',
    '',
  ].join('\n');
}

/** With how many requests of 100 would not fit, where that is more than one. */
function nameOf(policy: string, sessions: readonly LabResult[]): string {
  const sum = (count: (one: LabResult) => number): number =>
    sessions.reduce((total, one) => total + count(one), 0);
  const over = (100 * sum((one) => one.result.overBudget)) / sum((one) => one.result.requests);
  const name = NAMES.get(policy) ?? policy;
  return over < LEAST_TOLD ? name : `${name}: ${Math.round(over)} % too long`;
}

function valueOf(sessions: readonly LabResult[], figure: Figure): number {
  return spread(sessions, figure).sum ?? 0;
}

function text(left: number, top: number, content: string, anchor = 'start', bold = false): string {
  const weight = bold ? ' font-weight="600"' : '';
  return `<text x="${left.toFixed(1)}" y="${top}" text-anchor="${anchor}"${weight} fill="${COLORS.ink}">${content}</text>`;
}
