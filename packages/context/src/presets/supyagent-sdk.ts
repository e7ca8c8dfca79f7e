import type {
  CompactionDecision,
  Policy,
  PolicyContext,
  PolicySettings,
} from '../policies/policy.js';
import { firstRecent } from '../rendering/message-group.js';
import { presetDefaults } from '../policies/preset-defaults.js';

/**
 * Supyagent's SDK, as documented: over the hard threshold, a fraction of the window, everything but
 * the last 4 messages becomes one summary, placed in the system prompt. Where a model writes
 * it, it is begun in the background at the soft threshold.
 */
export function createSupyagentSdkPolicy(settings: Partial<PolicySettings> = {}): Policy {
  return {
    name: 'supyagent-sdk',
    settings: { ...presetDefaults['supyagent-sdk'], ...settings },
    decide(context) {
      const limit = thresholdTokens(context, context.settings.hardThreshold);
      if (context.usedTokens > limit) {
        return compactify(context, `over the hard threshold of ${limit} tokens`);
      }
      const soft = thresholdTokens(context, context.settings.softThreshold);
      if (context.asksModel && context.usedTokens > soft) {
        const reason = `over the soft threshold of ${soft} tokens`;
        return { ...compactify(context, reason), mayWait: true };
      }
      return { action: 'keep', reason: `${context.usedTokens} of ${limit} tokens` };
    },
    triggers: (context) => [
      {
        name: 'soft threshold',
        value: context.usedTokens,
        limit: thresholdTokens(context, context.settings.softThreshold),
      },
      {
        name: 'hard threshold',
        value: context.usedTokens,
        limit: thresholdTokens(context, context.settings.hardThreshold),
      },
    ],
    compactNow: (context) => compactify(context, 'asked for'),
  };
}

/** A fraction of the window; in a small one the response's reserve comes first. */
function thresholdTokens({ window, inputBudget }: PolicyContext, fraction = 1): number {
  return Math.min(Math.floor(window * fraction), inputBudget);
}

function compactify(context: PolicyContext, reason: string): CompactionDecision {
  const { settings, groups, inputBudget, fixedTokens } = context;
  return {
    action: 'snapshot',
    firstKept: firstRecent(groups, settings.minRecentMessages),
    maxTokens: inputBudget,
    snapshotTokens: Math.floor((inputBudget - fixedTokens) * settings.snapshotShare),
    reason,
  };
}
