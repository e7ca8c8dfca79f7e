import { closeSync, existsSync } from 'node:fs';

import { openForReading } from '../files/file-errors.js';
import type { LineKind } from '../log/line-kind.js';
import { readIndexRows } from '../log/log-index.js';
import type { LogFiles } from '../log/log-table.js';
import { openIndex } from '../log/open-index.js';
import type { LogExamination } from './examine-log.js';

/** Tells whether a log has an index that does not fit it; one that is only behind does. */
export function isIndexWrong(
  { log, index }: LogFiles,
  kind: LineKind,
  { size, state, rows }: LogExamination,
): boolean {
  if (!existsSync(index)) return false;
  const file = openForReading(log);
  if (file === undefined) return true;
  try {
    const opened = openIndex(index, file, size, kind);
    if (opened === undefined) return true;
    try {
      const { count } = opened.state;
      if (count > state.count) return true;
      return !readIndexRows(opened.file, 0, count).equals(rows.slice(0, count));
    } finally {
      closeSync(opened.file);
    }
  } finally {
    closeSync(file);
  }
}
