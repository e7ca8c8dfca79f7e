import {
  allocateTokenBudget,
  DEFAULT_TOKEN_BUDGET,
  MAX_FIXED_SHARE,
  type TokenAllocation,
} from '@everlong/budget';

import type { Policy, PolicyContext, PolicyDecision, PolicySettings } from './policy.js';
import { firstRecent } from './policy.js';
import { firstRefilled } from './newest.js';

/**
 * Missy's documented context management: of 30,000 tokens, what the reserves leave is for history,
 * as long as memory and learnings do not use their shares; the last 16 messages stay, those before
 * are filled in from the newest to the oldest at every call. At 75 % of the total, what is older
 * than the last 16 messages becomes a summary at the end of a turn.
 */
export function createMissyPolicy(settings: Partial<PolicySettings> = {}): Policy {
  const { total, freshTailCount, ...shares } = DEFAULT_TOKEN_BUDGET;
  return {
    name: 'missy',
    settings: {
      responseReserve: 4096,
      minRecentMessages: freshTailCount,
      maxTotalTokens: total,
      ...shares,
      softThreshold: 0.75,
      snapshotShare: 0.1,
      summaryPlacement: 'message',
      ...settings,
    },
    decide(context) {
      const { groups, usedTokens, inputBudget, turnComplete, settings: numbers } = context;
      const tail = firstRecent(groups, numbers.minRecentMessages);
      const stored = storedTokens(context);
      if (
        numbers.autoSummarize !== false &&
        turnComplete &&
        tail > 0 &&
        stored >= summaryLimit(context)
      ) {
        return summarize(context, tail, `${stored} tokens of history and summaries`);
      }
      const maxTokens = context.fixedTokens + allocate(context).history;
      const firstKept = Math.min(firstRefilled(context, maxTokens), tail);
      const isShorter = groups.slice(0, firstKept).some((_, index) => index !== context.latestUser);
      if (usedTokens <= maxTokens || (usedTokens <= inputBudget && !isShorter)) {
        return { action: 'keep', reason: 'the history fits, or only the fresh tail is left' };
      }
      const reason = 'the oldest messages exceed the history budget';
      return { action: 'trim', firstKept, maxTokens: inputBudget, reason };
    },
    triggers: (context) => [
      {
        name: 'history',
        value: context.usedTokens - context.fixedTokens,
        limit: allocate(context).history,
      },
      { name: 'summary', value: storedTokens(context), limit: summaryLimit(context) },
    ],
    clamps: (context) => allocate(context).clamps,
    compactNow: (context) =>
      summarize(
        context,
        firstRecent(context.groups, context.settings.minRecentMessages),
        'asked for',
      ),
  };
}

/** Nothing of a session's request is memory or learnings: these shares return to history. */
function allocate({ settings, inputBudget, fixedTokens, window }: PolicyContext): TokenAllocation {
  const { responseReserve } = settings;
  return allocateTokenBudget(
    { ...settings, total: inputBudget },
    {
      fixed: fixedTokens,
      memory: 0,
      learnings: 0,
      maxReserves: Math.floor(window * MAX_FIXED_SHARE) - Math.min(responseReserve, window / 4),
    },
  );
}

/** The summary and the messages that it does not cover, sent or not. */
function storedTokens(context: PolicyContext): number {
  const { sinceSnapshot, snapshotTokens, usedTokens, fixedTokens } = context;
  return Math.max(usedTokens - fixedTokens, sinceSnapshot.tokens + snapshotTokens);
}

function summaryLimit({ inputBudget, settings }: PolicyContext): number {
  return Math.floor(inputBudget * (settings.softThreshold ?? 1));
}

function summarize(context: PolicyContext, firstKept: number, reason: string): PolicyDecision {
  return {
    action: 'snapshot',
    firstKept,
    maxTokens: context.inputBudget,
    snapshotTokens: Math.floor(allocate(context).history * context.settings.snapshotShare),
    reason,
  };
}
