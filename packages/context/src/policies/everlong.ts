import { type Clamp, fillNewestFirst } from '@everlong/budget';

import { allocateRoom, compactionCost, firstProtected, keptTokens } from './everlong-allocation.js';
import { pauseOf } from './pause.js';
import type { CompactionDecision, Policy, PolicyContext, PolicySettings } from './policy.js';
import { summaryDue, summaryTriggers } from './policy.js';
import { presetDefaults } from './preset-defaults.js';

/** Protected messages are cut when a compaction would otherwise leave more of the room full. */
const COMPACTED_SHARE = 0.7;

/** How many times what makes a compaction worth its cost waiting for the end of a task may cost. */
const MAX_WAITING_FACTOR = 1.25;

/** Of what is free after a compaction, the share for the newest messages as they are. */
const VERBATIM_SHARE = 0.6;

/**
 * everlong's own policy: requests extend each other until carrying old messages on has cost
 * `carryFactor` times what a compaction costs, until the provider's cache has expired and a
 * compaction would halve what has to be written anew, or until the hard threshold. Then one
 * compaction cuts to a low-water mark, so that the next epoch's prefix stays cached for long, and
 * sets its snapshot beside the ones before, which stay cached.
 */
export function createEverlongPolicy(settings: Partial<PolicySettings> = {}): Policy {
  return {
    name: 'everlong',
    settings: { ...presetDefaults.everlong, ...settings },
    decide(context) {
      const limit = hardLimit(context);
      const due = summaryDue(context);
      if (due !== undefined) return { ...cutToLowWater(context, due), required: true };
      if (context.usedTokens > limit) {
        return cutToLowWater(context, `over the hard threshold of ${limit} tokens`);
      }
      const gain = worthwhile(context);
      if (gain !== undefined) {
        const pause = pauseOf(context, { hardLimit: limit, isUrgent: gain.isUrgent });
        if (pause.waits) {
          return { action: 'keep', reason: `waiting for the end of the task: ${gain.reason}` };
        }
        return { ...cutToLowWater(context, gain.reason + pause.because), mayWait: true };
      }
      return {
        action: 'keep',
        reason: `${context.usedTokens} of ${limit} tokens before compaction`,
      };
    },
    triggers(context) {
      const { usedTokens } = context;
      return [
        { name: 'soft threshold', value: usedTokens, limit: softLimit(context) },
        { name: 'hard threshold', value: usedTokens, limit: hardLimit(context) },
        ...summaryTriggers(context),
      ];
    },
    clamps: protectionClamps,
    compactNow: cutToProtected,
  };
}

/** Why a compaction is worth its cost, or has to be begun; `undefined` while it is not. */
function worthwhile(context: PolicyContext): { reason: string; isUrgent: boolean } | undefined {
  const { carried, rewrite } = compactionCost(context, keptTokens(context));
  const worth = rewrite * (context.settings.carryFactor ?? Infinity);
  if (carried > worth) {
    const cold = context.promptCacheExpired ? 'the cache has expired: ' : '';
    const reason = `${cold}cheaper than carrying old messages on`;
    return { reason, isUrgent: carried > worth * MAX_WAITING_FACTOR };
  }
  const soft = softLimit(context);
  if (!context.asksModel || context.usedTokens <= soft) return undefined;
  return { reason: `over the soft threshold of ${soft} tokens`, isUrgent: false };
}

function softLimit(context: PolicyContext): number {
  const { inputBudget, settings } = context;
  return Math.min(Math.floor(inputBudget * (settings.softThreshold ?? 1)), hardLimit(context));
}

/**
 * With large instructions the threshold moves up, so that messages always have a room of their own.
 */
function hardLimit({ settings, inputBudget, fixedTokens }: PolicyContext): number {
  const share = settings.hardThreshold ?? 1;
  const room = inputBudget - fixedTokens;
  return Math.floor(Math.max(inputBudget * share, fixedTokens + room * share));
}

function cutToLowWater(
  context: PolicyContext,
  reason: string,
  // Where the cache has expired nothing is won by keeping the snapshots that it held.
  mayStandBeside = !context.promptCacheExpired,
): CompactionDecision {
  const { groups, fixedTokens, latestUser } = context;
  const { room, snapshotTokens, besideTokens, sideBySideTokens, free: all } = allocateRoom(context);
  const free = all - (groups[latestUser]?.tokens ?? 0);
  const newest = fillNewestFirst(groups, free * VERBATIM_SHARE).from;
  const firstKept = Math.min(firstProtected(context), newest);
  return {
    action: 'snapshot',
    firstKept,
    firstMasked: firstMaskedOf(context, firstKept, free),
    maxTokens: fixedTokens + Math.floor(room * COMPACTED_SHARE),
    snapshotTokens,
    ...(mayStandBeside && sideBySideTokens > 0
      ? { beside: { snapshotTokens: besideTokens, totalTokens: sideBySideTokens } }
      : {}),
    reason,
  };
}

/** By hand, however empty the window is: a snapshot of all that is not protected. */
function cutToProtected(context: PolicyContext): CompactionDecision {
  const firstKept = firstProtected(context);
  return { ...cutToLowWater(context, 'asked for', false), firstKept, firstMasked: firstKept };
}

/** Fewer of the newest exchanges are protected when they are large for the window. */
function protectionClamps(context: PolicyContext): Clamp[] {
  const { settings, groups } = context;
  const wanted = Math.min(settings.minRecentMessages, groups.length);
  const given = groups.length - firstProtected(context);
  return given < wanted ? [{ name: 'minRecentMessages', wanted, given }] : [];
}

/** How far back groups fit beside those from `firstKept` on once their old results are masked. */
function firstMaskedOf(
  { groups, maskedTokens }: PolicyContext,
  firstKept: number,
  free: number,
): number {
  const whole = groups.slice(firstKept).reduce((sum, group) => sum + group.tokens, 0);
  const masked = groups.slice(0, firstKept).map((group) => ({ tokens: maskedTokens(group) }));
  return fillNewestFirst(masked, free - whole).from;
}
