import type { PolicyContext, PolicyTrigger } from '../policies/policy.js';
import { firstRecent } from '../rendering/message-group.js';

/** Messages beyond the protected ones without which no summary is made. */
const MIN_SUMMARIZED_MESSAGES = 4;

/** The documented triggers, as far as they are set: messages and tokens since the last snapshot. */
export function summaryTriggers({ settings, sinceSnapshot }: PolicyContext): PolicyTrigger[] {
  const { maxMessagesBeforeSummary, maxTokensBeforeSummary } = settings;
  return [
    {
      name: 'messages',
      value: sinceSnapshot.messages,
      limit: maxMessagesBeforeSummary ?? Infinity,
    },
    { name: 'tokens', value: sinceSnapshot.tokens, limit: maxTokensBeforeSummary ?? Infinity },
  ].filter(({ limit }) => limit !== Infinity);
}

/**
 * Why a documented trigger calls for a snapshot now, at the end of a turn; `undefined` if none
 * does.
 */
export function summaryDue(context: PolicyContext): string | undefined {
  if (context.settings.autoSummarize === false || !context.turnComplete) return undefined;
  const due = summaryTriggers(context).find(({ value, limit }) => value >= limit);
  if (due === undefined || !canSummarize(context)) return undefined;
  return `${due.value} ${due.name} since the last snapshot`;
}

/**
 * Whether enough arrived since the last snapshot, and anything of it is not protected: after the
 * first one again as much, so that a long exchange that stays does not call for one every turn.
 */
function canSummarize(context: PolicyContext): boolean {
  const { settings, sinceSnapshot, groups, snapshotTokens } = context;
  const firstKept = firstRecent(groups, settings.minRecentMessages);
  const kept = groups.slice(firstKept).reduce((sum, { messages }) => sum + messages.length, 0);
  const least =
    snapshotTokens > 0 ? Math.max(kept, settings.minRecentMessages) : settings.minRecentMessages;
  return sinceSnapshot.messages >= least + MIN_SUMMARIZED_MESSAGES && firstKept > 0;
}
