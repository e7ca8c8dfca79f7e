import {
  type FileState,
  isErrorOutput,
  toolCallsOf,
  toolOutputText,
  toolResultsOf,
} from '@everlong/core';
import { pathOf, toolKind } from '@everlong/core/internal';

import type { MessageGroup } from '../rendering/message-group.js';

/** A file that the conversation is about, and what the request shows of it. */
export interface FileInPlay {
  path: string;
  /** The entry that was last about it. */
  seq: number;
  /** Parts of its content as it was when last shown; none where the request does not show it. */
  shown: string[];
}

/** So many files are looked at, the last used first. */
const MAX_FILES = 16;
const MAX_PATH_LENGTH = 500;

/**
 * The files that groups (oldest first) read or changed, and those of a snapshot's table; the last
 * used first. Reads, writes and edits are put together; of what is masked or shortened nothing
 * counts as shown. Pure.
 */
export function filesInPlay(
  groups: readonly MessageGroup[],
  table: readonly FileState[] = [],
): FileInPlay[] {
  const files = new Map<string, FileInPlay>();
  for (const { path, firstSeq, lastReadSeq, lastWriteSeq } of table) {
    const seq = Math.max(firstSeq, lastReadSeq ?? -1, lastWriteSeq ?? -1);
    if (path.length <= MAX_PATH_LENGTH) files.set(path, { path, seq, shown: [] });
  }
  for (const group of groups) addGroup(files, group);
  return [...files.values()].toSorted((one, other) => other.seq - one.seq).slice(0, MAX_FILES);
}

function addGroup(files: Map<string, FileInPlay>, group: MessageGroup): void {
  const isWhole = group.rendered.every(({ disposition }) => disposition === 'verbatim');
  const outputs = new Map(
    group.messages.flatMap(toolResultsOf).map((part) => [part.toolCallId, part.output]),
  );
  for (const { toolCallId, toolName, input } of group.messages.flatMap(toolCallsOf)) {
    const output = outputs.get(toolCallId);
    const path = pathOf(input);
    const isPath = path !== undefined && path.length <= MAX_PATH_LENGTH;
    if (!isPath || output === undefined || isErrorOutput(output)) continue;
    const before = files.get(path)?.shown ?? [];
    const next = { toolName, input, output: toolOutputText(output) };
    const shown = isWhole ? shownAfter(before, next) : [];
    files.set(path, { path, seq: group.to, shown });
  }
}

interface Call {
  toolName: string;
  input: unknown;
  output: string;
}

/** What is shown of the file after the call; nothing where that is unknown. */
function shownAfter(before: string[], { toolName, input, output }: Call): string[] {
  const fields = input as Record<string, unknown>;
  const written = textOf(fields['content'] ?? fields['file_text']);
  const old = textOf(fields['old_string'] ?? fields['old_str']);
  const replacement = textOf(fields['new_string'] ?? fields['new_str']);
  if (old !== undefined && replacement !== undefined) {
    const all = fields['replace_all'] === true;
    const edited = before.map((text) =>
      all ? text.replaceAll(old, () => replacement) : text.replace(old, () => replacement),
    );
    return edited.some((text, index) => text !== before[index]) ? edited : [...edited, replacement];
  }
  const kind = toolKind({ toolName, input });
  if (kind === 'change') return written === undefined ? [] : [written];
  return kind === 'read' ? [plainText(output)] : before;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The number that a reader puts before a line: `  12→`, `12<tab>`, `12| `. */
const LINE_NUMBER = /^ *\d{1,7}(?:→|\t|\| ?)/;

function plainText(output: string): string {
  const lines = output.split('\n');
  const numbered = lines.filter((line) => LINE_NUMBER.test(line)).length;
  if (numbered < lines.length / 2) return output;
  return lines
    .filter((line) => LINE_NUMBER.test(line))
    .map((line) => line.replace(LINE_NUMBER, ''))
    .join('\n');
}

/** Whether a content still holds all that is shown of it, blanks at the ends of lines apart. */
export function stillHolds(content: string, shown: readonly string[]): boolean {
  const present = withoutLineEnds(content);
  return shown.every((text) => present.includes(withoutLineEnds(text)));
}

function withoutLineEnds(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}
