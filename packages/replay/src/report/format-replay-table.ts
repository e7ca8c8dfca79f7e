import type { PolicyResult, ReplayResult } from './replay-result.js';

/** Fields in the order of the table; a value of several policies stands side by side. */
const ROWS: readonly (readonly [string, (result: PolicyResult) => string])[] = [
  ['requests', ({ requests }) => count(requests)],
  ['refused', ({ refused }) => count(refused)],
  ['over budget', ({ overBudget }) => count(overBudget)],
  ['invalid', ({ invalid }) => count(invalid)],
  ['cost with misses', ({ costWithMisses }) => dollars(costWithMisses)],
  ['cost', ({ costUsd }) => dollars(costUsd)],
  [
    '  at worst',
    ({ costRangeUsd }) => (costRangeUsd === undefined ? '' : dollars(costRangeUsd.max)),
  ],
  ['input tokens', ({ inputTokens }) => count(inputTokens)],
  ['cached', ({ cacheHitRatio }) => percent(cacheHitRatio)],
  ['  without expiry', ({ cacheHitRatioWithoutExpiry }) => percent(cacheHitRatioWithoutExpiry)],
  ['written to cache', ({ cacheWriteTokens }) => count(cacheWriteTokens)],
  ['compactions', ({ compactions }) => count(compactions)],
  ['summary calls', ({ summaryCalls }) => count(summaryCalls)],
  ['stable requests', ({ stableRequests }) => count(stableRequests)],
  ['needed values', ({ neededValues }) => count(neededValues.needed)],
  ['  present', ({ neededValues }) => percent(neededValues.recall)],
  ['  at risk', ({ neededValues }) => count(neededValues.atRisk.needed)],
  ['    present', ({ neededValues }) => percent(neededValues.atRisk.recall)],
  ['    with context', ({ neededValues }) => percent(neededValues.atRisk.contextRecall)],
  ['    uncued', ({ neededValues }) => count(neededValues.atRisk.uncued)],
  ['to read again, tokens', ({ reacquireTokens }) => count(reacquireTokens)],
  ['ledger precision', ({ ledgerPrecision }) => percent(ledgerPrecision)],
  ['recoverable', ({ recoverable }) => percent(recoverable)],
  ['constraints present', ({ constraints }) => share(constraints.present, constraints.total)],
  ['prepare p50', ({ prepareMs }) => milliseconds(prepareMs.p50)],
  ['prepare p99', ({ prepareMs }) => milliseconds(prepareMs.p99)],
  ['prepare max', ({ prepareMs }) => milliseconds(prepareMs.max)],
];

/** The totals as a table for people, one column a policy, then the first problems. No colours. */
export function formatReplayTable({ files, total }: ReplayResult): string {
  const [first] = total;
  if (first === undefined) return 'Nothing was replayed.\n';
  const cells = [
    ['', ...total.map(({ policy }) => policy)],
    ...ROWS.map(([name, value]) => [name, ...total.map((result) => value(result))]).filter((row) =>
      row.slice(1).some((cell) => cell !== ''),
    ),
  ];
  const widths = cells[0]?.map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const lines = cells.map((row) =>
    row
      .map((cell, column) => {
        const width = widths?.[column] ?? 0;
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd(),
  );
  return `${[heading(files, first), '', ...lines, ...problems(total)].join('\n')}\n`;
}

function heading(files: ReplayResult['files'], { window, reserve, model }: PolicyResult): string {
  const messages = files.reduce((sum, file) => sum + file.messages, 0);
  const calls = files.reduce((sum, file) => sum + file.calls, 0);
  return (
    `${plural(files.length, 'session')}, ${plural(messages, 'message')}, ${plural(calls, 'call')}; ` +
    `window ${count(window)}, reserve ${count(reserve)}; prices of ${model}`
  );
}

function problems(total: readonly PolicyResult[]): string[] {
  const lines = total.flatMap(({ policy, problems: reasons }) =>
    reasons.map((reason) => `${policy}: ${reason}`),
  );
  return lines.length === 0 ? [] : ['', ...lines];
}

const wholeNumbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

function count(value: number): string {
  return wholeNumbers.format(value);
}

function plural(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
}

function dollars(value: number): string {
  return `$${value.toFixed(value < 1 ? 4 : 2)}`;
}

function percent(value: number | null): string {
  return value === null ? '–' : `${(value * 100).toFixed(1)} %`;
}

function share(part: number, whole: number): string {
  return percent(whole === 0 ? null : part / whole);
}

function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0)} ms`;
}
