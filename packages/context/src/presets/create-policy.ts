import { ConfigError } from '@everlong/core';
import { checkOptions, suggestion, showValue } from '@everlong/core/internal';

import { checkSettings, checkThresholds } from '../policies/check-settings.js';
import { createCowagentPolicy } from './cowagent.js';
import { createEverlongPolicy } from './everlong.js';
import { createFullPolicy } from './full.js';
import { createMissyPolicy } from './missy.js';
import { createNewestPolicy } from './newest.js';
import type { Policy, PolicySettings } from '../policies/policy.js';
import { type PolicyName, type PresetSettings, settingNames } from '../policies/preset-settings.js';
import { createSupyagentSdkPolicy } from './supyagent-sdk.js';
import { createSupyagentPolicy } from './supyagent.js';

/**
 * The presets by name. To add one: its file, its name here, its settings in
 * `preset-defaults.ts`.
 */
const presets: Readonly<Record<PolicyName, (settings?: Partial<PolicySettings>) => Policy>> = {
  cowagent: createCowagentPolicy,
  everlong: createEverlongPolicy,
  full: createFullPolicy,
  missy: createMissyPolicy,
  newest: createNewestPolicy,
  supyagent: createSupyagentPolicy,
  'supyagent-sdk': createSupyagentSdkPolicy,
};

/** The names of all presets, in alphabetical order. */
export const policyNames: readonly PolicyName[] = Object.keys(presets) as PolicyName[];

/**
 * The preset of that name, with some of its settings changed; one that is `undefined` keeps the
 * preset's number. Throws `ConfigError` for an unknown name, a setting that this preset does not
 * read, a value out of range, and a soft threshold above the hard one.
 */
export function createPolicy<Name extends PolicyName>(
  name: Name,
  settings?: PresetSettings<Name>,
): Policy {
  const create = presetOf(name);
  const names = Object.fromEntries(settingNames(name).map((setting) => [setting, true as const]));
  checkOptions(`The policy ${name}`, settings, names);
  const given = checkSettings(name, settings);
  const policy = create(given);
  checkThresholds(name, given, policy.settings);
  return policy;
}

/** The preset of that name with those of the settings that it reads; the others are for others. */
export function createPreset(name: string, settings: Partial<PolicySettings>): Policy {
  return presetOf(name)(settings);
}

/** Throws `ConfigError` for an unknown name. */
function presetOf(name: unknown): (typeof presets)[PolicyName] {
  if (!isPolicyName(name)) {
    const near = typeof name === 'string' ? suggestion(name, policyNames) : '';
    throw new ConfigError(
      `There is no policy ${showValue(name)}.${near} Choose one of ${policyNames.join(', ')}.`,
    );
  }
  return presets[name];
}

/** Whether there is a preset of that name. */
export function isPolicyName(name: unknown): name is PolicyName {
  return typeof name === 'string' && Object.hasOwn(presets, name);
}
