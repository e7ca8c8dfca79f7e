import {
  type Entry,
  type SessionInfo,
  SessionNotFoundError,
  type SessionRecord,
  StoreConflictError,
} from '@everlong/core';
import { countRecords } from '@everlong/core/internal';

import type { SessionConfig } from '../config/session-config.js';
import { loadState } from './load-state.js';
import { applyRecord } from './apply-record.js';
import { droppedPinsWith } from './dropped-pins.js';
import { type SessionState, withEntries } from './session-state.js';

/**
 * A session's state in memory, in step with its logs, which other processes may write too. Its
 * fields are plain ones: a getter of its own would give each session a hidden class, which V8 keeps
 * with all that the getter reaches until the next full collection.
 */
export interface SyncedState {
  readonly current: SessionState;
  /** How many records it is made of. */
  readonly recordCount: number;
  /** Whether another process recorded something that has not been read yet. */
  readonly isBehind: boolean;
  /**
   * Reads what other processes appended or decided since. Rejects with `SessionNotFoundError` once
   * the session was deleted, also where another has its id.
   */
  refresh(): Promise<void>;
  /** Adds entries that were just appended, and those of others before them. */
  add(entries: readonly Entry[]): Promise<void>;
  /**
   * Records a decision and puts it into force. One about the epoch rejects with
   * `StoreConflictError` when another process began the next one.
   */
  record(decision: SessionRecord, expected?: { expectedEpoch?: number }): Promise<void>;
  /**
   * Runs what decides and records, and runs it again on fresh logs whenever another process was
   * quicker. This ends: each time the other process has made progress. Rejects with
   * `StoreConflictError` only for conflicts that no other process explains.
   */
  retryOnConflict<Result>(run: () => Promise<Result>): Promise<Result>;
}

/** Which session of an id it is: another may have it later. */
type OpenedSession = Pick<SessionInfo, 'id' | 'createdAt'>;

/** Conflicts in a row that are tolerated although no other process began an epoch meanwhile. */
const MAX_UNEXPLAINED_CONFLICTS = 3;

/** Decisions that hold for one epoch only. */
const OF_EPOCH: ReadonlySet<SessionRecord['type']> = new Set([
  'inputs',
  'injection',
  'synthetic-results',
  'compaction-request',
]);

/** Whether a decision begins an epoch, or holds for one only. */
export function isOfEpoch(decision: SessionRecord): boolean {
  return 'previousEpoch' in decision || OF_EPOCH.has(decision.type);
}

export async function createSyncedState(
  config: SessionConfig,
  { id, createdAt }: OpenedSession,
): Promise<SyncedState> {
  const { store } = config;

  async function requireSame(): Promise<SessionInfo> {
    const info = await store.getSession(id);
    if (info.createdAt !== createdAt) throw new SessionNotFoundError(id, REPLACED);
    return info;
  }

  async function reload(): Promise<void> {
    await requireSame();
    Object.assign(logs, await loadLogs(config, id));
  }

  async function readMissedEntries(): Promise<void> {
    const missed: Entry[] = [];
    for await (const entry of store.read(id, { from: logs.current.entryCount })) missed.push(entry);
    if (missed.length > 0) logs.current = withEntries(logs.current, missed);
  }

  const logs: { -readonly [Key in keyof SyncedState]: SyncedState[Key] } = {
    ...(await loadLogs(config, id)),
    async refresh() {
      const { entryCount } = await requireSame();
      for await (const _ of store.readRecords(id, { from: logs.recordCount, limit: 1 }))
        logs.isBehind = true;
      if (logs.isBehind) await reload();
      else if (entryCount > logs.current.entryCount) await readMissedEntries();
    },
    async add(entries) {
      const next = entries.find((entry) => entry.seq >= logs.current.entryCount);
      if (next !== undefined && next.seq > logs.current.entryCount) await readMissedEntries();
      logs.current = withEntries(logs.current, entries);
    },
    async record(decision, expected) {
      const held = OF_EPOCH.has(decision.type) ? { expectedEpoch: logs.current.epoch } : expected;
      const { recordSeq } = await store.appendRecord(id, decision, held);
      logs.isBehind ||= recordSeq !== logs.recordCount;
      logs.recordCount = recordSeq + 1;
      // A restored epoch sends entries that are not in memory.
      const isRestored = decision.type === 'compaction' && decision.restoredEpoch !== undefined;
      logs.current = isRestored
        ? await loadState(store, id, config)
        : applyRecord(logs.current, decision, recordSeq, config);
      if (decision.type === 'rewind') await reload();
      if (decision.type !== 'pin') return;
      const droppedPins = await droppedPinsWith(store, logs.current, decision.seq);
      logs.current = { ...logs.current, droppedPins };
    },
    retryOnConflict: createRetry({
      isInStep: () => !logs.isBehind,
      epoch: () => logs.current.epoch,
      load: reload,
    }),
  };
  return logs;
}

async function loadLogs(
  config: SessionConfig,
  id: string,
): Promise<Pick<SyncedState, 'current' | 'recordCount' | 'isBehind'>> {
  const { store } = config;
  // First, so that whatever is recorded while the rest is read counts as missed.
  const recordCount = await countRecords(store, id);
  return { current: await loadState(store, id, config), recordCount, isBehind: false };
}

/** What is in memory of a deleted session must not be sent. */
const REPLACED =
  'It was deleted while it was open, and another has its id now. Open that with openSession.';

/** `SyncedState.retryOnConflict`; `load` reads the logs again. */
function createRetry({
  isInStep,
  epoch,
  load,
}: {
  isInStep(): boolean;
  epoch(): number;
  load(): Promise<void>;
}): SyncedState['retryOnConflict'] {
  return async (run) => {
    for (let unexplained = 0; ;) {
      try {
        const result = await run();
        if (isInStep()) return result;
        await load();
      } catch (error) {
        const decidedIn = epoch();
        // What was decided but not kept must not stay in memory either.
        await load();
        if (!StoreConflictError.isInstance(error)) throw error;
        unexplained = epoch() > decidedIn ? 0 : unexplained + 1;
        if (unexplained > MAX_UNEXPLAINED_CONFLICTS) throw error;
      }
    }
  };
}
