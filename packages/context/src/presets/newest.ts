import { fillNewestFirst } from '@everlong/budget';

import { REQUEST_SLACK_TOKENS } from '../rendering/assemble-messages.js';
import type { Policy, PolicyContext, PolicyDecision, PolicySettings } from '../policies/policy.js';
import { presetDefaults } from '../policies/preset-defaults.js';

/**
 * A yardstick: the instructions and the newest exchanges that fit, refilled at every call, without
 * a snapshot.
 */
export function createNewestPolicy(settings: Partial<PolicySettings> = {}): Policy {
  return {
    name: 'newest',
    refills: true,
    settings: { ...presetDefaults.newest, ...settings },
    decide(context) {
      if (context.usedTokens <= context.inputBudget) {
        return { action: 'keep', reason: 'everything fits' };
      }
      return {
        action: 'trim',
        firstKept: firstRefilled(context),
        maxTokens: context.inputBudget,
        reason: 'the oldest messages no longer fit',
      };
    },
    triggers: ({ usedTokens, inputBudget }) => [
      { name: 'input budget', value: usedTokens, limit: inputBudget },
    ],
    compactNow: (): PolicyDecision => ({
      action: 'keep',
      reason: 'this policy refills at every call and makes no snapshot',
    }),
  };
}

/** The first group of the longest run of newest groups that fits beside what must be there. */
export function firstRefilled(
  { groups, inputBudget, usedTokens, latestUser }: PolicyContext,
  maxTokens = inputBudget,
): number {
  if (usedTokens <= maxTokens) return 0;
  const groupTokens = groups.reduce((sum, group) => sum + group.tokens, 0);
  const room = maxTokens - (usedTokens - groupTokens) - REQUEST_SLACK_TOKENS;
  const { from } = fillNewestFirst(groups, room);
  if (latestUser < 0 || from <= latestUser) return from;
  return fillNewestFirst(groups, room - (groups[latestUser]?.tokens ?? 0)).from;
}
