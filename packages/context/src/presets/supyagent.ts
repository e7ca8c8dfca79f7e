import { REQUEST_SLACK_TOKENS } from '../rendering/assemble-messages.js';
import { EMERGENCY_CUT, type Emergency, truncateInEmergency } from './emergency-truncation.js';
import type {
  CompactionDecision,
  Policy,
  PolicyContext,
  PolicyDecision,
  PolicySettings,
} from '../policies/policy.js';
import { firstRecent } from '../rendering/message-group.js';
import { presetDefaults } from '../policies/preset-defaults.js';
import { firstRefilled } from './newest.js';
import { summaryDue, summaryTriggers } from './summary-triggers.js';

/**
 * Supyagent's documented context management: a snapshot after 30 messages or 128,000 tokens since
 * the last one, checked after each turn, and within a turn only when the request no longer fits;
 * else the window is filled from the newest message to the oldest, at every call.
 */
export function createSupyagentPolicy(settings: Partial<PolicySettings> = {}): Policy {
  return {
    name: 'supyagent',
    refills: true,
    settings: { ...presetDefaults.supyagent, ...settings },
    decide(context) {
      const isFull = context.usedTokens > context.inputBudget;
      const due = summaryDue(isFull ? { ...context, turnComplete: true } : context);
      if (due !== undefined) return summarize(context, due);
      return isFull ? refill(context) : { action: 'keep', reason: 'everything fits' };
    },
    triggers: summaryTriggers,
    compactNow: (context) => summarize(context, 'asked for'),
  };
}

function summarize(context: PolicyContext, reason: string): PolicyDecision {
  const { groups, settings } = context;
  return {
    action: 'snapshot',
    ...build(context, firstRecent(groups, settings.minRecentMessages), {
      summaryTokens: snapshotTokensOf(context),
    }),
    reason,
    required: true,
  };
}

function refill(context: PolicyContext): PolicyDecision {
  const { groups, settings, snapshotTokens } = context;
  const firstKept = Math.min(
    firstRefilled(context),
    firstRecent(groups, settings.minRecentMessages),
  );
  return {
    action: 'trim',
    ...build(context, firstKept, { summaryTokens: snapshotTokens, mayRefill: true }),
    reason: 'the oldest messages no longer fit',
  };
}

/**
 * What an emergency has freed is filled again, from the newest message that was left out; long ones
 * are cut as all others were.
 */
function refillFreed(
  { groups, latestUser, cutTokens }: PolicyContext,
  { firstKept, freeTokens, cuts }: Emergency,
): Pick<Emergency, 'firstKept' | 'cuts'> {
  const all = new Map(cuts);
  let from = firstKept;
  for (let free = freeTokens; from > 0; from--) {
    const group = groups[from - 1];
    if (group === undefined || from - 1 === latestUser) continue;
    const isCut = group.tokens > free && cuts.size > 0;
    free -= isCut ? cutTokens(group, EMERGENCY_CUT) : group.tokens;
    if (free < 0) break;
    if (isCut) all.set(from - 1, EMERGENCY_CUT);
  }
  return { firstKept: from, cuts: all };
}

type Built = Pick<CompactionDecision, 'firstKept' | 'cuts' | 'maxTokens' | 'snapshotTokens'>;

/** The message list from `firstKept` on, after its safety check. */
function build(
  context: PolicyContext,
  firstKept: number,
  { summaryTokens, mayRefill = false }: { summaryTokens: number; mayRefill?: boolean },
): Built {
  const { inputBudget, fixedTokens } = context;
  const room = inputBudget - fixedTokens - REQUEST_SLACK_TOKENS - summaryTokens;
  const emergency = truncateInEmergency(context, firstKept, room);
  const kept = mayRefill ? refillFreed(context, emergency) : emergency;
  return {
    firstKept: kept.firstKept,
    ...(kept.cuts.size === 0 ? {} : { cuts: kept.cuts }),
    maxTokens: inputBudget,
    snapshotTokens: snapshotTokensOf(context),
  };
}

/** A summary is included up to this size. */
function snapshotTokensOf({ inputBudget, fixedTokens, settings }: PolicyContext): number {
  return Math.floor((inputBudget - fixedTokens) * settings.snapshotShare);
}
