import type { ModelMessage } from '@everlong/core';

import type { CompactionDecision } from '../policies/policy.js';
import { assembleMessages } from '../rendering/assemble-messages.js';
import { leftOutOf } from '../rendering/gap-marks.js';
import { isPinned, type MessageGroup, openExchange } from '../rendering/message-group.js';
import { withSystemMessages } from '../rendering/system-notes.js';
import type { RequestView } from '../request/request-view.js';
import { minTokensFreed } from '../request/tokens-freed.js';
import { blockOf } from '../state/provider-messages.js';

/** A provider's summary with what it lost is hardly ever shorter. */
const MIN_BLOCK_TOKENS = 300;

/** Where a provider's summary ends and the messages begin that stay as they are. */
export interface ProviderCut {
  /** The group that stays first. */
  firstKept: number;
  firstKeptSeq: number;
  /** What is summarized: the beginning of the request, byte for byte. */
  messages: readonly ModelMessage[];
}

/**
 * Where a provider is to cut the request: so that what stays is about what the policy would keep,
 * in one piece, and a request that begins with it keeps to the provider's rules. `undefined` where
 * there is no such place, it would free too little, or the request is not what was sent before.
 */
export function providerCut(
  view: RequestView,
  decision: CompactionDecision,
): ProviderCut | undefined {
  const { state, measured, epochChange, context } = view;
  if (decision.action === 'trim' || decision.cuts?.size) return undefined;
  // The agent has written the snapshot itself.
  if (decision.handover !== undefined) return undefined;
  if (measured.isRemembered === true || epochChange !== undefined) return undefined;
  if (state.unreadThrough >= 0) return undefined;
  const { groups, latestUser } = context;
  const pinned = groups.findIndex((group) => isPinned(state, group));
  const open = openExchange(groups) === undefined ? groups.length : groups.length - 1;
  const ends = [latestUser, pinned, open].filter((index) => index >= 0);
  const most = Math.min(...ends);
  const wanted = Math.min(most, firstByRoom(groups, decision));
  const tries = [
    ...Array.from({ length: most - wanted + 1 }, (_, index) => wanted + index),
    ...Array.from({ length: wanted }, (_, index) => wanted - 1 - index),
  ];
  for (const firstKept of tries) {
    const group = groups[firstKept];
    const tokens = groups.slice(0, firstKept).reduce((sum, { tokens: own }) => sum + own, 0);
    if (group === undefined || tokens < minTokensFreed(view)) continue;
    const tail = groups.slice(firstKept).reduce((sum, { tokens: own }) => sum + own, 0);
    if (context.fixedTokens + tail + MIN_BLOCK_TOKENS > context.inputBudget) continue;
    const messages = messagesBefore(view, group);
    if (messages === undefined) continue;
    return { firstKept, firstKeptSeq: group.from, messages };
  }
  return undefined;
}

/** The newest groups in one piece that take as much as all that the policy would keep. */
function firstByRoom(
  groups: readonly MessageGroup[],
  { firstKept, alsoKeep, alsoMask }: CompactionDecision,
): number {
  let room = groups.reduce((sum, { tokens }, index) => {
    const isOlder = index < firstKept && (alsoKeep?.has(index) || alsoMask?.has(index));
    return isOlder === true ? sum + tokens : sum;
  }, 0);
  let first = Math.min(firstKept, groups.length);
  for (; first > 0; first--) {
    room -= groups[first - 1]?.tokens ?? 0;
    if (room < 0) break;
  }
  return first;
}

/** The messages before a group, if the provider may summarize them without touching the group. */
function messagesBefore(
  { state, draft }: RequestView,
  group: MessageGroup,
): readonly ModelMessage[] | undefined {
  const { from } = group;
  const { length } = assembleMessages({
    opening: draft.opening,
    groups: draft.groups.filter((other) => other.from < from),
    injections: state.injections.filter(({ afterSeq }) => afterSeq < from),
    leftOut: leftOutOf(state),
    isOpeningClosed: blockOf(state.summaries[0]) !== undefined,
  });
  const [last, first] = [draft.messages[length - 1], draft.messages[length]];
  // A mark between the two would be in neither.
  if (last === undefined || first === undefined || first !== group.messages[0]) return undefined;
  const [lastSent, firstSent] = withSystemMessages([last, first]).map(roleOf);
  if (firstSent === 'system' || lastSent === firstSent || !endsAsSent(last)) return undefined;
  return draft.messages.slice(0, length);
}

/** Results of tools are sent in the user's role. */
function roleOf({ role }: ModelMessage): string {
  return role === 'tool' ? 'user' : role;
}

/** Adapters trim the text of an answer that ends a request, and a summary is bound to its bytes. */
function endsAsSent({ role, content }: ModelMessage): boolean {
  if (role !== 'assistant') return true;
  const last = typeof content === 'string' ? { type: 'text', text: content } : content.at(-1);
  return last?.type !== 'text' || !('text' in last) || last.text === last.text?.trimEnd();
}
