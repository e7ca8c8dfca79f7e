import { allocateBudget } from '@everlong/budget';
import { ConfigError } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';

/** The document's numbers. */
const DEFAULTS = {
  maxTokens: 128_000,
  softThreshold: 0.75,
  hardThreshold: 0.9,
  responseReserve: 4096,
  minRecentMessages: 4,
};

/** Sizes in tokens, thresholds as shares of `maxTokens`; each has a default. */
export type ManagerNumbers = typeof DEFAULTS;

export interface ManagerLimits {
  maxTokens: number;
  /** From here on a list should be summarized, above this it must be. */
  soft: number;
  hard: number;
  /** What a request may have at most. */
  inputBudget: number;
  minRecentMessages: number;
}

/**
 * Thresholds in tokens: shares of `maxTokens`, but never so high that the response reserve is used;
 * where the hard one comes sooner for that, so does the soft one.
 * Throws `ConfigError` for a number that cannot be used.
 */
export function managerLimits(options: Partial<ManagerNumbers>): ManagerLimits {
  const { maxTokens, softThreshold, hardThreshold, responseReserve, minRecentMessages } = {
    ...DEFAULTS,
    ...definedFields(options),
  };
  check('maxTokens', maxTokens, maxTokens >= 1, 'at least 1');
  check('responseReserve', responseReserve, responseReserve >= 0, 'at least 0');
  check('minRecentMessages', minRecentMessages, minRecentMessages >= 0, 'at least 0');
  check('hardThreshold', hardThreshold, hardThreshold > 0 && hardThreshold <= 1, 'above 0 up to 1');
  check(
    'softThreshold',
    softThreshold,
    softThreshold > 0 && softThreshold <= hardThreshold,
    `above 0 up to hardThreshold (${hardThreshold})`,
  );
  const { inputBudget } = allocateBudget({ window: maxTokens, responseReserve });
  const hard = Math.min(maxTokens * hardThreshold, inputBudget);
  const soft = Math.min(maxTokens * softThreshold, (hard * softThreshold) / hardThreshold);
  return { maxTokens, soft, hard, inputBudget, minRecentMessages };
}

function check(name: string, value: number, holds: boolean, range: string): void {
  if (!Number.isFinite(value) || !holds) {
    throw new ConfigError(`${name} must be a number ${range}, not ${value}.`);
  }
}
