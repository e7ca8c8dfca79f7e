import { type Entry, SessionNotFoundError, type Store } from '@everlong/core';
import {
  checkEntryInputs,
  checkExpectedSeq,
  checkReadOptions,
  checkSessionId,
  encodeValue,
  readExpectedSeq,
  selectSeqs,
  toEntry,
} from '@everlong/core/store-kit';

import { encodeDetails, toStoredEntry } from '../database/entry-row.js';
import type { MediaTable } from './media-table.js';
import { keyRange, pageRows } from './page-rows.js';
import { newRowKey, seqOf } from '../database/row-key.js';
import type { LogEnd } from '../database/statements.js';
import type { TenantDatabase } from '../database/tenant-database.js';

/** An entry with its texts, encoded before the write lock is taken; its `seq` is not known yet. */
interface PreparedEntry {
  entry: Entry;
  /** True if the caller chose the id, which then may be known already. */
  isChosen: boolean;
  message: string;
  details: string | null;
}

/** The entries of sessions. */
export function createEntryLog(
  database: TenantDatabase,
  media: MediaTable,
): Pick<Store, 'append' | 'read'> {
  const { statements, query, write } = database;

  return {
    async append(sessionId, inputs, options) {
      checkSessionId(sessionId);
      checkEntryInputs(inputs);
      const expectedSeq = readExpectedSeq(options);
      const taken = media.collect();
      const now = new Date().toISOString();
      const prepared = inputs.map((input): PreparedEntry => ({
        entry: toEntry(input, sessionId, -1, now),
        isChosen: input.id !== undefined,
        message: encodeValue(input.message, taken),
        details: encodeDetails(input, taken),
      }));
      // What can add nothing any more waits for no writer: logs only grow.
      const known =
        expectedSeq === undefined
          ? undefined
          : query(() => statements.logEnd.get(database.tenant, sessionId));
      if (known !== undefined && Number(expectedSeq) < known.entryCount) {
        return query(() => addEntries(database, media, known, prepared, expectedSeq));
      }
      return write(() => {
        const end = statements.logEnd.get(database.tenant, sessionId);
        if (end === undefined) throw new SessionNotFoundError(sessionId);
        taken.save(end.key);
        return addEntries(database, media, end, prepared, expectedSeq);
      });
    },

    async *read(sessionId, options = {}) {
      checkReadOptions(options);
      const session = database.session(sessionId);
      const statement = options.reverse ? statements.entriesReverse : statements.entries;
      const rows = pageRows(
        keyRange(session.key, session.entryCount, options),
        (first, last, count) => query(() => statement.all(first, last, count)),
        (row) => row.message.length,
      );
      for (const seq of selectSeqs(session.entryCount, options)) {
        const row = rows.next().value;
        if (row === undefined || seqOf(row.key) !== seq) {
          throw database.missingRow('entries', session, `seq ${seq}`);
        }
        yield toStoredEntry(row, sessionId, (sha256) => media.get(session.key, sha256));
      }
    },
  };
}

/** Adds the entries whose ids the session does not have; returns all of them as they are stored. */
function addEntries(
  { statements, now }: TenantDatabase,
  media: MediaTable,
  { key, entryCount }: LogEnd,
  prepared: PreparedEntry[],
  expectedSeq: number | undefined,
): Entry[] {
  const added = new Map<string, PreparedEntry>();
  const result = prepared.map((each) => {
    const { entry, isChosen } = each;
    const row = isChosen ? statements.entryById.get(key, entry.id) : undefined;
    const known =
      row === undefined
        ? added.get(entry.id)?.entry
        : toStoredEntry(row, entry.sessionId, (sha256) => media.get(key, sha256));
    if (known !== undefined) return known;
    entry.seq = entryCount + added.size;
    added.set(entry.id, each);
    return entry;
  });
  const [first] = added.values();
  if (first === undefined) return result;
  checkExpectedSeq(first.entry.sessionId, expectedSeq, entryCount);
  const appendedAt = now();
  for (const { entry, message, details } of added.values()) {
    const place = newRowKey(key, entry.seq);
    statements.insertEntry.run(place, entry.id, appendedAt, entry.createdAt, message, details);
  }
  return result;
}
