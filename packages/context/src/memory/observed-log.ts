import type { Entry, Store } from '@everlong/core';
import type { SeqRange } from '@everlong/core/store-kit';

import { readRewinds } from '../state/find-epoch.js';
import { readRemaining } from '../state/read-remaining.js';
import type { MemoryGuard } from './memory-guard.js';

/** What a memory has seen of the log of one session. Calls of `observe` must not overlap. */
export interface ObservedLog {
  /**
   * Has the memory withdraw what was withdrawn, and see what follows the last entry that it has
   * seen. Ends early when the signal aborts; rejects with what the memory rejects with.
   */
  observe(signal: AbortSignal): Promise<void>;
  /** Entries from `fromSeq` on were withdrawn: the next `observe` passes it on. */
  withdraw(fromSeq: number): void;
}

export interface ObservedLogOptions {
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

export function createObservedLog(options: ObservedLogOptions): ObservedLog {
  const { guard, sessionId } = options;
  /** `undefined` until the memory has said so. */
  let observedThrough: number | undefined;
  let withdrawFrom: number | undefined;

  function withdraw(fromSeq: number): void {
    withdrawFrom = Math.min(fromSeq, withdrawFrom ?? Infinity);
  }

  async function begin(): Promise<number> {
    const through = await readObservedThrough(options);
    const rewinds = await readRewinds(options.store, sessionId);
    // Memory observed past the older rewinds, so it has them; a killed process may not have passed
    // on the others.
    const unknown = rewinds.filter(({ throughSeq = Infinity }) => throughSeq >= through);
    const from = Math.min(...unknown.map(({ fromSeq }) => fromSeq), withdrawFrom ?? Infinity);
    if (from <= through) withdraw(from);
    return through;
  }

  return {
    withdraw,
    async observe(signal) {
      const isFirst = observedThrough === undefined;
      observedThrough ??= await begin();
      if (withdrawFrom !== undefined) {
        const fromSeq = withdrawFrom;
        await guard.wait((memory, scope) => memory.withdraw(scope, { sessionId, fromSeq }));
        if (withdrawFrom === fromSeq) withdrawFrom = undefined;
      }
      let from = isFirst ? Math.max(0, observedThrough + 1 - SEEN_BEFORE) : observedThrough + 1;
      while (!signal.aborted) {
        const entries = await readBatch(options, from);
        const last = entries.at(-1);
        if (last === undefined || last.seq <= observedThrough) break;
        from = last.seq + 1;
        await guard.wait((memory, scope) => memory.observe(scope, entries));
        observedThrough = last.seq;
      }
    },
  };
}

/** The last entry that the memory says it has observed; -1 for none. */
async function readObservedThrough({ guard, sessionId }: ObservedLogOptions): Promise<number> {
  const seq: unknown = await guard.wait((memory, scope) =>
    memory.observedThroughSeq(scope, sessionId),
  );
  return Number.isInteger(seq) ? Math.max(-1, Number(seq)) : -1;
}

async function readBatch(
  { store, sessionId, withdrawn }: ObservedLogOptions,
  from: number,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  const options = { from, limit: BATCH };
  for await (const entry of readRemaining(store, sessionId, withdrawn(), options)) {
    entries.push(entry);
  }
  return entries;
}
