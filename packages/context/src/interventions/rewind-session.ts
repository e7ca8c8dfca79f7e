import { ConfigError, type Entry, type ReadOptions, toolCallsOf } from '@everlong/core';
import { showValue } from '@everlong/core/internal';
import { isWithdrawn } from '@everlong/core/store-kit';

import { giveUpBackgroundCompaction } from '../compaction/background-compaction.js';
import { compactionBefore } from '../state/find-epoch.js';
import { epochProfile } from '../request/epoch-profile.js';
import { measureBudget } from '../request/epoch-inputs.js';
import { callHook } from '../config/hooks.js';
import { markOf } from '../state/request-mark.js';
import { readRemaining } from '../state/read-remaining.js';
import { readOriginals } from '../past/read-originals.js';
import type { RewindResult } from '../session-work/call-results.js';
import type { SessionWork } from '../session-work/session-work.js';

const REWIND_REASON = 'the user rewound the conversation';

/** `session.rewind`: withdraws what came after an entry. */
export function rewindSession(
  work: SessionWork,
  to: string | number,
  reason = REWIND_REASON,
): Promise<RewindResult> {
  const { logs, queue, requestUsage } = work;
  return queue.runFresh(async () => {
    let done: Omit<RewindResult, 'epoch'> | undefined;
    await logs.retryOnConflict(async () => {
      // What is recorded is not asked for again, whatever else was recorded meanwhile.
      if (done?.rewound !== true) done = await rewindOnce(work, to, reason);
    });
    const result = done ?? { rewound: false, fromSeq: logs.current.entryCount, withdrawn: 0 };
    if (result.rewound) {
      requestUsage.rewound();
      await recordProfile(work);
      await giveUpBackgroundCompaction(work, reason);
    }
    return { ...result, epoch: logs.current.epoch };
  });
}

/** The profile of the epoch that the rewind began: without what was learned from the entries. */
async function recordProfile(work: SessionWork): Promise<void> {
  const { logs, config } = work;
  const { inputs, epoch, entryCount } = logs.current;
  if (inputs === undefined) return;
  const profile = await epochProfile(work, measureBudget(logs.current, config));
  if (profile === undefined) return;
  const ofEpoch = { epoch, inputs, profile, throughSeq: entryCount - 1 };
  // Another epoch by another process has a profile of its own.
  await logs.retryOnConflict(async () => {
    if (logs.current.epoch === epoch) await work.record({ type: 'inputs', ...ofEpoch });
  });
}

/** Withdraws an answer to a request that held what somebody else has withdrawn meanwhile. */
export async function withdrawLateAnswer(
  work: SessionWork,
  entries: readonly Entry[],
): Promise<void> {
  const { logs, config } = work;
  const answer = entries.find((entry) => markOf(entry) !== undefined);
  const mark = answer === undefined ? undefined : markOf(answer);
  const throughSeq = entries.at(-1)?.seq;
  if (answer === undefined || mark === undefined || throughSeq === undefined) return;
  const since = { type: 'rewind', from: mark.records } as const;
  for await (const record of config.store.readRecords(answer.sessionId, since)) {
    if (record.type !== 'rewind' || record.fromSeq >= mark.entries) continue;
    await logs.retryOnConflict(async () => {
      await logs.refresh();
      if (isWithdrawn(logs.current.withdrawn, answer.seq)) return;
      await withdraw(work, { fromSeq: answer.seq, throughSeq, reason: LATE_REASON });
    });
    return;
  }
}

const LATE_REASON = 'it answers a request that was withdrawn';

async function rewindOnce(
  work: SessionWork,
  to: string | number,
  reason: string,
): Promise<Omit<RewindResult, 'epoch'>> {
  const { logs, config } = work;
  const { sessionId, entryCount, withdrawn: gone } = logs.current;
  const read = (options: ReadOptions): AsyncGenerator<Entry> =>
    readRemaining(config.store, sessionId, gone, options);
  const fromSeq = await firstWithdrawn(read, await seqOf(work, to));
  let withdrawn = 0;
  for await (const _ of read({ from: fromSeq, to: entryCount - 1 })) withdrawn++;
  if (withdrawn === 0) return { rewound: false, fromSeq, withdrawn };
  await withdraw(work, { fromSeq, throughSeq: entryCount - 1, reason });
  return { rewound: true, fromSeq, withdrawn };
}

async function withdraw(
  work: SessionWork,
  range: { fromSeq: number; throughSeq: number; reason: string },
): Promise<void> {
  const { logs, config, memory, record } = work;
  const { sessionId, agent, epoch, inputs } = logs.current;
  const restored = await compactionBefore(config.store, sessionId, range.fromSeq);
  const { fromSeq, throughSeq, reason } = range;
  const rewind = {
    type: 'rewind' as const,
    epoch: epoch + 1,
    previousEpoch: epoch,
    fromSeq,
    throughSeq,
    ...(restored === undefined ? {} : { snapshotEpoch: restored.epoch }),
    ...(inputs === undefined ? {} : { inputs }),
    reason,
  };
  await record(rewind, { expectedEpoch: epoch });
  memory?.begin();
  await memory?.withdraw(fromSeq);
  await callHook(work, 'onRewind', { sessionId, agent, record: rewind });
}

async function seqOf({ logs, config }: SessionWork, place: string | number): Promise<number> {
  const { sessionId, entryCount, withdrawn } = logs.current;
  const [entry] =
    typeof place === 'string' ? await readOriginals(config.store, sessionId, [place]) : [];
  const seq = typeof place === 'number' ? place : entry?.seq;
  if (seq === undefined || !Number.isInteger(seq) || seq < -1 || seq >= entryCount) {
    throw new ConfigError(
      `Cannot rewind session "${sessionId}" to entry ${showValue(place)}: it has ` +
        `${entryCount === 0 ? 'no entries' : `entries 0 to ${entryCount - 1}`}. ` +
        'Give the id or the number of the last entry to keep, or -1 to keep none.',
    );
  }
  if (isWithdrawn(withdrawn, seq)) {
    throw new ConfigError(
      `Cannot rewind session "${sessionId}" to entry ${showValue(place)}: it was ` +
        `withdrawn before. Fork the session at entry ${seq}: the fork has it.`,
    );
  }
  return seq;
}

/**
 * The first entry that is withdrawn when `to` is the last one to keep: the one after it, or where
 * that would cut an exchange in two, the call that opens the exchange.
 */
async function firstWithdrawn(
  read: (options: ReadOptions) => AsyncIterable<Entry>,
  to: number,
): Promise<number> {
  for await (const next of read({ from: to + 1, limit: 1 })) {
    if (next.message.role !== 'tool') return to + 1;
    for await (const entry of read({ to, reverse: true })) {
      if (entry.message.role === 'tool') continue;
      return toolCallsOf(entry.message).length > 0 ? entry.seq : to + 1;
    }
  }
  return to + 1;
}
