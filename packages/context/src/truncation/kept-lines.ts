import {
  type LineRange,
  type ModelMessage,
  toolOutputText,
  type ToolPart,
  type ToolResultPart,
} from '@everlong/core';
import { redactMessage } from '@everlong/core/internal';
import { redactSecrets } from '@everlong/redaction';

import { type MessageGroup, type RenderedEntry, withMessages } from '../rendering/message-group.js';
import { withOutputText } from './shrink-message.js';

/** The lines that stay of an entry's results; `undefined` where all do. */
export type LinesOf = (seq: number) => readonly LineRange[] | undefined;

/** The group with only some lines of its results; the same objects where nothing is left out. */
export function keepGroupLines({ rendered }: MessageGroup, linesOf: LinesOf): RenderedEntry[] {
  return rendered.map((entry) => {
    const kept = linesOf(entry.seq);
    if (kept === undefined) return entry;
    const messages = entry.messages.map((message) => keepLines(message, kept, entry.seq));
    return withMessages(entry, messages, { disposition: 'truncated', reason: describeLines(kept) });
  });
}

/** The lines of a message's results that are text, through all of them, as `keepLines` counts. */
export function resultLines(message: ModelMessage): string[] {
  if (message.role !== 'tool') return [];
  return message.content.flatMap((part) => (isText(part) ? linesOfResult(part) : []));
}

/** Why an entry is shortened, for the plan. */
export function describeLines(kept: readonly LineRange[]): string {
  const ranges = kept.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`));
  const shown = ranges.length === 0 ? 'no lines' : `lines ${ranges.join(', ')}`;
  return `${shown}: newer messages show the others`;
}

type TextResult = ToolResultPart & {
  output: { type: 'text' | 'json' | 'error-text' | 'error-json' };
};

function isText(part: ToolPart): part is TextResult {
  return (
    part.type === 'tool-result' &&
    ['text', 'json', 'error-text', 'error-json'].includes(part.output.type)
  );
}

function linesOfResult({ output }: TextResult): string[] {
  return redactSecrets(toolOutputText(output)).split('\n');
}

function keepLines(message: ModelMessage, kept: readonly LineRange[], seq: number): ModelMessage {
  if (message.role !== 'tool') return message;
  let before = 0;
  const content = message.content.map((part) => {
    if (!isText(part)) return part;
    const lines = linesOfResult(part);
    const own = clipRanges(kept, before + 1, before + lines.length);
    const value = keptText(lines, own, { before, seq });
    before += lines.length;
    return value === undefined ? part : withOutputText(part, value);
  });
  const changed = content.some((part, index) => part !== message.content[index]);
  return changed ? redactMessage({ ...message, content }) : message;
}

function clipRanges(ranges: readonly LineRange[], first: number, last: number): LineRange[] {
  return ranges
    .map(({ from, to }) => ({ from: Math.max(from, first), to: Math.min(to, last) }))
    .filter(({ from, to }) => from <= to);
}

/** Kept lines with a notice for each gap; `undefined` where no line is left out. */
function keptText(
  lines: readonly string[],
  kept: readonly LineRange[],
  { before, seq }: { before: number; seq: number },
): string | undefined {
  const last = before + lines.length;
  const pieces: string[] = [];
  let next = before + 1;
  const leaveOut = (to: number): void => {
    if (to < next) return;
    const what = to === next ? `line ${next} is` : `lines ${next} to ${to} are`;
    pieces.push(`[${what} left out here; history_expand ${seq} shows the result as it was]`);
  };
  for (const { from, to } of kept) {
    leaveOut(from - 1);
    pieces.push(...lines.slice(from - 1 - before, to - before));
    next = to + 1;
  }
  leaveOut(last);
  const isWhole = kept.length === 1 && kept[0]?.from === before + 1 && kept[0].to === last;
  return isWhole ? undefined : pieces.join('\n');
}
