import { type Clamp, fillNewestFirst } from '@everlong/budget';

import {
  allocateRoom,
  compactionCost,
  firstProtected,
  keptTokens,
  protectedTokens,
} from './everlong-allocation.js';
import { modelPays } from './model-pays.js';
import { pauseOf } from './pause.js';
import { belongingGroups } from '../working-set/belonging-groups.js';
import { chooseWorkingSet } from '../working-set/choose-working-set.js';
import type {
  CompactionDecision,
  Policy,
  PolicyContext,
  PolicySettings,
} from '../policies/policy.js';
import { summaryDue, summaryTriggers } from './summary-triggers.js';
import { keepSettings, presetDefaults } from '../policies/preset-defaults.js';

/**
 * Protected messages are cut when a compaction would otherwise leave more of the room full, or more
 * than the low-water mark where that is higher.
 */
const COMPACTED_SHARE = 0.7;

/**
 * A compaction waits for the end of a task no longer than until old messages have cost this many
 * times what makes it worth its cost.
 */
const MAX_WAITING_FACTOR = 1.25;

/** Of what is free after a compaction, the share for the newest messages as they are. */
const TAIL_SHARE = 0.6;
/** The same where older messages of the working set stay too. */
const SHORT_TAIL_SHARE = 0.3;

/** Of what older messages may take, the share for whole ones; the rest is for masked ones. */
const WHOLE_SHARE = 0.85;

/**
 * everlong's own policy: requests extend each other until carrying old messages on has cost
 * `carryFactor` times what a compaction costs, until the provider's cache has expired and a
 * compaction would halve what has to be written again, or until the hard threshold. Then one
 * compaction cuts to a low-water mark, so that the next epoch's prefix stays cached for long.
 */
