import type { FileState } from '@everlong/core';

import { oneLine } from '../reading/shorten.js';

/** The folder that all absolute paths share, with its slash; empty where there is none. */
export function commonRoot(paths: readonly string[]): string {
  const absolute = paths.filter((path) => path.startsWith('/'));
  const [first = '', ...rest] = absolute;
  if (rest.length === 0) return '';
  let root = first.slice(0, first.lastIndexOf('/') + 1);
  for (const path of rest) {
    while (!path.startsWith(root)) root = root.slice(0, root.lastIndexOf('/', root.length - 2) + 1);
  }
  return root.length > 1 ? root : '';
}

/** Takes the root from the paths in a text; what only holds the same letters stays. */
export function withoutRoot(root: string): (text: string) => string {
  if (root === '') return (text) => text;
  const escaped = root.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const atStart = new RegExp(`(?<![\\w./~-])${escaped}(?=[\\w.@-])`, 'g');
  return (text) => text.replaceAll(atStart, '');
}

/** The changed files, then those only read, each the newest first, as lines. */
export function fileLines(files: readonly FileState[]): string[] {
  const newest = files.toReversed();
  const changed = newest.filter(({ lastWriteSeq }) => lastWriteSeq !== undefined);
  return changed.map(changedLine);
}

function changedLine({
  path,
  edited,
  written,
  deleted,
  firstSeq,
  lastWriteSeq,
  lastReadSeq,
  stale,
}: FileState): string {
  const times = edited + written + deleted;
  const where =
    times === 1 || firstSeq === lastWriteSeq ? `#${lastWriteSeq}` : `#${firstSeq}–#${lastWriteSeq}`;
  const what =
    deleted > 0 && edited + written === 0 ? 'deleted' : edited === 0 ? 'written' : 'changed';
  const often = times > 1 ? ` ${times} times` : '';
  const read = lastReadSeq === undefined ? '' : `, last read #${lastReadSeq}`;
  return `- ${oneLine(path)}: ${what}${often} (${where})${read}${stale && lastReadSeq !== undefined ? ', changed since' : ''}`;
}
