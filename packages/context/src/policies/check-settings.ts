import { ConfigError } from '@everlong/core';
import { checkNumber, showValue } from '@everlong/core/internal';

import type { PolicySettings } from './policy.js';

/** In fewer tokens than this no request has room for a message. */
export const MIN_WINDOW_TOKENS = 100;

type Rule = { least: number; most?: number; isWhole?: true } | { oneOf: readonly unknown[] };

const SHARE: Rule = { least: 0, most: 1 };
const NOT_NEGATIVE: Rule = { least: 0 };
const POSITIVE: Rule = { least: 1 };
const COUNT: Rule = { least: 0, isWhole: true };
const POSITIVE_COUNT: Rule = { least: 1, isWhole: true };
const SWITCH: Rule = { oneOf: [true, false] };

/** What each setting may be. */
export const SETTING_RULES: Readonly<Record<keyof PolicySettings, Rule>> = {
  keep: { oneOf: ['little', 'balanced', 'much'] },
  responseReserve: NOT_NEGATIVE,
  minRecentMessages: COUNT,
  maxUsefulTokens: { least: MIN_WINDOW_TOKENS },
  softThreshold: SHARE,
  hardThreshold: SHARE,
  lowWaterMark: SHARE,
  maxTailTokens: NOT_NEGATIVE,
  workingSet: SWITCH,
  compactAboveShare: SHARE,
  snapshotShare: SHARE,
  maxSnapshotTokens: NOT_NEGATIVE,
  carryFactor: NOT_NEGATIVE,
  maxMessagesBeforeSummary: POSITIVE_COUNT,
  maxTokensBeforeSummary: POSITIVE,
  autoSummarize: SWITCH,
  maxTotalTokens: { least: MIN_WINDOW_TOKENS },
  total: { least: MIN_WINDOW_TOKENS },
  freshTailCount: COUNT,
  maxTurns: POSITIVE_COUNT,
  maxResultCharacters: NOT_NEGATIVE,
  systemReserve: NOT_NEGATIVE,
  toolDefinitionsReserve: NOT_NEGATIVE,
  memoryFraction: SHARE,
  learningsFraction: SHARE,
  memoryLimit: COUNT,
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
    if ('least' in rule) checkRange(`${place}.${name}`, value, rule);
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

function checkRange(
  name: string,
  value: unknown,
  { least, most, isWhole }: Extract<Rule, { least: number }>,
): void {
  checkNumber(name, value, least, most);
  if (isWhole !== true || Number.isInteger(value) || value === Infinity) return;
  throw new ConfigError(`${name} must be a whole number, not ${showValue(value)}.`);
}

function checkChoice(name: string, value: unknown, choices: readonly unknown[]): void {
  if (choices.includes(value)) return;
  const allowed = choices.map((choice) => JSON.stringify(choice)).join(' or ');
  throw new ConfigError(`${name} must be ${allowed}, not ${showValue(value)}.`);
}