export function createEverlongPolicy(settings: Partial<PolicySettings> = {}): Policy {
  return {
    name: 'everlong',
    settings: {
      ...presetDefaults.everlong,
      ...keepSettings[settings.keep ?? presetDefaults.everlong.keep],
      ...settings,
    },
    decide(given) {
      const context = withPayingModel(given);
      const limit = hardLimit(context);
      const due = summaryDue(context);
      if (due !== undefined) return { ...cutToProtected(context), reason: due, required: true };
      if (context.usedTokens > limit) {
        return cutToLowWater(context, `over the hard threshold of ${limit} tokens`);
      }
      if (context.usedTokens < leastTokens(context)) {
        return { action: 'keep', reason: `${context.usedTokens} of ${limit} tokens: room enough` };
      }
      const early = earlyCompaction(context);
      if (early !== undefined) {
        const pause = pauseOf(context, { hardLimit: limit, isUrgent: early.isUrgent });
        if (pause.waits) {
          return { action: 'keep', reason: `waiting for the end of the task: ${early.reason}` };
        }
        return { ...cutToLowWater(context, early.reason + pause.because), mayWait: true };
      }
      return {
        action: 'keep',
        reason: `${context.usedTokens} of ${limit} tokens before compaction`,
      };
    },
    triggers(given) {
      const context = withPayingModel(given);
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

/** The context in which a model is asked only where its text pays, and a provider wherever it may be. */
function withPayingModel(context: PolicyContext): PolicyContext {
  const pays = !context.asksModel || context.asksProvider === true || modelPays(context);
  return pays ? context : { ...context, asksModel: false };
}

/** Where the cache has expired, compacting costs little, and begins from this share on. */
const COLD_SHARE = 0.5;

/** Below this the window is so empty that nothing is left out for the sake of cost. */
function leastTokens({ inputBudget, settings, promptCacheExpired }: PolicyContext): number {
  const share = settings.compactAboveShare ?? 0;
  return Math.floor(inputBudget * (promptCacheExpired ? Math.min(share, COLD_SHARE) : share));
}

/** Why to compact below the hard threshold: it is worth its cost, or a model needs the time. */
function earlyCompaction(
  context: PolicyContext,
): { reason: string; isUrgent: boolean } | undefined {
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

/** What a summarizer adds to the cached request: its instructions and an index of the entries. */
const SUMMARY_CALL_TOKENS = 1200;

/** Of what a compaction leaves free, the share that is used before a model is asked again. */
const USED_SHARE = 0.8;

/**
 * In a small window what a compaction leaves is not far below the soft threshold. A snapshot by a
 * model then waits until most of the room above that is used, or there would be twice as many; but
 * a call that extends the cached request must still fit.
 */
function softLimit(context: PolicyContext): number {
  const { inputBudget, settings, fixedTokens, asksModel } = context;
  const soft = Math.floor(inputBudget * (settings.softThreshold ?? 1));
  const hard = hardLimit(context);
  if (!asksModel || settings.softThreshold === undefined) return Math.min(soft, hard);
  const left = fixedTokens + keptTokens(context).kept;
  const late = Math.floor(left + (hard - left) * USED_SHARE);
  return Math.min(Math.max(soft, Math.min(late, inputBudget - SUMMARY_CALL_TOKENS)), hard);
}

/**
 * With large instructions the threshold moves up, so that messages always have a room of their own.
 */
function hardLimit({ settings, inputBudget, fixedTokens }: PolicyContext): number {
  const share = settings.hardThreshold ?? 1;
  const room = inputBudget - fixedTokens;
  return Math.floor(Math.max(inputBudget * share, fixedTokens + room * share));
}

/** A compaction to the low-water mark, with what stays of the messages. */
function cutToLowWater(context: PolicyContext, reason: string): CompactionDecision {
  const { asksModel } = context;
  return { ...cutTo(context, chooseKept(context)), asksModel, reason };
}

/**
 * By hand, however empty the window is: a snapshot of all that is not protected. It may fill the
 * room that messages leave below the low-water mark.
 */
function cutToProtected(context: PolicyContext): CompactionDecision {
  const { settings, groups } = context;
  const firstKept = firstProtected(context);
  const kept = { firstKept, firstMasked: firstKept };
  const { room, snapshotTokens: usual } = allocateRoom(context);
  const spare = Math.floor(room * (settings.lowWaterMark ?? 1)) - tokensFrom(groups, firstKept);
  const most = Math.min(Math.max(usual, spare), settings.maxSnapshotTokens ?? usual);
  return { ...cutTo(context, kept, most), reason: 'asked for' };
}

type Kept = Pick<
  CompactionDecision,
  'firstKept' | 'firstMasked' | 'alsoKeep' | 'alsoMask' | 'keepLines'
>;

/** One snapshot in the place of all that does not stay. */
function cutTo(
  context: PolicyContext,
  kept: Kept,
  snapshotTokens = allocateRoom(context).snapshotTokens,
): Omit<CompactionDecision, 'reason'> {
  const { fixedTokens, settings } = context;
  const { room } = allocateRoom(context);
  const share = Math.max(COMPACTED_SHARE, settings.lowWaterMark ?? 0);
  return {
    action: 'snapshot',
    ...kept,
    maxTokens: fixedTokens + Math.floor(room * share),
    snapshotTokens,
  };
}

/** Fewer of the newest exchanges are protected when they are large for the window. */
function protectionClamps(context: PolicyContext): Clamp[] {
  const { settings, groups } = context;
  const wanted = Math.min(settings.minRecentMessages, groups.length);
  const given = groups.length - firstProtected(context);
  return given < wanted ? [{ name: 'minRecentMessages', wanted, given }] : [];
}

/** The newest messages that stay as they are, and what stays of those before them. */
function chooseKept(context: PolicyContext): Kept {
  const { groups, settings, maskedTokens } = context;
  const share = settings.workingSet === true ? SHORT_TAIL_SHARE : TAIL_SHARE;
  const newest = fillNewestFirst(groups, freeTokens(context) * share).from;
  const first = Math.min(firstProtected(context), newest);
  const firstKept = withCommand(context, first);
  const maxTokens = roomForOlder(context, firstKept);
  if (settings.workingSet === true) {
    const { kept, masked, keepLines } = chooseWorkingSet({
      ...context,
      maxTokens,
      firstKept,
      wholeShare: WHOLE_SHARE,
    });
    return { firstKept, alsoKeep: kept, alsoMask: masked, keepLines };
  }
  const masked = groups.slice(0, firstKept).map((group) => ({ tokens: maskedTokens(group) }));
  return { firstKept, firstMasked: fillNewestFirst(masked, maxTokens).from };
}

/**
 * An output that stays takes the command before it along: the newest always, since the two are an
 * exchange, another if that leaves most of the room.
 */
function withCommand(context: PolicyContext, first: number): number {
  const { groups } = context;
  if (belongingGroups(groups)[first]?.[0] !== first - 1) return first;
  const isNewest = first === groups.length - 1;
  const isLarge = (groups[first - 1]?.tokens ?? 0) > protectedTokens(context);
  return isLarge && !isNewest ? first : first - 1;
}

/** What messages other than the latest user message may take. */
function freeTokens(context: PolicyContext): number {
  const { groups, latestUser } = context;
  return allocateRoom(context).free - (groups[latestUser]?.tokens ?? 0);
}

/** What is left for the groups before `firstKept`. */
function roomForOlder(context: PolicyContext, firstKept: number): number {
  return freeTokens(context) - tokensFrom(context.groups, firstKept);
}

function tokensFrom(groups: PolicyContext['groups'], first: number): number {
  return groups.slice(first).reduce((sum, { tokens }) => sum + tokens, 0);
}
