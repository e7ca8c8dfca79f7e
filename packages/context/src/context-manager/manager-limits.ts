import { allocateBudget } from '@everlong/budget';
import { ConfigError } from '@everlong/core';
import { definedFields, showValue } from '@everlong/core/internal';

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
  check('maxTokens', maxTokens, (given) => given >= 1, 'at least 1');
  check('responseReserve', responseReserve, (given) => given >= 0, 'at least 0');
  check(
    'minRecentMessages',
    minRecentMessages,
    (given) => Number.isInteger(given) && given >= 0,
    'at least 0, a whole one',
  );
  check('hardThreshold', hardThreshold, (given) => given > 0 && given <= 1, 'above 0 up to 1');
  check(
    'softThreshold',
    softThreshold,
    (given) => given > 0 && given <= hardThreshold,
    `above 0 up to hardThreshold (${hardThreshold})`,
  );
  const { inputBudget } = allocateBudget({ window: maxTokens, responseReserve });
  const hard = Math.min(maxTokens * hardThreshold, inputBudget);
  const soft = Math.min(maxTokens * softThreshold, (hard * softThreshold) / hardThreshold);
  return { maxTokens, soft, hard, inputBudget, minRecentMessages };
}

function check(
  name: string,
  value: unknown,
  isInRange: (value: number) => boolean,
  range: string,
): void {
  if (typeof value === 'number' && Number.isFinite(value) && isInRange(value)) return;
  throw new ConfigError(`${name} must be a number ${range}, not ${showValue(value)}.`);
}
