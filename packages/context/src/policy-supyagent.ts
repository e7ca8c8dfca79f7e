import type { Policy, PolicyContext, PolicyDecision, PolicySettings } from './policy.js';
import { recentFrom } from './policy.js';
import { refillFrom } from './policy-newest.js';

/** Messages beyond the protected ones without which no summary is made. */
const MIN_SUMMARIZED_MESSAGES = 4;

/**
 * Supyagent's documented context management: a snapshot after 30 messages or 128,000 tokens since
 * the last one, checked after each turn, else at the hard limit; the last 6 messages are kept, the
 * rest of the window is filled from newest to oldest.
 */
export function createSupyagentPolicy(settings: Partial<PolicySettings> = {}): Policy {
  const policy: Policy = {
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
      const due = policy.triggers(context).find((trigger) => trigger.value >= trigger.limit);
      if (context.turnComplete && due !== undefined && canSummarize(context)) {
        return summarize(context, `${due.value} ${due.name} since the last snapshot`);
      }
      const keepFrom = refillFrom(context);
      if (keepFrom === 0 && context.usedTokens <= context.inputBudget) {
        return { action: 'keep', reason: 'everything since the snapshot fits' };
      }
      if (canSummarize(context)) return summarize(context, 'the messages no longer fit');
      return {
        action: 'trim',
        keepFrom,
        maxTokens: context.inputBudget,
        reason: 'the oldest messages no longer fit and are too few for a snapshot',
      };
    },
    triggers({ settings: numbers, sinceSnapshot }) {
      return [
        {
          name: 'messages',
          value: sinceSnapshot.messages,
          limit: numbers.maxMessagesBeforeSummary ?? Infinity,
        },
        {
          name: 'tokens',
          value: sinceSnapshot.tokens,
          limit: numbers.maxTokensBeforeSummary ?? Infinity,
        },
      ].filter(({ limit }) => limit !== Infinity);
    },
    compactNow: (context) => summarize(context, 'asked for'),
  };
  return policy;
}

/** Counts what arrived since the last snapshot, and whether there is anything old to summarize. */
function canSummarize({ settings, sinceSnapshot, units }: PolicyContext): boolean {
  const enough = settings.minRecentMessages + MIN_SUMMARIZED_MESSAGES;
  return sinceSnapshot.messages >= enough && recentFrom(units, settings.minRecentMessages) > 0;
}

function summarize(context: PolicyContext, reason: string): PolicyDecision {
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
