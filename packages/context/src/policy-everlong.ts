import { fillNewestFirst } from '@everlong/budget';

import type { Policy, PolicyContext, PolicyDecision, PolicySettings } from './policy.js';
import { summaryDue, summaryTriggers } from './policy.js';

/** Protected messages are cut when a compaction would otherwise leave more of the room full. */
const COMPACTED_SHARE = 0.7;

/** Of what is free after a compaction, the share for the newest messages as they are. */
const VERBATIM_SHARE = 0.6;

/**
 * everlong's own policy: requests extend each other until the hard threshold; then one compaction
 * cuts to a low-water mark, so that the next epoch's prefix stays cached for long.
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
      lowWaterMark: 0.5,
      snapshotShare: 0.2,
      summaryPlacement: 'message',
      ...settings,
    },
    decide(context) {
      const limit = hardLimit(context);
      const due = summaryDue(context);
      if (due !== undefined) return cutToLowWater(context, due);
      if (context.usedTokens <= limit) {
        return {
          action: 'keep',
          reason: `${context.usedTokens} of ${limit} tokens before compaction`,
        };
      }
      return cutToLowWater(context, `over the hard threshold of ${limit} tokens`);
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

function cutToLowWater(context: PolicyContext, reason: string): PolicyDecision {
  const { settings, units, inputBudget, fixedTokens, latestUser } = context;
  const room = Math.max(0, inputBudget - fixedTokens);
  const snapshotTokens = Math.floor(room * settings.snapshotShare);
  const user = units[latestUser]?.tokens ?? 0;
  const free = Math.floor(room * (settings.lowWaterMark ?? 1)) - snapshotTokens - user;
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
