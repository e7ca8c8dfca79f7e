import type { Snapshot, SnapshotVerification, SummarizeResult, Usage } from '@everlong/core';
import { formatCost } from './cost.js';
import { counted, formatNumber, formatTime } from './format-number.js';

/** What a summary covers, what its verification changed, and what it cost. */
export function summaryReport(
  { snapshot, usage }: SummarizeResult,
  costUsd: number | undefined,
): string[] {
  const { verification } = snapshot;
  return [
    `\n${coverage(snapshot)}`,
    ...(verification === undefined ? [] : [describeVerification(verification)]),
    ...(usage === undefined ? [] : [describeUsage(usage, costUsd)]),
  ];
}

export function describeUsage(
  { inputTokens, outputTokens }: Usage,
  costUsd: number | undefined,
): string {
  const cost = costUsd === undefined ? '' : `, ${formatCost(costUsd)}`;
  return `The model read ${formatNumber(inputTokens)} tokens and wrote ${formatNumber(outputTokens)}${cost}.`;
}

function describeVerification({ checked, struck, restored }: SnapshotVerification): string {
  return (
    `Verified: ${formatNumber(checked)} values checked, ${formatNumber(struck)} struck, ` +
    `${formatNumber(restored)} lines restored.`
  );
}

function coverage({
  messagesCovered,
  firstAt,
  lastAt,
  tokens,
  depth = 1,
  source,
  ledger,
}: Snapshot): string {
  const when =
    firstAt === undefined || lastAt === undefined
      ? ''
      : ` from ${formatTime(firstAt)} to ${formatTime(lastAt)}`;
  return (
    `${counted(messagesCovered, 'message')}${when} in ${counted(tokens, 'token')}, ` +
    `${source === 'model' ? 'written by a model' : 'without a model'}, depth ${depth}; ` +
    `${counted(ledger.length, 'exact value')} kept.`
  );
}
