import type { ContextState } from '@everlong/context';
import type { Usage } from '@everlong/core';
import { formatNumber, formatPercent, formatTime } from './format-number.js';
import type { Terminal } from './terminal.js';

const barWidth = 20;

export interface GaugeOptions {
  colors: Terminal['colors'];
  /** How many tools the request offers, where it is known. */
  toolCount?: number;
  /** How many messages the session holds. */
  messageCount?: number;
}

/** The context gauge: how full the next request is, what fills it, and what starts a compaction. */
export function formatGauge(state: ContextState, options: GaugeOptions): string[] {
  const { colors } = options;
  return [
    colors.bold('Context Status'),
    ...statusLines(state, options).map((line) => `  ${line}`),
    '',
    colors.bold(`Compaction Triggers (${state.triggers.map(({ name }) => name).join(' OR ')})`),
    ...triggerLines(state, colors).map((line) => `  ${line}`),
    '',
    `  ${willCompactLine(state)}`,
  ];
}

/** The one-line form that follows an answer. */
export function formatTokensLine({ used, window }: ContextState): string {
  const messages = used.total - used.tools;
  return (
    `tokens: ${formatNumber(messages)} msgs + ${formatNumber(used.tools)} tools | context: ` +
    `${formatNumber(used.total)} / ${formatNumber(window)} (${formatPercent(used.total / window)})`
  );
}

/** What it means that a provider reported far fewer tokens than it was sent. */
export function describeTruncation({
  sentTokens,
  readTokens,
}: NonNullable<ContextState['truncation']>): string {
  return (
    `The provider read ${formatNumber(readTokens)} of about ${formatNumber(sentTokens)} tokens: ` +
    'it seems to cut long prompts. Say with --window how many it takes.'
  );
}

function statusLines(
  state: ContextState,
  { colors, toolCount, messageCount }: GaugeOptions,
): string[] {
  const { used, window, inputBudget, epoch, spend, lastCompaction } = state;
  const lines = [
    `Context limit: ${formatNumber(window)} tokens ` +
      `(${formatNumber(inputBudget)} for a request, ${formatNumber(window - inputBudget)} reserved)`,
    `In use: ${formatNumber(used.total)} / ${formatNumber(inputBudget)} ` +
      `(${formatPercent(state.ratio)})${countNote(state)}`,
    `         ${drawBar(state.ratio, colorOfLevel(state.level, colors))}`,
    `Instructions: ${formatNumber(used.instructions)} tokens`,
    `Tool definitions: ${formatNumber(used.tools)} tokens` +
      (toolCount === undefined ? '' : ` (${toolCount} tools)`),
    `Messages: ${formatNumber(used.messages)} tokens` +
      (messageCount === undefined ? '' : ` (${formatNumber(messageCount)} messages stored)`),
  ];
  if (used.memory > 0) lines.push(`Memory: ${formatNumber(used.memory)} tokens`);
  if (used.summary > 0) lines.push(`Summary: ${formatNumber(used.summary)} tokens`);
  if (lastCompaction !== undefined && lastCompaction.summarizedMessages > 0) {
    const { summarizedMessages, snapshotTokens } = lastCompaction;
    lines.push(
      `Last summary: ${summarizedMessages} messages -> ${formatNumber(snapshotTokens)} tokens`,
    );
  }
  if (lastCompaction !== undefined) {
    lines.push(`Created: ${formatTime(lastCompaction.createdAt)} (${lastCompaction.reason})`);
  }
  lines.push(`Epoch: ${epoch}`);
  const { truncation } = state;
  if (truncation !== undefined) lines.push(colors.yellow(describeTruncation(truncation)));
  if (spend !== undefined) lines.push(`Spent so far: ${formatUsage(spend)}`);
  return lines;
}

/** How far the count can be trusted, where it is not exact. */
function countNote({ source, providerTokens, used }: ContextState): string {
  if (source === 'heuristic') return ' (estimated)';
  if (source === 'tokenizer' || providerTokens === undefined) return '';
  return providerTokens === used.total
    ? ' (as the provider counts)'
    : ` (the provider counts about ${formatNumber(providerTokens)})`;
}

/** Billed tokens: `1,200 in (300 cached), 80 out`. */
function formatUsage({ inputTokens, outputTokens, cacheReadTokens }: Usage): string {
  const cached = cacheReadTokens ? ` (${formatNumber(cacheReadTokens)} cached)` : '';
  return `${formatNumber(inputTokens)} in${cached}, ${formatNumber(outputTokens)} out`;
}

function triggerLines({ triggers }: ContextState, colors: Terminal['colors']): string[] {
  return triggers.flatMap(({ name, value, limit, ratio }) => [
    `${capitalize(name)}: ${formatNumber(value)} / ${formatNumber(limit)} (${formatPercent(ratio)})`,
    `         ${drawBar(ratio, ratio >= 1 ? colors.red : colors.cyan)}`,
  ]);
}

function willCompactLine({ willCompact, next }: ContextState): string {
  return `Will compact next turn: ${willCompact ? `yes, ${next.action}` : 'no'}: ${next.reason}`;
}

/** A bar that is never longer than full, and shows a first block as soon as there is anything. */
function drawBar(ratio: number, color: (text: string) => string): string {
  const share = Number.isFinite(ratio) ? Math.min(1, Math.max(0, ratio)) : 0;
  const filled = share > 0 ? Math.max(1, Math.floor(share * barWidth)) : 0;
  return `[${color('█'.repeat(filled))}${'░'.repeat(barWidth - filled)}]`;
}

function colorOfLevel(
  level: ContextState['level'],
  colors: Terminal['colors'],
): (text: string) => string {
  switch (level) {
    case 'normal':
      return colors.green;
    case 'soft':
      return colors.yellow;
    case 'hard':
    case 'over':
      return colors.red;
  }
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
