import { drawPolicies } from './draw-policies.js';
import type { PolicyResult, ReplayResult } from './replay-result.js';
import { escapeXml } from './svg-text.js';

/** One bar chart of the page, with one bar per policy. */
interface Chart {
  title: string;
  /** What the figure cannot see. */
  blind: string;
  value(result: PolicyResult): number | null;
  show(value: number): string;
}

const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;
const count = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: 1 });

const CHARTS: readonly Chart[] = [
  {
    title: 'Needed lines present',
    blind: 'Lines of fewer than 24 characters, and whether anybody read them.',
    value: ({ neededLines }) => neededLines.recall,
    show: percent,
  },
  {
    title: 'Needed values present',
    blind: 'What the value meant.',
    value: ({ neededValues }) => neededValues.recall,
    show: percent,
  },
  {
    title: 'Values at risk, with a word of context',
    blind: 'Whether the word is the right one.',
    value: ({ neededValues }) => neededValues.atRisk.contextRecall,
    show: percent,
  },
  {
    title: 'Edits that apply to what the request shows',
    blind: 'Everything but edits; what commands changed in files.',
    value: ({ editsApply: { edits, present } }) => (edits === 0 ? null : present / edits),
    show: percent,
  },
  {
    title: 'Code length: extra phrases a message',
    blind: 'Paraphrase: the same thing in other words is as long as something new.',
    value: ({ codeLength: { extra, messages } }) => (messages === 0 ? null : extra / messages),
    show: count,
  },
  {
    title: 'Cache hits',
    blind: 'What was in the prompts.',
    value: ({ cacheHitRatio }) => cacheHitRatio,
    show: percent,
  },
  {
    title: 'Compactions',
    blind: 'How large they were.',
    value: ({ compactions }) => compactions,
    show: count,
  },
];

const STYLE = `body{font:15px/1.45 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#0f172a}
figure{margin:1.5rem 0}figcaption{font-weight:600}small{color:#475569}svg{max-width:100%;height:auto}
table{border-collapse:collapse;width:100%}td{padding:.15rem .5rem .15rem 0;white-space:nowrap}td.bar{width:100%}
td.bar div{background:#2563eb;height:.9rem;min-width:1px}`;

/**
 * The totals as one self-contained HTML page of plots, without scripts. With a closed loop the
 * first plot shows cost to finish against entries read again.
 */
export function replayPage({ files, total }: ReplayResult): string {
  const [first] = total;
  const title = 'everlong replay';
  const about =
    first === undefined
      ? 'Nothing was replayed.'
      : `${count(files.length)} sessions, ${count(first.requests)} requests, window ${count(first.window)}, prices of ${first.model}.`;
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style></head><body>`,
    `<h1>${title}</h1><p>${escapeXml(about)}</p>`,
    ...closedLoops(total),
    ...(first === undefined ? [] : CHARTS.map((chart) => drawChart(chart, total))),
    '</body></html>',
    '',
  ].join('\n');
}

function closedLoops(total: readonly PolicyResult[]): string[] {
  const points = total.flatMap(({ policy, closedLoop }) =>
    closedLoop === undefined
      ? []
      : [
          {
            policy,
            cost: closedLoop.costToFinish,
            readAgainPer100: closedLoop.readAgainPer100 ?? 0,
          },
        ],
  );
  const [first] = total;
  if (points.length === 0 || first === undefined) return [];
  const panel = { title: `window ${count(first.window)}`, points };
  return [`<figure>${drawPolicies([panel], { costLabel: 'cost to finish, $' })}</figure>`];
}

function drawChart({ title, blind, value, show }: Chart, total: readonly PolicyResult[]): string {
  const values = total.map((result) => ({ policy: result.policy, value: value(result) }));
  const most = Math.max(...values.map((row) => row.value ?? 0), Number.EPSILON);
  const rows = values.map((row) => {
    const width = (((row.value ?? 0) / most) * 100).toFixed(1);
    const shown = row.value === null ? '–' : show(row.value);
    return (
      `<tr><td>${escapeXml(row.policy)}</td><td class="bar"><div style="width:${width}%"></div></td>` +
      `<td>${escapeXml(shown)}</td></tr>`
    );
  });
  return (
    `<figure><figcaption>${escapeXml(title)}</figcaption><table>${rows.join('')}</table>` +
    `<small>Cannot see: ${escapeXml(blind)}</small></figure>`
  );
}
