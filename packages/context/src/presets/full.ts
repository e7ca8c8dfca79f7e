import type { Policy, PolicyDecision, PolicySettings } from '../policies/policy.js';
import { presetDefaults } from '../policies/preset-defaults.js';

const KEEP: PolicyDecision = { action: 'keep', reason: 'this policy sends everything' };

/** A yardstick: the whole log at every call, whether it fits or not. */
export function createFullPolicy(settings: Partial<PolicySettings> = {}): Policy {
  return {
    name: 'full',
    settings: { ...presetDefaults.full, ...settings },
    unlimited: true,
    decide: () => KEEP,
    triggers: ({ usedTokens, inputBudget }) => [
      { name: 'input budget', value: usedTokens, limit: inputBudget },
    ],
    compactNow: () => KEEP,
  };
}
