import type { Budget } from '@everlong/budget';
import type { MemorySource, RememberedProfile } from '@everlong/core';

import type { RequestSession } from './request-input.js';

/**
 * The profile of an epoch that begins; `undefined` where the policy has none, or memory fails.
 *
 * @param excludes whether the epoch's requests hold a source themselves
 */
export async function epochProfile(
  { memory, config, logs }: Pick<RequestSession, 'memory' | 'config' | 'logs'>,
  { inputBudget }: Budget,
  {
    isCleared = (logs.current.compaction?.clearedThrough ?? -1) >= 0,
    excludes,
  }: { isCleared?: boolean; excludes?(source: MemorySource): boolean } = {},
): Promise<RememberedProfile | undefined> {
  const { profileFraction = 0 } = config.settings;
  if (memory === undefined || profileFraction === 0) return undefined;
  return memory.profile({
    maxTokens: Math.floor(inputBudget * profileFraction),
    counter: config.counter,
    withoutSession: isCleared,
    ...(excludes === undefined ? {} : { excludes }),
  });
}
