import { ConfigError } from '@everlong/core';

import type { Policy, PolicySettings } from './policy.js';
import { createCowagentPolicy } from './cowagent.js';
import { createEverlongPolicy } from './everlong.js';
import { createFullPolicy } from './full.js';
import { createMissyPolicy } from './missy.js';
import { createNewestPolicy } from './newest.js';
import { createSupyagentSdkPolicy } from './supyagent-sdk.js';
import { createSupyagentPolicy } from './supyagent.js';

/** The presets by name. To add a policy, write its file and name it here. */
const presets = {
  cowagent: createCowagentPolicy,
  everlong: createEverlongPolicy,
  full: createFullPolicy,
  missy: createMissyPolicy,
  newest: createNewestPolicy,
  supyagent: createSupyagentPolicy,
  'supyagent-sdk': createSupyagentSdkPolicy,
} as const;

/** The name of a preset. */
export type PolicyName = keyof typeof presets;

/** The names of all presets, in alphabetical order. */
export const policyNames: readonly PolicyName[] = Object.keys(presets) as PolicyName[];

/** The preset of that name, with some of its numbers changed; `ConfigError` for an unknown name. */
export function createPolicy(name: string, settings: Partial<PolicySettings> = {}): Policy {
  if (!isPolicyName(name)) {
    throw new ConfigError(
      `There is no policy ${JSON.stringify(name)}. Choose one of ${policyNames.join(', ')}.`,
    );
  }
  return presets[name](settings);
}

function isPolicyName(name: string): name is PolicyName {
  return Object.hasOwn(presets, name);
}
