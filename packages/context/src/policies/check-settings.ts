import { ConfigError } from '@everlong/core';
import { checkNumber, showValue } from '@everlong/core/internal';

import type { PolicySettings } from './policy.js';

/** In fewer tokens than this no request has room for a message. */
export const MIN_WINDOW_TOKENS = 100;

type Rule = { least: number; most?: number } | { oneOf: readonly unknown[] };

const SHARE: Rule = { least: 0, most: 1 };
const NOT_NEGATIVE: Rule = { least: 0 };
const POSITIVE: Rule = { least: 1 };
const SWITCH: Rule = { oneOf: [true, false] };

/** What each setting may be. */
export const SETTING_RULES: Readonly<Record<keyof PolicySettings, Rule>> = {
  keep: { oneOf: ['little', 'balanced', 'much'] },
  responseReserve: NOT_NEGATIVE,
  minRecentMessages: NOT_NEGATIVE,
  maxUsefulTokens: { least: MIN_WINDOW_TOKENS },
  softThreshold: SHARE,
  hardThreshold: SHARE,
  lowWaterMark: SHARE,
  maxTailTokens: NOT_NEGATIVE,
  workingSet: SWITCH,
  userTextShare: SHARE,
  compactAboveShare: SHARE,
  snapshotShare: SHARE,
  maxSnapshotTokens: NOT_NEGATIVE,
  sideBySideShare: SHARE,
  maxSideBySideTokens: NOT_NEGATIVE,
  carryFactor: NOT_NEGATIVE,
  maxMessagesBeforeSummary: POSITIVE,
  maxTokensBeforeSummary: POSITIVE,
  autoSummarize: SWITCH,
  keepConstraints: SWITCH,
  maxTotalTokens: { least: MIN_WINDOW_TOKENS },
  total: { least: MIN_WINDOW_TOKENS },
  freshTailCount: NOT_NEGATIVE,
  maxTurns: POSITIVE,
  maxResultCharacters: NOT_NEGATIVE,
  systemReserve: NOT_NEGATIVE,
  toolDefinitionsReserve: NOT_NEGATIVE,
  memoryFraction: SHARE,
  learningsFraction: SHARE,
  memoryLimit: NOT_NEGATIVE,
  profileFraction: SHARE,
  summaryPlacement: { oneOf: ['message', 'instructions'] },
};

/**
 * The settings that are really given, each as its rule says; one that is `undefined` counts as not
 * given. Throws `ConfigError` naming the setting, as one of `place`, and its value.
 */
export function checkSettings(place: string, settings: object = {}): Partial<PolicySettings> {
  const given: [string, unknown][] = Object.entries(settings).filter(
    ([, value]) => value !== undefined,
  );
  for (const [name, value] of given) {
    const rule = SETTING_RULES[name as keyof PolicySettings];
    if ('least' in rule) checkNumber(`${place}.${name}`, value, rule.least, rule.most);
    else checkChoice(`${place}.${name}`, value, rule.oneOf);
  }
  return Object.fromEntries(given);
}

/**
 * Throws `ConfigError` where the soft threshold that was given lies above the hard one of `all`,
 * the settings that hold. A hard one alone may lie below a preset's soft one: it then comes first.
 */
export function checkThresholds(
  place: string,
  { softThreshold = 0 }: Partial<PolicySettings>,
  { hardThreshold = 1 }: PolicySettings,
): void {
  if (softThreshold <= hardThreshold) return;
  throw new ConfigError(
    `${place}.softThreshold must be at most hardThreshold (${hardThreshold}), not ` +
      `${softThreshold}. Give a lower one, or a higher hardThreshold.`,
  );
}

function checkChoice(name: string, value: unknown, choices: readonly unknown[]): void {
  if (choices.includes(value)) return;
  const allowed = choices.map((choice) => JSON.stringify(choice)).join(' or ');
  throw new ConfigError(`${name} must be ${allowed}, not ${showValue(value)}.`);
}
