import { ConfigError } from '@everlong/core';

import type { PolicySettings } from '../policies/policy.js';

type NumberSetting = {
  [Key in keyof PolicySettings]-?: NonNullable<PolicySettings[Key]> extends number ? Key : never;
}[keyof PolicySettings];

/** In fewer tokens than this no request has room for a message. */
export const MIN_WINDOW_TOKENS = 100;

/** The least that each number may be; shares are at most 1 besides. */
const LEAST: Readonly<Record<NumberSetting, number>> = {
  responseReserve: 0,
  minRecentMessages: 0,
  maxUsefulTokens: MIN_WINDOW_TOKENS,
  softThreshold: 0,
  hardThreshold: 0,
  lowWaterMark: 0,
  maxTailTokens: 0,
  snapshotShare: 0,
  maxSnapshotTokens: 0,
  sideBySideShare: 0,
  maxSideBySideTokens: 0,
  carryFactor: 0,
  maxMessagesBeforeSummary: 1,
  maxTokensBeforeSummary: 1,
  maxTotalTokens: MIN_WINDOW_TOKENS,
  total: MIN_WINDOW_TOKENS,
  freshTailCount: 0,
  maxTurns: 1,
  maxResultCharacters: 0,
  systemReserve: 0,
  toolDefinitionsReserve: 0,
  memoryFraction: 0,
  learningsFraction: 0,
};

const SHARES: ReadonlySet<string> = new Set<NumberSetting>([
  'softThreshold',
  'hardThreshold',
  'lowWaterMark',
  'snapshotShare',
  'sideBySideShare',
  'memoryFraction',
  'learningsFraction',
]);

/**
 * The settings that are really given, each in its range; one that is `undefined` counts as not
 * given. Throws `ConfigError` naming the setting and its value.
 */
export function checkSettings(settings: Partial<PolicySettings> = {}): Partial<PolicySettings> {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  for (const [name, value] of given) {
    if (Object.hasOwn(LEAST, name)) {
      const most = SHARES.has(name) ? 1 : Infinity;
      checkNumber(`budget.${name}`, value, LEAST[name as NumberSetting], most);
    }
    if (name === 'summaryPlacement' && value !== 'message' && value !== 'instructions') {
      throw new ConfigError(
        `budget.summaryPlacement must be "message" or "instructions", not ${JSON.stringify(value)}.`,
      );
    }
  }
  return Object.fromEntries(given);
}

/** Throws `ConfigError` unless the value is a number from `least` to `most`. */
export function checkNumber(name: string, value: unknown, least: number, most = Infinity): void {
  if (typeof value === 'number' && value >= least && value <= most) return;
  const range = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new ConfigError(`${name} must be a number ${range}, not ${String(value)}.`);
}
