import type { SessionInfo } from '@everlong/core';

import { entryLineKind } from '../lines/entry-line.js';
import { recordLine, recordLineKind } from '../lines/record-line.js';
import { createLogWriter, type LogWriter } from '../log/log-writer.js';
import { entryFiles, recordFiles, type SessionLogs } from './session-logs.js';
import type { SessionPaths } from './session-paths.js';
import { foreignSummary } from './summary-file.js';

/** The state on which changes of a session work; no one else can change it meanwhile. */
export interface Transaction {
  readonly paths: SessionPaths;
  readonly logs: SessionLogs;
  readonly entries: LogWriter;
  readonly records: LogWriter;
  /** A time later than every one of the session and of this store, in ISO 8601. */
  now(): string;
  /** Runs once all lines are on disk. */
  afterwards(work: () => void): void;
  /** The `seq` of each entry that was added, by id. */
  readonly addedSeqs: Map<string, number>;
}

/**
 * Begins a transaction on logs that are just opened. `flush` resolves when its lines are on disk
 * and the steps that follow a write are done; if it rejects, neither log has any of the lines.
 * `clock` gives a time later than the one passed.
 */
export function beginTransaction(
  logs: SessionLogs,
  clock: (after: number) => string,
): { transaction: Transaction; flush(): Promise<void> } {
  const { paths } = logs;
  const entries = createLogWriter(entryFiles(paths), entryLineKind(paths.id), logs.entries);
  const records = createLogWriter(recordFiles(paths), recordLineKind, logs.records);
  const later: (() => void)[] = [];
  const transaction: Transaction = {
    paths,
    logs,
    entries,
    records,
    now: () => clock(Math.max(entries.state.updatedAt, records.state.updatedAt)),
    afterwards: (work) => later.push(work),
    addedSeqs: new Map(),
  };
  adoptSummary(transaction);
  return {
    transaction,
    async flush() {
      await entries.flush();
      try {
        await records.flush();
      } catch (error) {
        entries.undo();
        throw error;
      }
      for (const work of later) work();
    },
  };
}

/** Makes the summary that supyagent left the first record of a session that has none. */
function adoptSummary({ paths, logs, entries, records, now }: Transaction): void {
  if (logs.records !== undefined) return;
  const record = foreignSummary(paths.summary, entries.state.count);
  if (record === undefined) return;
  records.add(recordLine({ ...record, recordSeq: 0, recordedAt: now() }));
}

/** The session with what the transaction has added. */
export async function infoWithin({ logs, entries, records }: Transaction): Promise<SessionInfo> {
  const info = await logs.info();
  const updatedAt = Math.max(
    Date.parse(info.updatedAt),
    entries.state.updatedAt,
    records.state.updatedAt,
  );
  return {
    ...info,
    updatedAt: new Date(updatedAt).toISOString(),
    entryCount: entries.state.count,
    epoch: records.state.epoch,
  };
}
