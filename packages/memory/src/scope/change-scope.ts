import { type IndexChanges, type ScopeState, StoreConflictError } from '@everlong/core';

import type { MemoryContext } from './memory-context.js';

/** What a change decided on, and what it is answered with. */
export interface PlannedChange<Result> {
  /** Absent: nothing changes. */
  changes?: IndexChanges;
  result: Result;
}

const MAX_ATTEMPTS = 20;

/**
 * Plans a change of a scope from what it holds and applies it. When something else changed the
 * scope meanwhile, another process for example, it is planned anew.
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
