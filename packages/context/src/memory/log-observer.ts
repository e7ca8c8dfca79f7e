import type { Entry, Store } from '@everlong/core';
import type { SeqRange } from '@everlong/core/store-kit';

import { readRewinds } from '../state/find-epoch.js';
import { readRemaining } from '../state/read-remaining.js';
import type { MemoryGuard } from './memory-guard.js';

/** Keeps a memory in step with the log of one session, from the last entry that it has seen. */
export interface LogObserver {
  /** Has the memory see what the log has; resolves when it has, or could not. Never rejects. */
  catchUp(): Promise<void>;
  /** Entries from `fromSeq` on were withdrawn. Resolves when the memory has, or could not. */
  withdraw(fromSeq: number): Promise<void>;
  /** Whether everything of the log that there was at the last attempt is observed. */
  readonly isUpToDate: boolean;
  /** Why the last attempt failed. */
  readonly failure: unknown;
  /** Nothing more is begun; the log says later what is missing. */
  stop(): void;
}

export interface LogObserverOptions {
  guard: MemoryGuard;
  store: Store;
  sessionId: string;
  /** The entries that the user withdrew, as far as that is known by now. */
  withdrawn(): readonly SeqRange[];
}

/** Entries that a memory is given at once. */
const BATCH = 200;

/** Entries that are read again where reading a log continues: calls whose results follow. */
const SEEN_BEFORE = 20;

export function createLogObserver(options: LogObserverOptions): LogObserver {
  const { guard, sessionId } = options;
  /** `undefined` until the memory has said so. */
  let observedThrough: number | undefined;
  let withdrawFrom: number | undefined;
  let isUpToDate = false;
  let failure: unknown;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let isCalled = false;

  async function observeLog(): Promise<void> {
    const isFirst = observedThrough === undefined;
    observedThrough ??= await begin();
    if (withdrawFrom !== undefined) {
      const fromSeq = withdrawFrom;
      await guard.wait((memory, scope) => memory.withdraw(scope, { sessionId, fromSeq }));
      if (withdrawFrom === fromSeq) withdrawFrom = undefined;
    }
    let from = isFirst ? Math.max(0, observedThrough + 1 - SEEN_BEFORE) : observedThrough + 1;
    while (!stopping.signal.aborted) {
      const entries = await readBatch(options, from);
      const last = entries.at(-1);
      if (last === undefined || last.seq <= observedThrough) break;
      from = last.seq + 1;
      await guard.wait((memory, scope) => memory.observe(scope, entries));
      observedThrough = last.seq;
    }
  }

  /** Returns the last observed entry, and notes what a killed process had yet to withdraw. */
  async function begin(): Promise<number> {
    const seq: unknown = await guard.wait((memory, scope) =>
      memory.observedThroughSeq(scope, sessionId),
    );
    const through = Number.isInteger(seq) ? Math.max(-1, Number(seq)) : -1;
    const rewinds = await readRewinds(options.store, sessionId);
    // What was observed after a rewind says that it was withdrawn before.
    const unknown = rewinds.filter(({ throughSeq = Infinity }) => throughSeq >= through);
    const from = Math.min(...unknown.map(({ fromSeq }) => fromSeq), withdrawFrom ?? Infinity);
    if (from <= through) withdrawFrom = from;
    return through;
  }

  async function run(): Promise<void> {
    while (isCalled && !stopping.signal.aborted) {
      isCalled = false;
      try {
        await observeLog();
        isUpToDate = true;
        failure = undefined;
      } catch (error) {
        isUpToDate = false;
        failure = error;
      }
    }
  }

  async function catchUp(): Promise<void> {
    isCalled = true;
    running ??= run().finally(() => (running = undefined));
    await running;
  }

  return {
    catchUp,
    withdraw(fromSeq) {
      withdrawFrom = Math.min(fromSeq, withdrawFrom ?? Infinity);
      isUpToDate = false;
      return catchUp();
    },
    get isUpToDate() {
      return isUpToDate;
    },
    get failure() {
      return failure;
    },
    stop() {
      stopping.abort();
    },
  };
}

async function readBatch(
  { store, sessionId, withdrawn }: LogObserverOptions,
  from: number,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  const options = { from, limit: BATCH };
  for await (const entry of readRemaining(store, sessionId, withdrawn(), options)) {
    entries.push(entry);
  }
  return entries;
}
