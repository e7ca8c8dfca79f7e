import {
  type Entry,
  type FileState,
  isErrorOutput,
  toolCallsOf,
  toolOutputText,
  toolResultsOf,
} from '@everlong/core';
import { changedPaths, isObject, pathOf, toolKind, type ToolKinds } from '@everlong/core/internal';

import { isFailure } from '../reading/is-failure.js';

/** The maximum number of changed files and of files only read; the last used ones stay. */
const MAX_CHANGED_FILES = 60;
const MAX_READ_FILES = 60;

/** Inputs that ask for a part of a file, and those that hold all of it. */
const RANGE_KEYS = [
  'offset',
  'limit',
  'view_range',
  'start_line',
  'line_start',
  'startLine',
  'lines',
  'range',
];
const WHOLE_KEYS = ['content', 'file_text', 'contents'];

/**
 * Adds what the calls of entries did with files to a table; the file used last is at the end. Failed
 * calls do not count. A file is stale once it was changed in part after it was last seen whole.
 * Changes no argument. Bounded to the files used last.
 */
export function updateFileTable(
  previous: readonly FileState[],
  entries: readonly Entry[],
  kinds?: ToolKinds,
): FileState[] {
  const files = new Map(previous.map((file) => [file.path, { ...file }]));
  const results = new Map(
    entries
      .flatMap(({ message }) => toolResultsOf(message))
      .map(({ toolCallId, output }) => [
        toolCallId,
        isFailure(toolOutputText(output), isErrorOutput(output)),
      ]),
  );
  const lastUserSeq = entries.findLast(({ message }) => message.role === 'user')?.seq ?? -1;
  for (const { message, seq } of entries) {
    for (const call of toolCallsOf(message)) {
      // Without a result before the user goes on, a call was stopped.
      if (results.get(call.toolCallId) ?? seq < lastUserSeq) continue;
      const changed = changedPaths(call, kinds);
      const verbs = patchVerbs(call.input);
      for (const path of changed)
        change(use(files, path, seq), call, { seq, verb: verbs.get(path) });
      if (changed.length > 0 || toolKind(call, kinds) !== 'read') continue;
      const path = pathOf(call.input);
      if (path !== undefined) read(use(files, path, seq), call.input, seq);
    }
  }
  return bounded([...files.values()]);
}

/** The state of a file, moved to the end. */
function use(files: Map<string, FileState>, path: string, seq: number): FileState {
  const known = files.get(path);
  const file = known ?? { path, firstSeq: seq, edited: 0, written: 0, deleted: 0, stale: false };
  files.delete(path);
  files.set(path, file);
  return file;
}

function read(file: FileState, input: unknown, seq: number): void {
  file.lastReadSeq = seq;
  const isPart = isObject(input) && RANGE_KEYS.some((key) => key in input);
  file.stale &&= isPart;
}

function change(
  file: FileState,
  { toolName, input }: { toolName: string; input: unknown },
  { seq, verb }: { seq: number; verb: string | undefined },
): void {
  // Its changes begin with the first write, not with the first read.
  if (file.lastWriteSeq === undefined) file.firstSeq = seq;
  file.lastWriteSeq = seq;
  const isWhole = isObject(input) && WHOLE_KEYS.some((key) => typeof input[key] === 'string');
  if (/delete|remove/i.test(toolName) || verb === 'Delete') {
    // What was changed before is gone with it.
    Object.assign(file, { edited: 0, written: 0, deleted: 1, stale: false });
    return;
  }
  file.deleted = 0;
  if (isWhole || verb === 'Add') file.written++;
  else file.edited++;
  file.stale = !isWhole;
}

const PATCHED = /^\*\*\* (Add|Delete) File: (.{1,512})$/gm;

/** The files that a patch in a call adds or deletes. */
function patchVerbs(input: unknown): Map<string, string> {
  const texts = typeof input === 'string' ? [input] : isObject(input) ? Object.values(input) : [];
  return new Map(
    texts
      .filter((text) => typeof text === 'string')
      .flatMap((text) => [...text.matchAll(PATCHED)])
      .map(([, verb = '', path = '']) => [path, verb]),
  );
}

function bounded(files: readonly FileState[]): FileState[] {
  const isChanged = ({ lastWriteSeq }: FileState): boolean => lastWriteSeq !== undefined;
  const changed = new Set(files.filter(isChanged).slice(-MAX_CHANGED_FILES));
  const only = new Set(files.filter((file) => !isChanged(file)).slice(-MAX_READ_FILES));
  return files.filter((file) => changed.has(file) || only.has(file));
}
