import type { Policy, PolicyContext, PolicyDecision, PolicySettings } from './policy.js';
import { canSummarize, recentFrom, summaryDue, summaryTriggers } from './policy.js';
import { refillFrom } from './policy-newest.js';

/**
 * Supyagent's documented context management: a snapshot after 30 messages or 128,000 tokens since
 * the last one, checked after each turn, else at the hard limit; the last 6 messages are kept, the
 * rest of the window is filled from newest to oldest.
 */
export function createSupyagentPolicy(settings: Partial<PolicySettings> = {}): Policy {
  return {
    name: 'supyagent',
    settings: {
      responseReserve: 4096,
      minRecentMessages: 6,
      maxMessagesBeforeSummary: 30,
      maxTokensBeforeSummary: 128_000,
      snapshotShare: 0.3,
      summaryPlacement: 'message',
      ...settings,
    },
    decide(context) {
      const due = summaryDue(context);
      if (due !== undefined) return { ...summarize(context, due), required: true };
      if (context.usedTokens <= context.inputBudget) {
        return { action: 'keep', reason: 'everything since the snapshot fits' };
      }
      if (canSummarize(context)) return summarize(context, 'the messages no longer fit');
      return {
        action: 'trim',
        keepFrom: refillFrom(context),
        maxTokens: context.inputBudget,
        reason: 'the oldest messages no longer fit and are too few for a snapshot',
      };
    },
    triggers: summaryTriggers,
    compactNow: (context) => summarize(context, 'asked for'),
  };
}

type Compaction = Exclude<PolicyDecision, { action: 'keep' }>;

function summarize(context: PolicyContext, reason: string): Compaction {
  const { settings, inputBudget, fixedTokens } = context;
  const snapshotTokens = Math.floor((inputBudget - fixedTokens) * settings.snapshotShare);
  return {
    action: 'snapshot',
    keepFrom: recentFrom(context.units, settings.minRecentMessages),
    maxTokens: inputBudget,
    snapshotTokens,
    reason,
  };
}
