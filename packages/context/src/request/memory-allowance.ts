import type { PolicyContext } from '../policies/policy.js';
import type { SessionConfig } from '../config/session-config.js';

/** What memory may take of one request. */
export interface MemoryAllowance {
  /** All of it: the profile, snippets and learnings. */
  maxTokens: number;
  maxLearningTokens: number;
}

const MEMORY_SHARE = 0.15;
const LEARNINGS_SHARE = 0.05;

export function memoryAllowance(
  { policy, settings }: SessionConfig,
  context: PolicyContext,
): MemoryAllowance {
  const own = policy.memoryAllowance?.(context);
  if (own !== undefined) return own;
  const share = (fraction: number): number => Math.floor(context.inputBudget * fraction);
  return {
    maxTokens: share(settings.memoryFraction ?? MEMORY_SHARE),
    maxLearningTokens: share(settings.learningsFraction ?? LEARNINGS_SHARE),
  };
}
