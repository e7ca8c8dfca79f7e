import type { EpochCandidates } from './epoch-candidates.js';
import { fitGroups, type KeptGroup } from './fit-groups.js';
import type { CompactionDecision } from '../policies/policy.js';
import { type NextSnapshot, NO_SUMMARY } from './next-snapshot.js';
import { REQUEST_SLACK_TOKENS } from '../rendering/assemble-messages.js';
import {
  firstRecent,
  isPinned,
  type MessageGroup,
  openExchange,
} from '../rendering/message-group.js';
import type { RequestView } from '../request/request-view.js';
import { inlineFiles, withinLimits } from '../truncation/inline-files.js';
import type { RequestLimits } from '../truncation/request-limits.js';

/** What a compaction leaves of a limit, so that the next file does not start another one. */
const COMPACTED_SHARE = 0.7;

/** The snapshot that is sent and the groups beside it, cut so that both fit. */
export function fitEpoch(
  view: RequestView,
  candidates: EpochCandidates,
  planned: NextSnapshot,
): { snapshot: NextSnapshot; fitted: KeptGroup[] } {
  const snapshot = planned.tokens <= candidates.free ? planned : NO_SUMMARY;
  return { snapshot, fitted: fitBeside(view, candidates, snapshot) };
}

/** The groups, cut so that they fit beside a snapshot. */
function fitBeside(
  { state, config }: RequestView,
  { groups, latestUser, room, budgetRoom, userRoom }: EpochCandidates,
  { tokens }: Pick<NextSnapshot, 'tokens'>,
): KeptGroup[] {
  const { settings, limits, counter } = config;
  const fitting = fitGroups(groups, {
    latestUser,
    recent: recentGroups(groups, settings.minRecentMessages),
    pinned: groups.filter((group) => isPinned(state, group)),
    maxTokens: room - REQUEST_SLACK_TOKENS - tokens,
    maxProtectedTokens: budgetRoom - tokens,
    maxUserTokens: userRoom - tokens,
    counter,
  });
  return limitFiles(limitMessages(fitting, latestUser, limits), limits);
}

/** The newest groups that stay whole if they fit, the open exchange among them. */
function recentGroups(
  groups: readonly MessageGroup[],
  minMessages: number,
): readonly MessageGroup[] {
  const minGroups = openExchange(groups) === undefined ? 0 : 1;
  return groups.slice(Math.min(firstRecent(groups, minMessages), groups.length - minGroups));
}

/** Of groups (oldest first), the oldest lose their files when all together hold too many. */
function limitFiles(kept: readonly KeptGroup[], limits: RequestLimits): KeptGroup[] {
  const messages = kept.flatMap(({ group }) => group.messages);
  if (withinLimits(messages, limits)) return [...kept];
  let images = 0;
  let bytes = 0;
  return kept
    .toReversed()
    .map((item) => {
      const files = item.group.messages.map(inlineFiles);
      images += files.reduce((sum, file) => sum + file.images, 0);
      bytes += files.reduce((sum, file) => sum + file.bytes, 0);
      const fits =
        images <= limits.maxImages * COMPACTED_SHARE &&
        bytes <= limits.maxFileBytes * COMPACTED_SHARE;
      const hasNoFiles = item.masked === true || item.maxTokens !== undefined;
      return fits || hasNoFiles ? item : { ...item, withoutFiles: true };
    })
    .toReversed();
}

/** Drops the oldest groups while all together have too many messages; oldest first. */
function limitMessages(
  kept: readonly KeptGroup[],
  latestUser: MessageGroup | undefined,
  { maxMessages }: RequestLimits,
): KeptGroup[] {
  const total = kept.reduce((sum, { group }) => sum + group.messages.length, 0);
  // Notes between messages and the snapshot count too.
  if (total <= maxMessages * 0.9) return [...kept];
  let excess = total - Math.floor(maxMessages * COMPACTED_SHARE);
  return kept.filter(({ group }) => {
    if (excess <= 0 || group === latestUser) return true;
    excess -= group.messages.length;
    return false;
  });
}

/**
 * The candidates with a snapshot that also covers the groups that will have no room beside it, so
 * that nothing is left out of both.
 */
export function coverCutGroups(
  view: RequestView,
  decision: CompactionDecision,
  candidates: EpochCandidates,
): EpochCandidates {
  const { firstKeptSeq, groups, free } = candidates;
  const { action, snapshotTokens = 0, beside } = decision;
  if (action !== 'snapshot') return candidates;
  const tokens = Math.max(0, Math.min(free, Math.max(snapshotTokens, beside?.totalTokens ?? 0)));
  const fitted = new Set(fitBeside(view, candidates, { tokens }).map(({ group }) => group.from));
  const cut = groups.filter(({ from }) => from >= firstKeptSeq && !fitted.has(from));
  const last = cut.at(-1);
  if (last === undefined) return candidates;
  const left = new Set(cut);
  const visible = groups.filter((group) => !left.has(group)).flatMap(({ messages }) => messages);
  return { ...candidates, firstKeptSeq: last.to + 1, visible };
}
