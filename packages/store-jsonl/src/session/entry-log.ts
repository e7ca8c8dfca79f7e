import type { Entry, ReadOptions, Store } from '@everlong/core';
import { checkEntryInputs, checkReadOptions, readExpectedSeq } from '@everlong/core/store-kit';

import { createIdTable, type IdTable } from '../log/id-table.js';
import { addEntries, prepareEntries } from './add-entries.js';
import { createEntryReader } from './entry-reader.js';
import type { SessionFolder } from './session-folder.js';
import { openSessionLogs } from './session-logs.js';
import type { SessionWriter } from './session-writer.js';

/** Sessions whose tables of ids are kept in memory. */
const MAX_ID_TABLES = 64;

/** The store's log of entries, with a way to read around broken lines. */
export interface EntryLog extends Pick<Store, 'append' | 'read'> {
  /** Like `read`; each function decodes one entry, or throws when its line cannot be read. */
  lines(sessionId: string, options?: ReadOptions): AsyncGenerator<() => Entry>;
}

/** The entries of sessions. */
export function createEntryLog(folder: SessionFolder, writer: SessionWriter): EntryLog {
  const idTableOf = createIdTables();

  return {
    async append(sessionId, inputs, options) {
      checkEntryInputs(inputs);
      const expectedSeq = readExpectedSeq(options);
      const prepared = prepareEntries(inputs);
      return writer.change(sessionId, (transaction) =>
        addEntries(transaction, prepared, idTableOf, expectedSeq),
      );
    },

    lines: (sessionId, options) => readLines(folder, sessionId, options),

    async *read(sessionId, options) {
      for await (const decode of readLines(folder, sessionId, options)) yield decode();
    },
  };
}

/** The table of ids of each session, for the sessions used last. */
function createIdTables(): (sessionId: string) => IdTable {
  const idTables = new Map<string, IdTable>();
  return (sessionId) => {
    const table = idTables.get(sessionId) ?? createIdTable();
    idTables.delete(sessionId);
    idTables.set(sessionId, table);
    const [oldest] = idTables.keys();
    if (idTables.size > MAX_ID_TABLES && oldest !== undefined) idTables.delete(oldest);
    return table;
  };
}

async function* readLines(
  folder: SessionFolder,
  sessionId: string,
  options: ReadOptions = {},
): ReturnType<EntryLog['lines']> {
  checkReadOptions(options);
  const logs = await openSessionLogs(folder.find(sessionId));
  try {
    const reader = await createEntryReader(logs);
    for await (const page of logs.entries.pages(options)) {
      for (const line of page) yield await reader.decoderOf(line);
    }
  } finally {
    logs.close();
  }
}
