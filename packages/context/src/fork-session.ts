import { ConfigError, createId, type Entry, type SessionRecord, type Store } from '@everlong/core';

/**
 * Makes a new session of the entries up to and including `atSeq`, with the decisions about them:
 * it is in the epoch that was in force then. Returns its id.
 */
export async function forkSession(store: Store, sourceId: string, atSeq: number): Promise<string> {
  const source = await store.getSession(sourceId);
  if (!Number.isInteger(atSeq) || atSeq < -1 || atSeq >= source.entryCount) {
    throw new ConfigError(
      `Cannot fork session "${sourceId}" at entry ${atSeq}: it has entries 0 to ${source.entryCount - 1}.`,
    );
  }
  const { id } = await store.createSession({
    id: createId(),
    agent: source.agent,
    ...(source.title === undefined ? {} : { title: source.title }),
  });
  await copyEntries(store, sourceId, id, atSeq);
  for await (const { recordSeq: _seq, recordedAt: _at, ...record } of store.readRecords(sourceId)) {
    if (isAbout(record, atSeq)) await store.appendRecord(id, record);
  }
  await store.appendRecord(id, { type: 'fork', sourceSessionId: sourceId, throughSeq: atSeq });
  return id;
}

const BATCH = 500;

async function copyEntries(store: Store, from: string, to: string, atSeq: number): Promise<void> {
  let batch: Entry[] = [];
  for await (const entry of store.read(from, { to: atSeq })) {
    batch.push(entry);
    if (batch.length < BATCH) continue;
    await store.append(to, batch);
    batch = [];
  }
  if (batch.length > 0) await store.append(to, batch);
}

/** Whether a decision was made when the log had no entry after `atSeq`. */
function isAbout(record: SessionRecord, atSeq: number): boolean {
  switch (record.type) {
    case 'compaction':
    case 'synthetic-results':
      return record.throughSeq <= atSeq;
    case 'injection':
      return record.afterSeq <= atSeq;
    case 'pin':
      return record.seq <= atSeq;
    default:
      return true;
  }
}
