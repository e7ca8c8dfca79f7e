import { type CompactionRecord, ConfigError, type Store } from '@everlong/core';

import { compactByHand, type HandResult } from './compact-by-hand.js';
import type { Abortable } from '../session-work/call-options.js';
import type { CompactResult } from '../session-work/call-results.js';
import type { SessionWork } from '../session-work/session-work.js';
import { restoredEpoch } from '../compaction/restored-epoch.js';
import type { PrepareInput } from '../compaction/prepare-input.js';
import { recordInputs } from '../request/complete-epoch.js';
import { viewRequest, viewSession } from '../request/request-view.js';
import { callHook } from '../config/hooks.js';
import { newestUpTo, type StoredCompaction } from '../state/find-compaction.js';
import { readRewinds, type StoredRewind } from '../state/find-epoch.js';
import { loadState } from '../state/load-state.js';

/** `session.undoCompaction`: an epoch with what was in force before the newest compaction. */
export function undoCompaction(
  work: SessionWork,
  { abortSignal }: Abortable = {},
): Promise<CompactResult> {
  const reason = 'a compaction was undone';
  return compactByHand(work, { reason, abortSignal }, undoOnce);
}

async function undoOnce(session: PrepareInput): Promise<HandResult> {
  const { config, logs } = session;
  await recordInputs(session);
  const view = viewSession(session);
  const { sessionId, agent, epoch } = view.state;
  const tokensBefore = view.draft.usedTokens;
  const undone = await findUndoable(config.store, sessionId);
  if (typeof undone === 'string') {
    return { compacted: false, reason: undone, tokensBefore, tokensAfter: tokensBefore };
  }
  const before = await loadState(recordsBefore(config.store, undone), sessionId, config);
  const record = restoredEpoch(view, before, undone);
  const restored = await loadState(config.store, sessionId, config, record);
  const next = viewRequest({ ...view, state: restored });
  if (!next.fits) {
    throw new ConfigError(
      `The compaction that began epoch ${undone.epoch} cannot be undone: the request would have ` +
        `${sizeOf(next)}, and ${view.budget.inputBudget} tokens fit. Open the session with a ` +
        'larger contextWindow, or read what was left out with session.expand().',
    );
  }
  await session.record(record, { expectedEpoch: epoch });
  await callHook(session, 'onCompaction', { sessionId, agent, record });
  const tokensAfter = viewSession(session).draft.usedTokens;
  return {
    compacted: logs.current.epoch === record.epoch,
    reason: record.reason,
    tokensBefore,
    tokensAfter,
  };
}

function sizeOf({ state, draft }: ReturnType<typeof viewSession>): string {
  if (state.unreadThrough >= 0) return 'more messages than are read at once';
  return draft.isWithinLimits ? `${draft.usedTokens} tokens` : 'too many files or messages';
}

/** The compaction to undo: the newest that was not undone; or why there is none. */
async function findUndoable(store: Store, sessionId: string): Promise<StoredCompaction | string> {
  const rewinds = await readRewinds(store, sessionId);
  let before = Infinity;
  let record = await newestUpTo(store, sessionId, before);
  while (record !== undefined) {
    before = rewoundTo(rewinds, record, before);
    if (record.epoch <= before) {
      if (record.restoredEpoch === undefined) return isClear(record) ? CLEARED : record;
      before = record.restoredEpoch;
    }
    record = await newestUpTo(store, sessionId, before, record.recordSeq - 1);
  }
  return 'there is no compaction to undo';
}

/** The newest epoch that may be undone: later rewinds took back those in between. */
function rewoundTo(
  rewinds: StoredRewind[],
  { recordSeq }: StoredCompaction,
  before: number,
): number {
  let epoch = before;
  while ((rewinds.at(-1)?.recordSeq ?? -1) > recordSeq) {
    const rewind = rewinds.pop();
    if (rewind !== undefined && rewind.epoch <= epoch) epoch = rewind.snapshotEpoch ?? 0;
  }
  return epoch;
}

const CLEARED = 'the user cleared the context: what was said before does not come back';

/** Whether the user cleared the context by this very record. */
function isClear({ clearedThrough, throughSeq }: CompactionRecord): boolean {
  return clearedThrough === throughSeq;
}

/** The store as if that record and those after it were not written. */
function recordsBefore(store: Store, { recordSeq }: StoredCompaction): Store {
  return {
    ...store,
    getSession: (id) => store.getSession(id),
    read: (id, options) => store.read(id, options),
    readRecords: (id, { to = Infinity, ...options } = {}) =>
      store.readRecords(id, { ...options, to: Math.min(to, recordSeq - 1) }),
  };
}
