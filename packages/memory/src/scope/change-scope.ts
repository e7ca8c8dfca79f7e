import { type IndexChanges, type ScopeState, StoreConflictError } from '@everlong/core';

import type { MemoryContext } from './memory-context.js';

/** A planned change and the result of making it. */
export interface PlannedChange<Result> {
  /** Absent: change nothing. */
  changes?: IndexChanges;
  result: Result;
}

const MAX_ATTEMPTS = 20;

/**
 * Plans a change from the scope's state and applies it. Plans again when something else, such as
 * another process, changed the scope meanwhile; so `plan` must be repeatable.
 */
export async function changeScope<Result>(
  { index }: Pick<MemoryContext, 'index'>,
  scope: string,
  plan: (state: ScopeState) => Promise<PlannedChange<Result>>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const state = await index.scope(scope);
    const { changes, result } = await plan(state);
    if (changes === undefined) return result;
    try {
      await index.apply(scope, state.revision, changes);
      return result;
    } catch (error) {
      if (!StoreConflictError.isInstance(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
