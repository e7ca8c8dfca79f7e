import type { ContextState, ContextTrigger } from '@everlong/context';
import type { Usage } from '@everlong/core';
import {
  counted,
  formatNumber,
  formatPercent,
  formatTime,
  unreportedNote,
} from './format-number.js';
import type { LogCounts } from './log-counts.js';
import type { Styles } from './terminal.js';

const barWidth = 20;
const minReliableTokens = 2000;
const softNote = ', acts only with a model that summarizes';

type Truncation = NonNullable<ContextState['truncation']>;

export interface GaugeOptions {
  colors: Styles;
  /** How many tools the request offers, where it is known. */
  toolCount?: number;
  /** How many messages the session holds. */
  messageCount?: number;
  /** Its messages by role, and their characters. */
  log?: LogCounts;
  /** Whether snapshots are made without a model. */
  withoutModel?: boolean;
}

/** The two triggers of the documented gauge, and the letters it gives them. */
const documentedTriggers: Readonly<Record<string, string>> = { messages: 'N', tokens: 'K' };

/**
 * The context gauge: the window, the tools, the last summary and the documented triggers in their
 * documented form; below them the other triggers and the parts of the request. For a `past` request
 * the line about the next turn is left out.
 */
export function formatGauge(
  state: ContextState,
  options: GaugeOptions,
  when: 'now' | 'past' = 'now',
): string[] {
  const { colors } = options;
  const { triggers } = state;
  const documented = triggers.filter(({ name }) => name in documentedTriggers);
  const others = triggers.filter(({ name }) => !(name in documentedTriggers));
  const letters = documented.map(({ name }) => `${documentedTriggers[name]} ${name}`);
  const names = others.map(({ name }) => name);
  return [
    colors.bold('Context Status'),
    ...indented(statusLines(state, options)),
    ...section(colors, `Summarization Triggers (${letters.join(' OR ')})`, documented, options),
    ...section(colors, `Compaction Triggers (${names.join(' OR ')})`, others, options),
    '',
    colors.bold('Details'),
    ...indented(detailLines(state, options)),
    ...(when === 'now' ? ['', `  ${willCompactLine(state)}`] : []),
  ];
}

