import { REQUEST_SLACK_TOKENS } from '../rendering/assemble-messages.js';
import { carryConstraints } from './carry-constraints.js';
import type { Counter } from '../rendering/counter.js';
import { fitGroups, type KeptGroup } from './fit-groups.js';
import { isPinned } from '../state/is-pinned.js';
import { limitFiles, limitMessages } from './limit-kept-groups.js';
import { type NextSnapshot, NO_SUMMARY } from './next-snapshot.js';
import { openExchange } from '../rendering/open-exchange.js';
import { type PolicySettings, firstRecent } from '../policies/policy.js';
import type { RequestLimits } from '../truncation/request-limits.js';
import type { SessionState } from '../state/session-state.js';
import type { MessageGroups } from '../state/message-groups.js';
import type { MessageGroup } from '../rendering/message-group.js';

export interface FitEpochInput {
  state: SessionState;
  settings: PolicySettings;
  limits: RequestLimits;
  counter: Counter;
  /** The groups that may stay, and of them the one that stays whatever happens. */
  list: MessageGroups;
  latestUser: MessageGroup | undefined;
  /** Tokens for snapshot and messages, with the decision's limit and without, and beside the latest user message. */
  room: number;
  userRoom: number;
  free: number;
}

/** How often constraints are put in before what is still lost is left to search. */
const MAX_CARRIES = 3;

/** The snapshot that is sent and the groups beside it, cut so that both fit. */
export function fitEpoch(
  input: FitEpochInput,
  planned: NextSnapshot,
): { snapshot: NextSnapshot; fitted: KeptGroup[] } {
  let snapshot = planned.tokens <= input.free ? planned : NO_SUMMARY;
  let fitted = fitBeside(input, snapshot);
  if (input.settings.keepConstraints !== true) return { snapshot, fitted };
  // Each time they take room, another message may lose its place, and its demands with it.
  for (let attempt = 0; attempt < MAX_CARRIES; attempt++) {
    const room = input.userRoom;
    const carried = carryConstraints({ ...input, room, snapshot, planned, kept: fitted });
    if (carried === undefined) break;
    snapshot = carried;
    fitted = fitBeside(input, snapshot);
  }
  return { snapshot, fitted };
}

function fitBeside(input: FitEpochInput, { tokens }: NextSnapshot): KeptGroup[] {
  const { state, settings, limits, counter, list, latestUser, room, userRoom } = input;
  const fitting = fitGroups(list.groups, {
    latestUser,
    recent: recentGroups(list.groups, settings.minRecentMessages),
    pinned: list.groups.filter((group) => isPinned(state, group)),
    maxTokens: room - REQUEST_SLACK_TOKENS - tokens,
    maxProtectedTokens: userRoom - tokens,
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
