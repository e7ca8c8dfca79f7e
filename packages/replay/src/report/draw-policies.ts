import { drawShares, type SharePanel } from './draw-shares.js';
import { type LabelPlace, placeLabels } from './place-labels.js';
import { escapeXml, INK, svgText } from './svg-text.js';

/** The cost of one policy, and how many entries it reread. */
interface PolicyPoint {
  policy: string;
  cost: number;
  readAgainPer100: number;
}

/** The policies at one window. */
export interface PolicyPanel {
  title: string;
  points: readonly PolicyPoint[];
}

export interface DrawPoliciesOptions {
  /** The label of the cost axis. Default `cost to finish`. */
  costLabel?: string;
  /** Shares of the policies, such as tasks solved: panels of bars below the others. */
  shares?: readonly SharePanel[];
}

const TITLE = 'Cost to finish against entries read again; further left and down is better';
const PANEL = { width: 380, height: 260 };
const PLOT = { left: 46, right: 362, top: 36, bottom: 214 };
const GRID = '#e2e8f0';
const COLORS = [
  '#dc2626',
  '#059669',
  '#d97706',
  '#7c3aed',
  '#0891b2',
  '#db2777',
  '#64748b',
  '#854d0e',
  '#be123c',
  '#15803d',
  '#a21caf',
  '#0369a1',
  '#4d7c0f',
  '#c2410c',
  '#475569',
];
/** The settings of `keep` are shades of one color, joined by a line. */
const DIAL: Readonly<Record<string, string>> = {
  'everlong (little)': '#93c5fd',
  everlong: '#2563eb',
  'everlong (much)': '#172554',
};
/** About how wide a letter of a label is. */
const LETTER_WIDTH = 5;
const LEGEND_LETTER_WIDTH = 5.8;
const TICKS = 4;

/**
 * Draws one panel per window with one point per policy: cost on the x axis, entries read again per
 * 100 calls on the y axis; lower left is better. A self-contained SVG.
 */
export function drawPolicies(
  panels: readonly PolicyPanel[],
  { costLabel = 'cost to finish', shares = [] }: DrawPoliciesOptions = {},
): string {
  const policies = [...new Set(panels.flatMap(({ points }) => points.map(({ policy }) => policy)))];
  const color = (policy: string): string => colorOf(policies, policy);
  const drawn = [
    ...panels.map((panel) => drawPanel(panel, color, costLabel)),
    ...shares.map((panel) => drawShares(panel, color)),
  ];
  const columns = Math.min(2, Math.max(1, drawn.length));
  const width = columns * PANEL.width;
  const slot = Math.max(0, ...policies.map(({ length }) => length)) * LEGEND_LETTER_WIDTH + 28;
  const inRow = Math.max(1, Math.floor((width - 16) / slot));
  const head = 30 + Math.ceil(policies.length / inRow) * 18;
  const height = head + Math.ceil(drawn.length / columns) * PANEL.height;
  const placed = drawn.map((panel, index) => {
    const left = (index % columns) * PANEL.width;
    const top = head + Math.floor(index / columns) * PANEL.height;
    return `<g transform="translate(${left} ${top})">${panel}</g>`;
  });
  const legend = policies.map((policy, index) => {
    const left = 16 + (index % inRow) * slot;
    const top = 40 + Math.floor(index / inRow) * 18;
    return `${dot(left, top - 4, color(policy), policy)}${svgText(left + 9, top, policy)}`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" role="img">`,
    '<title>Policies: cost to finish against entries read again per 100 calls</title>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    // A single panel is narrow.
    svgText(12, 20, TITLE, columns === 1 ? 10 : 13),
    ...legend,
    ...placed,
    '</svg>',
    '',
  ].join('\n');
}

function drawPanel(
  { title, points }: PolicyPanel,
  color: (policy: string) => string,
  costLabel: string,
): string {
  const most = ceiling(Math.max(0, ...points.map(({ cost }) => cost)));
  const mostRead = ceiling(Math.max(0, ...points.map((point) => point.readAgainPer100)));
  const x = (cost: number): number => PLOT.left + (cost / most) * (PLOT.right - PLOT.left);
  const y = (read: number): number => PLOT.bottom - (read / mostRead) * (PLOT.bottom - PLOT.top);
  const ticks = Array.from({ length: TICKS + 1 }, (_, tick) => tick / TICKS).flatMap((part) => [
    `<path d="M${PLOT.left} ${y(part * mostRead).toFixed(1)}H${PLOT.right}" stroke="${GRID}"/>`,
    svgText(PLOT.left - 5, y(part * mostRead) + 4, shortNumber(part * mostRead), 10, 'end'),
    svgText(x(part * most), PLOT.bottom + 14, shortNumber(part * most), 10, 'middle'),
  ]);
  const placed = inOrder(points).map(({ policy, cost, readAgainPer100 }) => ({
    policy,
    left: x(cost),
    top: y(readAgainPer100),
    label: `${policy}: ${shortNumber(cost)}, ${shortNumber(readAgainPer100)} read again`,
  }));
  const dots = placed.map(({ policy, left, top, label }) => dot(left, top, color(policy), label));
  const line = placed.filter(({ policy }) => policy in DIAL);
  return [
    svgText(PLOT.left, 16, title, 12),
    ...ticks,
    `<path d="M${PLOT.left} ${PLOT.top}V${PLOT.bottom}H${PLOT.right}" fill="none" stroke="${INK}"/>`,
    ...(line.length < 2 ? [] : [polyline(line)]),
    ...dots.toReversed(),
    ...labels(placed),
    svgText(PLOT.right, PLOT.bottom + 30, costLabel, 10, 'end'),
    svgText(PLOT.left, PLOT.top - 4, 'read again per 100 calls', 10),
  ].join('');
}

/** The points of `everlong` first, from little to much. */
function inOrder(points: readonly PolicyPoint[]): PolicyPoint[] {
  const places = Object.keys(DIAL);
  const dial = places.flatMap((place) => points.filter(({ policy }) => policy === place));
  return [...dial, ...points.filter(({ policy }) => !(policy in DIAL))];
}

function polyline(places: readonly LabelPlace[]): string {
  const path = places.map(({ left, top }) => `${left.toFixed(1)} ${top.toFixed(1)}`).join('L');
  return `<path d="M${path}" fill="none" stroke="${DIAL['everlong'] ?? INK}" stroke-width="1.5"/>`;
}

/** The names next to the dots, where there is room. */
function labels(dots: readonly (LabelPlace & { policy: string })[]): string[] {
  const wide = dots.map((one) => ({ ...one, width: one.policy.length * LETTER_WIDTH }));
  const places = placeLabels(wide, { ...PLOT, right: PANEL.width });
  return dots.flatMap(({ policy }, index) => {
    const place = places[index];
    return place === undefined ? [] : [svgText(place.left, place.top, policy, 9)];
  });
}

function dot(left: number, top: number, color: string, label: string): string {
  return (
    `<circle cx="${left.toFixed(1)}" cy="${top.toFixed(1)}" r="5" fill="${color}" fill-opacity="0.85">` +
    `<title>${escapeXml(label)}</title></circle>`
  );
}

function colorOf(policies: readonly string[], policy: string): string {
  const others = policies.filter((one) => !(one in DIAL));
  return DIAL[policy] ?? COLORS[others.indexOf(policy) % COLORS.length] ?? INK;
}

/** A round number that is not below the value: 1, 2 or 5 times a power of ten. */
function ceiling(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value) ?? value;
}

function shortNumber(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en-US');
}
