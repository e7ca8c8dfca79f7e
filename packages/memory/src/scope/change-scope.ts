import { setTimeout } from 'node:timers/promises';

import { type IndexChanges, type ScopeState, StoreConflictError } from '@everlong/core';

import type { MemoryContext } from './memory-context.js';

/** A planned change and the result of making it. */
export interface PlannedChange<Result> {
  /** Absent: change nothing. */
  changes?: IndexChanges;
  result: Result;
}

/** Another process may keep changing the scope: so many attempts, and as many as fit the time. */
const MAX_ATTEMPTS = 20;
const MAX_MS = 15_000;

/**
 * Plans a change from the scope's state and applies it. Plans again when something else, such as
 * another process, changed the scope meanwhile; so `plan` must be repeatable.
 */
export async function changeScope<Result>(
  { index }: Pick<MemoryContext, 'index'>,
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
      if (attempt >= MAX_ATTEMPTS && performance.now() - start > MAX_MS) throw error;
      await setTimeout(Math.random() * Math.min(attempt, MAX_ATTEMPTS));
    }
  }
}
