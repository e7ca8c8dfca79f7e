import {
  allocateTokenBudget,
  DEFAULT_TOKEN_BUDGET,
  MAX_FIXED_SHARE,
  type TokenAllocation,
} from '@everlong/budget';

import type {
  CompactionDecision,
  Policy,
  PolicyContext,
  PolicyDecision,
  PolicySettings,
} from '../policies/policy.js';
import { firstRecent } from '../rendering/message-group.js';
import { withOwnNames } from '../policies/setting-names.js';
import { firstRefilled } from './newest.js';

/**
 * Missy's documented context management: of 30,000 tokens, what the reserves leave is for history,
 * as long as memory and learnings do not use their shares; the last 16 messages stay, those before
 * are filled in from the newest to the oldest at every call. Once the history has reached 75 % of
 * the total, what has no room becomes a summary at the end of a turn, before the messages that
 * stay. Throws `ConfigError` for shares of memory and learnings that are more than the whole.
 */
export function createMissyPolicy(settings: Partial<PolicySettings> = {}): Policy {
  const { total, freshTailCount, ...shares } = DEFAULT_TOKEN_BUDGET;
  allocateTokenBudget(sharesOf(settings));
  return {
    name: 'missy',
    refills: true,
    settings: {
      responseReserve: 4096,
      minRecentMessages: freshTailCount,
      maxTotalTokens: total,
      ...shares,
      softThreshold: 0.75,
      snapshotShare: 0.1,
      summaryPlacement: 'message',
      ...withOwnNames(settings),
    },
    decide(context) {
      const { groups, usedTokens, inputBudget, latestUser } = context;
      const due = summaryDue(context);
      if (due !== undefined) return due;
      const maxTokens = context.fixedTokens + allocateBudgets(context).history;
      const firstKept = Math.min(firstRefilled(context, maxTokens), freshTail(context));
      const isShorter = groups.slice(0, firstKept).some((_, index) => index !== latestUser);
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
        limit: allocateBudgets(context).history,
      },
      { name: 'summary', value: leftOutTokens(context), limit: leastLeftOut(context) },
    ],
    clamps: (context) => allocateBudgets(context).clamps,
    memoryAllowance(context) {
      const { memory, learnings } = allocateBudgets(context, {});
      return { maxTokens: memory + learnings, maxLearningTokens: learnings };
    },
    compactNow: (context) => summarize(context, freshTail(context), 'asked for'),
    snapshotHeader: ({ depth, messages, firstAt, lastAt }) =>
      `[Summary: depth ${depth}, ${messages} messages, covers ${firstAt} to ${lastAt}]`,
  };
}

/** The last messages, which are included whatever the history's budget is. */
function freshTail({ groups, settings }: PolicyContext): number {
  return firstRecent(groups, settings.minRecentMessages);
}

/**
 * The summary that is due at the end of a turn: of what the history has no room for, once that is
 * enough for one.
 */
function summaryDue(context: PolicyContext): PolicyDecision | undefined {
  const { turnComplete, settings, inputBudget } = context;
  if (settings.autoSummarize === false || !turnComplete) return undefined;
  const stored = storedTokens(context);
  if (stored < Math.floor(inputBudget * (settings.softThreshold ?? 1))) return undefined;
  if (leftOutTokens(context) < leastLeftOut(context)) return undefined;
  const reason = `${stored} tokens of history and summaries`;
  return { ...summarize(context, firstBesideSummary(context), reason), required: true };
}

/** Of the history's budget, what must have no room before a model is asked for a summary. */
const LEFT_OUT_SHARE = 0.25;

function leastLeftOut(context: PolicyContext): number {
  return Math.floor(allocateBudgets(context).history * LEFT_OUT_SHARE);
}

/** Tokens of messages that no summary covers and that have no room beside one. */
function leftOutTokens(context: PolicyContext): number {
  const { groups, latestUser, sinceSnapshot } = context;
  const leaving = groups.slice(0, firstBesideSummary(context));
  return leaving.reduce(
    (sum, { tokens }, index) => sum + (index === latestUser ? 0 : tokens),
    sinceSnapshot.leftOutTokens,
  );
}

/** The first message that stays when the next summary is made. */
function firstBesideSummary(context: PolicyContext): number {
  const { fixedTokens, snapshotTokens: standing } = context;
  const { total, next } = summaryRoom(context);
  const summaries = Math.min(standing + next, total);
  const room = allocateBudgets(context).history - summaries + standing;
  const firstKept = Math.max(firstRefilled(context, fixedTokens + room), firstBehindGap(context));
  return Math.min(firstKept, freshTail(context));
}

/** A request that was kept when all around it was left out must not keep these from a summary. */
function firstBehindGap({ groups, sinceSnapshot }: PolicyContext): number {
  if (sinceSnapshot.leftOutTokens === 0) return 0;
  const gap = groups.findIndex(({ from }, index) => from > (groups[index - 1]?.to ?? from) + 1);
  return Math.max(0, gap);
}

/** In less room each summary replaces the last. */
const LEAST_SIDE_BY_SIDE_TOKENS = 1200;

/**
 * Tokens of the next summary, and of all of them together: several of one depth, then one deeper.
 */
function summaryRoom(context: PolicyContext): { next: number; total: number } {
  const total = Math.floor(allocateBudgets(context).history * context.settings.snapshotShare);
  if (total < LEAST_SIDE_BY_SIDE_TOKENS) return { next: total, total };
  return { next: Math.floor(total / 4), total };
}

function sharesOf({
  systemReserve,
  toolDefinitionsReserve,
  memoryFraction,
  learningsFraction,
}: Partial<PolicySettings>) {
  return { systemReserve, toolDefinitionsReserve, memoryFraction, learningsFraction };
}

/** What memory and learnings do not use of their shares returns to history. */
function allocateBudgets(
  context: PolicyContext,
  used: { memory?: number; learnings?: number } = usedMemory(context),
): TokenAllocation {
  const { settings, inputBudget, fixedTokens, memoryTokens, window } = context;
  const { responseReserve } = settings;
  return allocateTokenBudget(
    { ...sharesOf(settings), total: inputBudget },
    {
      fixed: fixedTokens - memoryTokens,
      ...used,
      maxReserves: Math.floor(window * MAX_FIXED_SHARE) - Math.min(responseReserve, window / 4),
    },
  );
}

function usedMemory({ memoryTokens, learningTokens }: PolicyContext): {
  memory: number;
  learnings: number;
} {
  return { memory: memoryTokens - learningTokens, learnings: learningTokens };
}

/** The summary and the messages that it does not cover, sent or not. */
function storedTokens(context: PolicyContext): number {
  const { sinceSnapshot, snapshotTokens, usedTokens, fixedTokens } = context;
  return Math.max(usedTokens - fixedTokens, sinceSnapshot.tokens + snapshotTokens);
}

function summarize(context: PolicyContext, firstKept: number, reason: string): CompactionDecision {
  const { next, total } = summaryRoom(context);
  return {
    action: 'snapshot',
    firstKept,
    maxTokens: context.inputBudget,
    // One that replaces several covers more.
    snapshotTokens: context.snapshotTokens > 0 ? Math.min(2 * next, total) : next,
    ...(next < total ? { beside: { snapshotTokens: next, totalTokens: total } } : {}),
    reason,
  };
}
