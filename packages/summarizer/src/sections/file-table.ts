import type { FileState } from '@everlong/core';

import type { Action } from '../actions/action.js';
import { joinChanges } from '../actions/text-change.js';

/** The maximum number of changed files and of files only read; the last used ones stay. */
export const MAX_CHANGED_FILES = 60;
export const MAX_READ_FILES = 60;

/**
 * Adds actions to the file table; the file used last is at the end. Changes no argument. Failed
 * actions do not count, nor do changes before the file was restored. A file is stale once an edit or
 * a command changed it after it was last seen whole, by reading or writing all of it. Bounded to the
 * files used last.
 */
export function updateFileTable(
  previous: readonly FileState[],
  actions: readonly Action[],
): FileState[] {
  const files = new Map(previous.map((file) => [file.path, { ...file }]));
  let committedSeq = -1;
  for (const action of actions) {
    const { verb, target, seq, error } = action;
    if (target === '' || error !== undefined || verb === 'called') continue;
    if (verb === 'ran') {
      if (isCommit(action)) committedSeq = seq;
      continue;
    }
    if (verb === 'restored' && target === '.') {
      for (const file of files.values()) {
        if (isTracked(file) && (file.lastWriteSeq ?? -1) > committedSeq) apply(file, action);
      }
      continue;
    }
    const file = files.get(target) ?? newFile(target, seq);
    files.delete(target);
    files.set(target, file);
    apply(file, action);
  }
  return bounded([...files.values()]);
}

/** Whether a command keeps the changes before it from being restored. */
export function isCommit({ verb, target }: Pick<Action, 'verb' | 'target'>): boolean {
  return verb === 'ran' && /\bgit commit\b/.test(target);
}

/** Whether a change of all files that git knows concerns it: git may not know one that was written. */
function isTracked({ edited, deleted, written }: FileState): boolean {
  return edited + deleted > 0 && written === 0;
}

export function isChanged({ lastWriteSeq }: FileState): boolean {
  return lastWriteSeq !== undefined;
}

function newFile(path: string, firstSeq: number): FileState {
  return { path, firstSeq, edited: 0, written: 0, deleted: 0, stale: false };
}

function apply(file: FileState, { verb, seq, partial = false, change }: Action): void {
  if (verb === 'ran' || verb === 'called') return;
  if (verb === 'read') {
    file.lastReadSeq = seq;
    file.stale &&= partial;
    return;
  }
  // Its changes begin with the first write, not with the first read or with what was undone.
  if (file.edited + file.written + file.deleted === 0) file.firstSeq = seq;
  file.lastWriteSeq = seq;
  if (verb === 'restored') {
    Object.assign(file, { firstSeq: seq, edited: 0, written: 0, deleted: 0, stale: true });
    for (const key of ['added', 'removed', 'names'] as const) delete file[key];
    return;
  }
  file[verb]++;
  if (change !== undefined && change.added + change.removed > 0) {
    const { added = 0, removed = 0, names = [] } = file;
    const joined = joinChanges({ added, removed, names }, change);
    Object.assign(file, { added: joined.added, removed: joined.removed, names: joined.names });
  }
  file.stale = verb === 'edited' || (verb === 'written' && partial);
}

function bounded(files: readonly FileState[]): FileState[] {
  const changed = new Set(files.filter(isChanged).slice(-MAX_CHANGED_FILES));
  const read = new Set(files.filter((file) => !isChanged(file)).slice(-MAX_READ_FILES));
  return files.filter((file) => changed.has(file) || read.has(file));
}
