import { type Entry, type SessionInfo, type Store, type StoredRecord } from '@everlong/core';
import { countRecords, definedFields } from '@everlong/core/internal';
import { existingSession } from '../files/existing-session.js';
import { requireSame } from './require-same.js';

/** Two stores, and what sets the time that the second one stores next. */
export interface MigrationStores {
  source: Store;
  target: Store;
  /** Takes a time in ISO 8601. */
  setTime(time: string): void;
  signal: AbortSignal;
  /** Called as entries are copied or compared. */
  compared?(entries: number): void;
}

/** Entries that are stored at once. */
const BATCH_ENTRIES = 200;

/**
 * Makes a session of one store the same in the other, times included: adds what the other one lacks,
 * and compares all of it at the end. Resolves with the number of entries and records added. Rejects
 * with `ConfigError`, before it adds anything, where the other one has something else.
 */
export async function migrateSession(
  stores: MigrationStores,
  info: SessionInfo,
): Promise<{ entries: number; records: number }> {
  const { source, target, setTime } = stores;
  const { id, agent, title, metadata } = info;
  const recordCount = await countRecords(source, id);
  let known = await existingSession(target, id);
  const given = definedFields({ title, metadata });
  if (known === undefined) {
    setTime(info.createdAt);
    known = await target.createSession({ id, agent, ...given });
  } else {
    requireSame(`The beginning of session "${id}"`, beginOf(known), beginOf(info));
  }
  const knownRecords = await countRecords(target, id);
  await compare(stores, info, { entries: known.entryCount, records: knownRecords });
  await addEntries(stores, info, known.entryCount);
  await addRecords(stores, id, { from: knownRecords, count: recordCount });
  setTime(info.updatedAt);
  if (!isSameInfo(await target.getSession(id), info)) await target.updateSession(id, given);
  await compare(stores, info, { entries: info.entryCount, records: recordCount });
  requireSame(`What is known of session "${id}"`, await target.getSession(id), info);
  return { entries: info.entryCount - known.entryCount, records: recordCount - knownRecords };
}

function beginOf({ id, agent, createdAt }: SessionInfo): object {
  return { id, agent, createdAt };
}

function isSameInfo(left: SessionInfo, right: SessionInfo): boolean {
  try {
    requireSame('', left, right);
    return true;
  } catch {
    return false;
  }
}

async function addEntries(
  { source, target, setTime, signal, compared }: MigrationStores,
  { id, createdAt, entryCount }: SessionInfo,
  from: number,
): Promise<void> {
  if (from >= entryCount) return;
  let batch: Entry[] = [];
  const flush = async (): Promise<void> => {
    signal.throwIfAborted();
    // Entries say when they were made; when they were stored shows only in the session's own time.
    setTime(createdAt);
    await target.append(id, batch);
    compared?.(batch.length);
    batch = [];
  };
  for await (const entry of source.read(id, { from, to: entryCount - 1 })) {
    batch.push(entry);
    if (batch.length >= BATCH_ENTRIES) await flush();
  }
  if (batch.length > 0) await flush();
}

async function addRecords(
  { source, target, setTime, signal }: MigrationStores,
  id: string,
  { from, count }: { from: number; count: number },
): Promise<void> {
  if (from >= count) return;
  for await (const stored of source.readRecords(id, { from, to: count - 1 })) {
    signal.throwIfAborted();
    const { recordSeq: _seq, recordedAt, ...record } = stored;
    setTime(recordedAt);
    await target.appendRecord(id, record);
  }
}

/** Compares the first entries and records of both stores. */
async function compare(
  { source, target, signal }: MigrationStores,
  { id }: SessionInfo,
  { entries, records }: { entries: number; records: number },
): Promise<void> {
  const pairs = [
    {
      name: 'entry',
      count: entries,
      left: source.read(id, { to: entries - 1 }),
      right: target.read(id, { to: entries - 1 }),
    },
    {
      name: 'record',
      count: records,
      left: source.readRecords(id, { to: records - 1 }),
      right: target.readRecords(id, { to: records - 1 }),
    },
  ];
  for (const { name, count, left, right } of pairs) {
    if (count === 0) continue;
    const others: AsyncIterator<Entry | StoredRecord> = right[Symbol.asyncIterator]();
    let place = 0;
    for await (const one of left) {
      signal.throwIfAborted();
      const { value } = await others.next();
      requireSame(`Session "${id}", ${name} ${place++},`, one, value ?? null);
    }
    requireSame(`Session "${id}", ${name} ${place},`, place, count);
  }
}
