import { setTimeout } from 'node:timers/promises';

import {
  type IndexChanges,
  type MemoryIndex,
  type ScopeState,
  StoreConflictError,
} from '@everlong/core';

/** A planned change and the result of making it. */
export interface PlannedChange<Result> {
  /** Absent: change nothing. */
  changes?: IndexChanges;
  result: Result;
}

/** Others may keep changing the scope: so many attempts, and as many as fit the time. */
const MAX_ATTEMPTS = 20;
const MAX_MS = 15_000;

/**
 * Plans a change from the scope's state and applies it. Plans again when something else, such as
 * another process, changed the scope meanwhile; so `plan` must be repeatable.
 */
export async function changeScope<Result>(
  { index }: { index: MemoryIndex },
  scope: string,
  plan: (state: ScopeState) => Promise<PlannedChange<Result>>,
): Promise<Result> {
  const start = performance.now();
  for (let attempt = 1; ; attempt++) {
    const state = await index.scope(scope);
    const { changes, result } = await plan(state);
    if (changes === undefined) return result;
    try {
      await index.apply(scope, state.revision, changes);
      return result;
    } catch (error) {
      if (!StoreConflictError.isInstance(error)) throw error;
      const tookMs = performance.now() - start;
      if ((attempt >= MAX_ATTEMPTS && tookMs > MAX_MS) || tookMs > 2 * MAX_MS) throw error;
      await setTimeout(Math.random() * Math.min(attempt, MAX_ATTEMPTS));
    }
  }
}
