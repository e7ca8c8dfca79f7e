import type { Memory } from '@everlong/core';

/** A memory that cannot hurt: it may throw, hang or answer anything. */
export interface MemoryGuard {
  /** From now on the calls of `ask` have the whole time limit again, all of them together. */
  begin(): void;
  /**
   * What the call gives in the time that is left; `undefined` where it fails or takes longer, and
   * at once while an earlier call that took longer has not come back.
   */
  ask<Result>(call: MemoryCall<Result>): Promise<Result | undefined>;
  /** The same without a time limit: rejects with what the memory throws. */
  wait<Result>(call: MemoryCall<Result>): Promise<Result>;
}

type MemoryCall<Result> = (memory: Memory, scope: string) => Promise<Result>;

interface MemoryGuardOptions {
  memory: Memory;
  scope: string;
  timeoutMs: number;
}

export function createMemoryGuard({ memory, scope, timeoutMs }: MemoryGuardOptions): MemoryGuard {
  /** Calls that took longer than they may and have not come back. */
  let overdue = 0;
  let spentMs = 0;

  const wait = async <Result>(call: MemoryCall<Result>): Promise<Result> => call(memory, scope);

  return {
    begin() {
      spentMs = 0;
    },
    wait,
    async ask(call) {
      const leftMs = timeoutMs - spentMs;
      if (overdue > 0 || leftMs <= 0) return undefined;
      const startedAt = performance.now();
      const run = wait(call).catch(() => undefined);
      const late = Symbol('late');
      const result = await within(run, leftMs, late);
      spentMs += performance.now() - startedAt;
      if (result !== late) return result;
      overdue++;
      void run.then(() => overdue--);
      return undefined;
    },
  };
}

/** What the promise gives, or `late` once the time is up. */
export async function within<Result, Late>(
  promise: Promise<Result>,
  timeoutMs: number,
  late: Late,
): Promise<Result | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<Late>((resolve) => {
    timer = setTimeout(() => resolve(late), timeoutMs);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
