import type { Entry, EntryInput, ReadOptions, Store } from '@everlong/core';
import {
  checkEntryInputs,
  checkExpectedSeq,
  checkReadOptions,
  createId,
  type MediaBlob,
  toEntry,
} from '@everlong/core/store-kit';

import { decodeEntryLine, type EncodedInput, encodeInput, entryLine } from '../lines/entry-line.js';
import type { LineContext } from '../lines/line-context.js';
import { createIdTable, type IdTable } from '../log/id-table.js';
import { hashBytes, type MediaFolder, openMediaFolder } from './media-folder.js';
import { createLineTimes } from './line-times.js';
import type { SessionFolder } from './session-folder.js';
import { openSessionLogs, readMeta, type SessionLogs } from './session-logs.js';
import type { SessionWriter, Transaction } from './session-writer.js';

interface Prepared {
  input: EntryInput & { id: string };
  /** Whether the caller chose the id, which then may be known already. */
  isChosen: boolean;
  encoded: EncodedInput;
}

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

  /** The stored entry with an id, if there is one. */
  async function findEntry(transaction: Transaction, id: string): Promise<Entry | undefined> {
    const { logs, entries, paths } = transaction;
    const context = await lineContext(logs);
    const added = transaction.addedSeqs.get(id);
    if (added !== undefined) {
      return decodeEntryLine(entries.addedLine(added) ?? '', added, context);
    }
    for (const seq of await idTableOf(paths.id).candidates(logs.entries, id)) {
      const line = await logs.entries.line(seq);
      const createdAt = (await createLineTimes(logs.entries).at(line)) ?? context.createdAt;
      const entry = logs.entries.decode(line, (text) =>
        decodeEntryLine(text, seq, { ...context, createdAt }),
      );
      if (entry.id === id) return entry;
    }
    return undefined;
  }

  async function addEntries(
    transaction: Transaction,
    prepared: Prepared[],
    media: Map<string, MediaBlob>,
    expectedSeq: number | undefined,
  ): Promise<Entry[]> {
    const { entries, paths } = transaction;
    const first = entries.state.count;
    const now = transaction.now();
    const added = new Map<string, { entry: Entry; encoded: EncodedInput }>();
    const result: Entry[] = [];
    for (const { input, isChosen, encoded } of prepared) {
      const { id } = input;
      const known =
        added.get(id)?.entry ?? (isChosen ? await findEntry(transaction, id) : undefined);
      const createdAt = input.createdAt ?? now;
      const entry = known ?? toEntry({ ...input, createdAt }, paths.id, first + added.size);
      if (known === undefined) added.set(id, { entry, encoded });
      result.push(entry);
    }
    if (added.size === 0) return result;
    checkExpectedSeq(paths.id, expectedSeq, first);
    const mediaFolder = openMediaFolder(paths.media);
    for (const [sha256, blob] of media) mediaFolder.put(sha256, blob);
    let batch = added.size > 1 ? added.size : undefined;
    for (const {
      entry: { seq, id, createdAt },
      encoded,
    } of added.values()) {
      entries.add(entryLine(encoded, { seq, id, createdAt, appendedAt: now, batch }));
      transaction.addedSeqs.set(id, seq);
      batch = undefined;
    }
    return result;
  }

  return {
    async append(sessionId, inputs, { expectedSeq } = {}) {
      checkEntryInputs(inputs);
      const media = new Map<string, MediaBlob>();
      const putMedia = (blob: MediaBlob): string => {
        const sha256 = hashBytes(blob.bytes);
        media.set(sha256, { ...blob, bytes: new Uint8Array(blob.bytes) });
        return sha256;
      };
      const prepared = inputs.map((input) => ({
        input: { ...input, id: input.id ?? createId() },
        isChosen: input.id !== undefined,
        encoded: encodeInput(input, { putMedia }),
      }));
      return writer.change(sessionId, (transaction) =>
        addEntries(transaction, prepared, media, expectedSeq),
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
    const context = await lineContext(logs);
    const times = createLineTimes(logs.entries);
    for await (const page of logs.entries.pages(options)) {
      for (const line of page) {
        const createdAt = (await times.at(line)) ?? context.createdAt;
        yield () =>
          logs.entries.decode(line, (text) =>
            decodeEntryLine(text, line.seq, { ...context, createdAt }),
          );
      }
    }
  } finally {
    logs.close();
  }
}

async function lineContext({ paths, entries }: SessionLogs): Promise<LineContext> {
  const media: MediaFolder = openMediaFolder(paths.media);
  const { createdAt } = await readMeta(entries);
  return { sessionId: paths.id, createdAt, getMedia: media.get, readMedia: media.read };
}
