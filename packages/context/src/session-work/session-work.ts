import type { SessionRecord } from '@everlong/core';

import { createOverflowRecovery, type OverflowRecovery } from './overflow-recovery.js';
import { createRequestUsage, type RequestUsage } from './request-usage.js';
import type { PrepareOptions } from './call-options.js';
import { createSessionQueue, type SessionQueue } from './session-queue.js';
import { commitBackgroundCompaction } from '../compaction/background-compaction.js';
import { createBackgroundSnapshot } from '../compaction/background-snapshot.js';
import type { PrepareInput } from '../compaction/prepare-input.js';
import {
  createInputMeter,
  type MeasuredInputs,
  rememberedInputs,
} from '../request/measured-inputs.js';
import type { SentTraits } from '../request/request-input.js';
import type { SessionMemory } from '../memory/session-memory.js';
import type { SessionConfig } from '../config/session-config.js';
import type { SyncedState } from '../state/synced-state.js';

/** What the calls on an open session work with; its inputs are those of the last request. */
export interface SessionWork extends Omit<PrepareInput, 'signal'> {
  readonly logs: SyncedState;
  readonly queue: SessionQueue;
  readonly requestUsage: RequestUsage;
  readonly overflows: OverflowRecovery;
  /** Instructions and tools with their sizes; without options those of the last request. */
  measure(options: PrepareOptions | undefined): MeasuredInputs;
  /** Whether the session was reopened, and no request of it has been made since. */
  readonly isRestart: boolean;
  /** A request was made with these. */
  remember(inputs: MeasuredInputs, traits: SentTraits): void;
}

export function createSessionWork(
  logs: SyncedState,
  config: SessionConfig,
  opened: { isRestart: boolean; memory?: SessionMemory | undefined },
): SessionWork {
  const meter = createInputMeter(config.tokenizer);
  const { inputs: known } = logs.current;
  const isBase = logs.current.inputBase === undefined ? {} : { isBase: true as const };
  const measured =
    known === undefined ? meter('', undefined) : { ...rememberedInputs(known), ...isBase };
  const queue = createSessionQueue(() => logs.refresh());
  const requestUsage = createRequestUsage(logs, config);
  // The next `prepare` meets whatever is wrong with the store, and says so to its caller.
  const commit = (): Promise<void> => queue.runFresh(() => commitFinished(work)).catch(() => {});
  const background = createBackgroundSnapshot(
    () => void commit(),
    (run) => config.background?.(run.then(commit)),
  );

  const work: { -readonly [Key in keyof SessionWork]: SessionWork[Key] } = {
    logs,
    config,
    queue,
    requestUsage,
    background,
    memory: opened.memory,
    overflows: createOverflowRecovery(),
    measured,
    async record(decision: SessionRecord, expected?: { expectedEpoch?: number }) {
      await logs.record(decision, expected);
      if (decision.type !== 'compaction' && decision.type !== 'attempt') return;
      const epoch = decision.type === 'compaction' ? decision.previousEpoch : decision.epoch;
      if (decision.usage !== undefined) await requestUsage.bill(decision.usage, epoch);
    },
    measure: (options) =>
      options === undefined ? work.measured : meter(options.instructions ?? '', options.tools),
    isRestart: opened.isRestart,
    remember(inputs, traits) {
      work.measured = inputs;
      work.traits = traits;
      work.isRestart = false;
    },
  };
  return work;
}

/** Puts a snapshot that is made in the background into force; waits for one that is under way. */
export function commitFinished(work: SessionWork): Promise<void> {
  return work.logs.retryOnConflict(async () => {
    // Taken once: made again on fresh logs, the decision must not book the same usage again.
    const finished = await work.background.take();
    if (finished === undefined) return;
    work.memory?.begin();
    await commitBackgroundCompaction(work, finished);
  });
}
