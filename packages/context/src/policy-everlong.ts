import { fillNewestFirst } from '@everlong/budget';

import { compactionCost } from './compaction-cost.js';
import type { Policy, PolicyContext, PolicyDecision, PolicySettings } from './policy.js';
import { summaryDue, summaryTriggers } from './policy.js';

/** Protected messages are cut when a compaction would otherwise leave more of the room full. */
const COMPACTED_SHARE = 0.7;

/** Of what is free after a compaction, the share for the newest messages as they are. */
const VERBATIM_SHARE = 0.6;

/**
 * everlong's own policy: requests extend each other until carrying old messages on has cost more
 * than a compaction, at once when the provider's cache has expired, or until the hard threshold; then one compaction cuts to a low-water mark, so
 * that the next epoch's prefix stays cached for long.
 */
export function createEverlongPolicy(settings: Partial<PolicySettings> = {}): Policy {
  return {
    name: 'everlong',
    settings: {
      responseReserve: 4096,
      minRecentMessages: 3,
      maxUsefulTokens: 200_000,
      softThreshold: 0.75,
      hardThreshold: 0.9,
      lowWaterMark: 0.4,
      maxTailTokens: 3000,
      snapshotShare: 0.2,
      maxSnapshotTokens: 5000,
      carryFactor: 1,
      summaryPlacement: 'message',
      ...settings,
    },
    decide(context) {
      const limit = hardLimit(context);
      const due = summaryDue(context);
      if (due !== undefined) return { ...cutToLowWater(context, due), required: true };
      if (context.usedTokens > limit) {
        return cutToLowWater(context, `over the hard threshold of ${limit} tokens`);
      }
      const { carried, rewrite } = compactionCost(context, keptTokens(context));
      if (carried > rewrite * (context.settings.carryFactor ?? Infinity)) {
        const cold = context.cacheIsCold ? 'the cache has expired: ' : '';
        return cutToLowWater(context, `${cold}cheaper than carrying old messages on`);
      }
      return {
        action: 'keep',
        reason: `${context.usedTokens} of ${limit} tokens before compaction`,
      };
    },
    triggers(context) {
      const { usedTokens, inputBudget } = context;
      const soft = Math.floor(inputBudget * (context.settings.softThreshold ?? 1));
      return [
        { name: 'soft threshold', value: usedTokens, limit: Math.min(soft, hardLimit(context)) },
        { name: 'hard threshold', value: usedTokens, limit: hardLimit(context) },
        ...summaryTriggers(context),
      ];
    },
    compactNow: (context) => cutToLowWater(context, 'asked for'),
  };
}

/** With large instructions the threshold moves up, so that messages always have a room of their own. */
function hardLimit({ settings, inputBudget, fixedTokens }: PolicyContext): number {
  const share = settings.hardThreshold ?? 1;
  const room = inputBudget - fixedTokens;
  return Math.floor(Math.max(inputBudget * share, fixedTokens + room * share));
}

/** What a compaction leaves besides what is fixed: the snapshot and the newest messages. */
function keptTokens(context: PolicyContext): number {
  const { snapshotTokens, free } = sharesOf(context);
  return snapshotTokens + free;
}

/** The room for messages, and what a compaction gives of it to the snapshot and to messages. */
function sharesOf({ settings, inputBudget, fixedTokens }: PolicyContext): {
  room: number;
  snapshotTokens: number;
  free: number;
} {
  const room = Math.max(0, inputBudget - fixedTokens);
  const lowWater = Math.floor(room * (settings.lowWaterMark ?? 1));
  const snapshotTokens = Math.min(
    Math.floor(room * settings.snapshotShare),
    settings.maxSnapshotTokens ?? Infinity,
  );
  const free = Math.min(lowWater - snapshotTokens, settings.maxTailTokens ?? Infinity);
  return { room, snapshotTokens, free };
}

function cutToLowWater(context: PolicyContext, reason: string): PolicyDecision {
  const { settings, units, fixedTokens, latestUser } = context;
  const { room, snapshotTokens, free: all } = sharesOf(context);
  const free = all - (units[latestUser]?.tokens ?? 0);
  const recent = Math.max(0, units.length - settings.minRecentMessages);
  const keepFrom = Math.min(recent, fillNewestFirst(units, free * VERBATIM_SHARE).from);
  return {
    action: 'snapshot',
    keepFrom,
    maskFrom: maskedFrom(context, keepFrom, free),
    maxTokens: fixedTokens + Math.floor(room * COMPACTED_SHARE),
    snapshotTokens,
    reason,
  };
}

/** How far back units fit beside those from `keepFrom` on once their old results are masked. */
function maskedFrom(
  { units, maskedTokens }: PolicyContext,
  keepFrom: number,
  free: number,
): number {
  const whole = units.slice(keepFrom).reduce((sum, unit) => sum + unit.tokens, 0);
  const masked = units.slice(0, keepFrom).map((unit) => ({ tokens: maskedTokens(unit) }));
  return fillNewestFirst(masked, free - whole).from;
}
