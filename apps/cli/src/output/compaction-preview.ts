import type { CompactionPreview } from '@everlong/context';
import { plainLines } from '@everlong/core/internal';
import { formatCost } from './cost.js';
import { formatNumber } from './format-number.js';
import { planLines } from './plan-lines.js';

/** A preview of a compaction as lines. */
export function formatPreview(
  preview: CompactionPreview,
  bold: (text: string) => string,
): string[] {
  const { action, reason, tokensBefore, tokensAfter, ranges, snapshot } = preview;
  if (action === 'keep') return [`Nothing to compact: ${reason}`];
  const growth = tokensAfter > tokensBefore ? ': it would grow' : '';
  return [
    `A compaction would change the request from ${formatNumber(tokensBefore)} to ` +
      `${formatNumber(tokensAfter)} tokens${growth}. Nothing has changed yet.`,
    ...costLines(preview),
    '',
    bold('What would be kept and dropped'),
    ...planLines(ranges).map((line) => `  ${line}`),
    ...(snapshot === undefined ? [] : ['', bold('Snapshot'), plainLines(snapshot.text)]),
  ];
}

function costLines({ cost }: CompactionPreview): string[] {
  const { unit, nextCall, laterCalls, summary } = cost;
  const show = (amount: number): string =>
    unit === 'usd' ? formatCost(amount) : formatNumber(Math.round(amount));
  const what = unit === 'usd' ? 'Input of' : 'Input (in tokens at full price) of';
  return [
    `${what} the next call: ${show(nextCall.compacted)} instead of ${show(nextCall.asItIs)}; ` +
      `of each later one: ${show(laterCalls.compacted)} instead of ${show(laterCalls.asItIs)}.`,
    ...(summary === 0 ? [] : [`The summary would cost ${show(summary)} of model input.`]),
  ];
}
