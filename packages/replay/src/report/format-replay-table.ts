import type { PolicyResult, ReplayResult } from './replay-result.js';

/** Fields in the order of the table; the values of several policies are side by side. */
const ROWS: readonly (readonly [string, (result: PolicyResult) => string])[] = [
  ['requests', ({ requests }) => count(requests)],
  ['refused', ({ refused }) => count(refused)],
  ['over budget', ({ overBudget }) => count(overBudget)],
  ['invalid', ({ invalid }) => count(invalid)],
  ['cost to finish', ({ closedLoop }) => maybe(closedLoop?.costToFinish, dollars)],
  ['read again / 100', ({ closedLoop }) => maybe(closedLoop?.readAgainPer100, oneDecimal)],
  ['  extra calls', ({ closedLoop }) => maybe(closedLoop?.extraCalls, count)],
  ['  unmet', ({ closedLoop }) => maybe(closedLoop?.unmet, count)],
  ['  never had', ({ closedLoop }) => maybe(closedLoop?.neverHad, count)],
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
  ['needed lines', ({ neededLines }) => count(neededLines.needed)],
  ['  present', ({ neededLines }) => percent(neededLines.recall)],
  ['  stale', ({ neededLines }) => share(neededLines.stale, neededLines.needed)],
  ['  regret', ({ neededLines }) => share(neededLines.regret, neededLines.needed)],
  ['  at risk', ({ neededLines }) => count(neededLines.atRisk.needed)],
  ['    present', ({ neededLines }) => percent(neededLines.atRisk.recall)],
  ['edits', ({ editsApply }) => count(editsApply.edits)],
  ['  apply', ({ editsApply: { present, edits } }) => share(present, edits)],
  ['extra phrases', ({ codeLength: { extra, messages } }) => quotient(extra, messages)],
  ['needed values', ({ neededValues }) => count(neededValues.needed)],
  ['  present', ({ neededValues }) => percent(neededValues.recall)],
  ['  at risk', ({ neededValues }) => count(neededValues.atRisk.needed)],
  ['    present', ({ neededValues }) => percent(neededValues.atRisk.recall)],
  ['    with context', ({ neededValues }) => percent(neededValues.atRisk.contextRecall)],
  ['    uncued', ({ neededValues }) => count(neededValues.atRisk.uncued)],
  ['derivable values', ({ neededValues }) => count(neededValues.derivable.needed)],
  ['  present', ({ neededValues }) => percent(neededValues.derivable.recall)],
  ['  at risk', ({ neededValues }) => count(neededValues.derivable.atRisk.needed)],
  ['    present', ({ neededValues }) => percent(neededValues.derivable.atRisk.recall)],
  ['reacquired tokens', ({ reacquireTokens }) => count(reacquireTokens)],
  ['snapshot tokens', ({ snapshotTokens }) => maybe(snapshotTokens, count)],
  ['  lines used', ({ snapshotLines: { used, total } }) => share(used, total)],
  ['  lists', ({ snapshotLines: { lists, total } }) => share(lists, total)],
  ['ledger precision', ({ ledgerPrecision }) => percent(ledgerPrecision)],
  ['recoverable', ({ recoverable }) => percent(recoverable)],
  ['constraints', ({ constraints }) => share(constraints.present, constraints.total)],
  ['prepare p50', ({ prepareMs }) => milliseconds(prepareMs.p50)],
  ['prepare p99', ({ prepareMs }) => milliseconds(prepareMs.p99)],
  ['prepare max', ({ prepareMs }) => milliseconds(prepareMs.max)],
];

/** What a terminal shows without breaking lines. */
const MAX_COLUMNS = 80;

/**
 * The totals as a text table, one column per policy, followed by the first problems. At most 80
 * columns wide: if the policies need more, the table is split into blocks. No colours.
 */
export function formatReplayTable({ files, total }: ReplayResult): string {
  const [first] = total;
  if (first === undefined) return 'Nothing was replayed.\n';
  const rows = ROWS.map(([name, value]) => ({ name, cells: total.map(value) })).filter(
    ({ cells }) => cells.some((cell) => cell !== ''),
  );
  const table = [{ name: '', cells: total.map(({ policy }) => policy) }, ...rows];
  const nameWidth = Math.max(...table.map(({ name }) => name.length));
  const widths = total.map((_, column) =>
    Math.max(...table.map(({ cells }) => cells[column]?.length ?? 0)),
  );
  const blocks = columnBlocks(widths, MAX_COLUMNS - nameWidth).map((columns) =>
    table
      .map(({ name, cells }) => {
        const shown = columns.map((column) => (cells[column] ?? '').padStart(widths[column] ?? 0));
        return [name.padEnd(nameWidth), ...shown].join('  ').trimEnd();
      })
      .join('\n'),
  );
  return `${[...heading(files, first), '', blocks.join('\n\n'), ...problems(total)].join('\n')}\n`;
}

/** Columns by index, in as few blocks as fit the room; a column with its gap is 2 wider. */
function columnBlocks(widths: readonly number[], room: number): number[][] {
  const blocks: number[][] = [];
  let left = 0;
  widths.forEach((width, column) => {
    const block = blocks.at(-1);
    if (block === undefined || left < width + 2) {
      blocks.push([column]);
      left = room - width - 2;
    } else {
      block.push(column);
      left -= width + 2;
    }
  });
  return blocks;
}

function heading(files: ReplayResult['files'], { window, reserve, model }: PolicyResult): string[] {
  const messages = files.reduce((sum, file) => sum + file.messages, 0);
  const calls = files.reduce((sum, file) => sum + file.calls, 0);
  return [
    `${plural(files.length, 'session')}, ${plural(messages, 'message')}, ${plural(calls, 'call')}`,
    `window ${count(window)}, reserve ${count(reserve)}; prices of ${model}`,
  ];
}

function problems(total: readonly PolicyResult[]): string[] {
  const lines = total.flatMap(({ policy, problems: reasons }) =>
    reasons.flatMap((reason) => wrapped(`${policy}: ${reason}`)),
  );
  return lines.length === 0 ? [] : ['', ...lines];
}

/** A line in pieces that fit, the later ones indented; only words that are too long are broken. */
function wrapped(line: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const word of line.split(' ').flatMap(inParts)) {
    if (piece.length + word.length + 1 > MAX_COLUMNS && piece.trim() !== '') {
      pieces.push(piece);
      piece = ' ';
    }
    piece = piece === '' ? word : `${piece} ${word}`;
  }
  return [...pieces, piece];
}

function inParts(word: string): string[] {
  return word.match(new RegExp(`.{1,${MAX_COLUMNS - 2}}`, 'gu')) ?? [];
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

function oneDecimal(value: number): string {
  return value.toFixed(1);
}

function quotient(part: number, whole: number): string {
  return whole === 0 ? '–' : oneDecimal(part / whole);
}

/** Empty if the figure was not measured, so that its row can be left out. */
function maybe(value: number | null | undefined, show: (value: number) => string): string {
  if (value === undefined) return '';
  return value === null ? '–' : show(value);
}

function share(part: number, whole: number): string {
  return percent(whole === 0 ? null : part / whole);
}

function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0)} ms`;
}