function section(
  colors: Styles,
  heading: string,
  triggers: readonly ContextTrigger[],
  options: GaugeOptions,
): string[] {
  if (triggers.length === 0) return [];
  return ['', colors.bold(heading), ...indented(triggerLines(triggers, options))];
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

/** The one-line form that follows an answer. */
export function formatTokensLine({ used, window }: ContextState): string {
  const messages = used.total - used.tools;
  return (
    `tokens: ${formatNumber(messages)} msgs + ${formatNumber(used.tools)} tools | context: ` +
    `${formatNumber(used.total)} / ${formatNumber(window)} (${formatPercent(used.total / window)})`
  );
}

/** Whether a prompt was long enough for the difference to mean truncation, not counting error. */
export function isReliable({ sentTokens }: Truncation): boolean {
  return sentTokens >= minReliableTokens;
}

/** A warning that the provider reported far fewer tokens than it was sent. */
export function describeTruncation({ sentTokens, readTokens }: Truncation): string {
  return (
    `The provider read ${formatNumber(readTokens)} of about ${formatNumber(sentTokens)} tokens: ` +
    'it seems to truncate long prompts. Pass --window with the number it accepts.'
  );
}

function statusLines(
  { used, window, lastCompaction }: ContextState,
  options: GaugeOptions,
): string[] {
  const { toolCount } = options;
  const tools = toolCount === undefined ? '' : ` (${toolCount} tools)`;
  const lines = [
    `Context limit: ${formatNumber(window)} tokens`,
    `Tool definitions: ${formatNumber(used.tools)} tokens${tools}`,
  ];
  if (lastCompaction === undefined || lastCompaction.summarizedMessages === 0) return lines;
  const { summarizedMessages, snapshotTokens, createdAt } = lastCompaction;
  return [
    ...lines,
    `Last summary: ${summarizedMessages} messages -> ${formatNumber(snapshotTokens)} tokens`,
    `Created: ${formatTime(createdAt)}`,
  ];
}

function detailLines(state: ContextState, { colors, log, messageCount }: GaugeOptions): string[] {
  const { used, window, inputBudget, epoch, spend, lastCompaction, truncation } = state;
  const lines = [
    `In use: ${formatNumber(used.total)} / ${formatNumber(inputBudget)} that a request may have ` +
      `(${formatPercent(state.ratio)})${countNote(state)}`,
    `         ${drawBar(state.ratio, colorOfLevel(state.level, colors))}`,
    `Kept free: ${formatNumber(window - inputBudget)} tokens of the window`,
    `Instructions: ${formatNumber(used.instructions)} tokens`,
    `Messages: ${formatNumber(used.messages)} tokens${storedNote(log, messageCount)}`,
  ];
  if (used.memory > 0) lines.push(`Memory: ${formatNumber(used.memory)} tokens`);
  if (used.summary > 0) lines.push(`Summary: ${formatNumber(used.summary)} tokens`);
  if (log !== undefined) lines.push(...logLines(log));
  lines.push(
    lastCompaction === undefined
      ? `Epoch: ${epoch}`
      : `Epoch: ${epoch}, begun because: ${lastCompaction.reason}`,
  );
  if (truncation !== undefined && isReliable(truncation)) {
    lines.push(colors.yellow(describeTruncation(truncation)));
  }
  if (spend !== undefined) lines.push(`Spent so far: ${formatUsage(spend)}`);
  return lines;
}

function storedNote(log: LogCounts | undefined, messageCount: number | undefined): string {
  const stored = log === undefined ? messageCount : sum(Object.values(log.roles));
  return stored === undefined ? '' : ` (${counted(stored, 'message')} stored)`;
}

/** The log by role, and how long it is. */
function logLines({ roles, characters }: LogCounts): string[] {
  const parts = Object.entries(roles).map(([role, count]) => `${role} ${formatNumber(count)}`);
  if (parts.length === 0) return [];
  return [`Roles: ${parts.join(', ')}`, `Characters: ${formatNumber(characters)}`];
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** How accurate the count is, if not exact. */
function countNote({ source, providerTokens, used }: ContextState): string {
  if (source === 'heuristic') return ' (estimated)';
  if (source === 'tokenizer' || providerTokens === undefined) return '';
  return providerTokens === used.total
    ? ' (as the provider counts)'
    : ` (the provider counts about ${formatNumber(providerTokens)})`;
}

/** Billed tokens: `1,200 in (300 cached), 80 out`. */
function formatUsage(spend: Usage): string {
  const { inputTokens, outputTokens, cacheReadTokens } = spend;
  const cached = cacheReadTokens ? ` (${formatNumber(cacheReadTokens)} cached)` : '';
  return (
    `${formatNumber(inputTokens)} in${cached}, ${formatNumber(outputTokens)} out` +
    unreportedNote(spend)
  );
}

function triggerLines(
  triggers: readonly ContextTrigger[],
  { colors, withoutModel }: GaugeOptions,
): string[] {
  const width = Math.max(...triggers.map(({ name }) => name.length)) + 1;
  return triggers.flatMap(({ name, value, limit, ratio }) => {
    const note = withoutModel === true && name === 'soft threshold' ? softNote : '';
    const label = `${capitalize(name)}:`.padEnd(width);
    return [
      `${label} ${formatNumber(value)} / ${formatNumber(limit)} (${formatPercent(ratio)})${note}`,
      `         ${drawBar(ratio, ratio >= 1 ? colors.red : colors.cyan)}`,
    ];
  });
}

function willCompactLine({ willCompact, next }: ContextState): string {
  return `Will compact next turn: ${willCompact ? `yes, ${next.action}` : 'no'}: ${next.reason}`;
}

/** A bar that is never overfull, with at least one block unless the ratio is 0. */
function drawBar(ratio: number, color: (text: string) => string): string {
  const share = Number.isFinite(ratio) ? Math.min(1, Math.max(0, ratio)) : 0;
  const filled = share > 0 ? Math.max(1, Math.floor(share * barWidth)) : 0;
  return `[${color('█'.repeat(filled))}${'░'.repeat(barWidth - filled)}]`;
}

function colorOfLevel(level: ContextState['level'], colors: Styles): (text: string) => string {
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
