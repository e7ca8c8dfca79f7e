import type { Entry, Store, StoredRecord } from '@everlong/core';

import type { SessionSignals } from './session-signals.js';

/** How much of a session's logs a reader has seen. */
export interface EventPlace {
  entries: number;
  records: number;
}

/** A new entry or record of a session; `id` names the reader's place after it. */
export interface SessionEvent {
  id: string;
  event: 'message' | 'compaction' | 'record';
  data: object;
}

/** The place in an event's id; `undefined` for any other text. */
export function parseEventId(id: string): EventPlace | undefined {
  const [, entries, records] = /^(\d{1,9})-(\d{1,9})$/.exec(id) ?? [];
  if (entries === undefined || records === undefined) return undefined;
  return { entries: Number(entries), records: Number(records) };
}

export interface FollowOptions {
  store: Store;
  sessionId: string;
  signals: SessionSignals;
  from: EventPlace;
  signal: AbortSignal;
  /** Milliseconds between looks at the logs without a signal: other processes write to them too. */
  pollMs: number;
}

/** Nothing happened; a reader that resumes after `id` misses nothing. */
export type Heartbeat = Pick<SessionEvent, 'id'>;

/**
 * Yields a session's events from a place on, stored ones first, until the signal aborts; and a
 * heartbeat at the start and whenever nothing happened for `pollMs`.
 */
export async function* followSession(
  options: FollowOptions,
): AsyncGenerator<SessionEvent | Heartbeat> {
  const { store, sessionId, signals, signal, pollMs } = options;
  const place = { ...options.from };
  let wake = (): void => {};
  let isChanged = false;
  const stop = signals.listen(sessionId, () => {
    isChanged = true;
    wake();
  });
  const abort = (): void => wake();
  signal.addEventListener('abort', abort);
  try {
    while (!signal.aborted) {
      isChanged = false;
      const before = place.entries + place.records;
      yield* newEvents(store, sessionId, place);
      if (isChanged || signal.aborted) continue;
      if (before === place.entries + place.records) yield { id: idOf(place) };
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pollMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        if (isChanged || signal.aborted) wake();
      });
    }
  } finally {
    stop();
    signal.removeEventListener('abort', abort);
  }
}

async function* newEvents(
  store: Store,
  sessionId: string,
  place: EventPlace,
): AsyncGenerator<SessionEvent> {
  for await (const entry of store.read(sessionId, { from: place.entries })) {
    place.entries = entry.seq + 1;
    yield { id: idOf(place), event: 'message', data: describeEntry(entry) };
  }
  for await (const record of store.readRecords(sessionId, { from: place.records })) {
    place.records = record.recordSeq + 1;
    const event = record.type === 'compaction' ? 'compaction' : 'record';
    yield { id: idOf(place), event, data: describeRecord(record) };
  }
}

function idOf({ entries, records }: EventPlace): string {
  return `${entries}-${records}`;
}

function describeEntry({ id, seq, createdAt, message }: Entry): object {
  return { id, seq, created_at: createdAt, role: message.role };
}

function describeRecord(record: StoredRecord): object {
  const { recordSeq, recordedAt, type } = record;
  const common = { record_seq: recordSeq, recorded_at: recordedAt, type };
  if (record.type !== 'compaction') return common;
  const { epoch, kind, throughSeq, reason } = record;
  return { ...common, epoch, kind, through_seq: throughSeq, reason };
}
