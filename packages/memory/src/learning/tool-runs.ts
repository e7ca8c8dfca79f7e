import {
  isErrorOutput,
  type MemoryEntry,
  toolOutputText,
  toolResultsOf,
  toolCallsOf,
} from '@everlong/core';
import { jsonText } from '@everlong/core/internal';
import { redactSecrets } from '@everlong/redaction';

import type { OpenCalls } from '../scope/memory-context.js';

/** A tool call and how it ended. */
export interface ToolRun {
  entryId: string;
  sessionId: string;
  createdAt: string;
  toolName: string;
  /** Its input as one line. */
  command: string;
  isFailure: boolean;
  /** The line of the output that says why it failed. */
  reason: string;
}

/** Calls of one scope; the oldest are dropped. */
const MAX_OPEN_CALLS = 1000;
const MAX_COMMAND = 200;
const MAX_REASON = 160;

const failed =
  /(?:exit(?:ed)?(?: with)?(?: code| status)?|return(?:ed)?(?: code)?|status)[: ]+[1-9]\d*\b|command not found|^Traceback \(most recent call last\)|"(?:ok|success)": ?false/im;

/**
 * The runs that end in the fresh entries. Adds the calls of all entries to `open`, for results that
 * come later.
 */
export function readToolRuns(
  entries: readonly MemoryEntry[],
  fresh: ReadonlySet<MemoryEntry>,
  open: OpenCalls,
): ToolRun[] {
  const runs: ToolRun[] = [];
  for (const entry of entries) {
    for (const { toolCallId, toolName, input } of toolCallsOf(entry.message)) {
      open.set(keyOf(entry, toolCallId), { toolName, command: commandOf(input) });
    }
    if (!fresh.has(entry)) continue;
    for (const { toolCallId, output } of toolResultsOf(entry.message)) {
      const call = open.get(keyOf(entry, toolCallId));
      if (call === undefined || /^(?:memory|history)_/.test(call.toolName)) continue;
      const text = toolOutputText(output);
      const isFailure = isErrorOutput(output) || failed.test(text.slice(0, 20_000));
      const { id: entryId, sessionId, createdAt } = entry;
      const reason = isFailure ? reasonOf(text) : '';
      runs.push({ ...call, entryId, sessionId, createdAt, isFailure, reason });
    }
  }
  for (const key of [...open.keys()].slice(0, Math.max(0, open.size - MAX_OPEN_CALLS)))
    open.delete(key);
  return runs;
}

function keyOf({ sessionId }: MemoryEntry, callId: string): string {
  return `${callId} ${sessionId}`;
}

/** The command of a shell, else all of the input. */
function commandOf(input: unknown): string {
  const fields =
    typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {};
  const command = fields['command'] ?? fields['cmd'] ?? fields['script'];
  const text = typeof command === 'string' ? command : jsonText(input);
  return oneLine(redactSecrets(text), MAX_COMMAND);
}

const telling =
  /error|fail|not found|denied|invalid|cannot|unknown|missing|exception|refused|timed? ?out/i;

function reasonOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return oneLine(
    redactSecrets(lines.find((line) => telling.test(line)) ?? lines[0] ?? ''),
    MAX_REASON,
  );
}

function oneLine(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim().toWellFormed();
  return line.length <= length ? line : `${line.slice(0, length - 1).toWellFormed()}…`;
}
