import { REQUEST_SLACK_TOKENS } from '../rendering/assemble-messages.js';
import { carryConstraints } from './carry-constraints.js';
import type { Counter } from '../rendering/counter.js';
import { fitUnits, type KeptUnit } from './fit-units.js';
import { isPinned } from '../state/is-pinned.js';
import { limitFiles, limitMessages } from './limit-kept-units.js';
import { type NextSnapshot, NO_SUMMARY } from './next-snapshot.js';
import { openExchange } from '../rendering/open-exchange.js';
import { type PolicySettings, recentFrom } from '../policies/policy.js';
import type { RequestLimits } from '../truncation/request-limits.js';
import type { SessionState } from '../state/session-state.js';
import type { UnitList } from '../state/message-groups.js';
import type { Unit } from '../rendering/message-group.js';

export interface FitEpochInput {
  state: SessionState;
  settings: PolicySettings;
  limits: RequestLimits;
  counter: Counter;
  /** The units that may stay, and of them the one that stays whatever happens. */
  list: UnitList;
  latestUser: Unit | undefined;
  /** Tokens for snapshot and messages, with the decision's limit and without, and beside the latest user message. */
  room: number;
  userRoom: number;
  free: number;
}

/** How often constraints are put in before what is still lost is left to search. */
const MAX_CARRIES = 3;

/** The snapshot that is sent and the units beside it, cut so that both fit. */
export function fitEpoch(
  input: FitEpochInput,
  planned: NextSnapshot,
): { snapshot: NextSnapshot; fitted: KeptUnit[] } {
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

function fitBeside(input: FitEpochInput, { tokens }: NextSnapshot): KeptUnit[] {
  const { state, settings, limits, counter, list, latestUser, room, userRoom } = input;
  const fitting = fitUnits(list.units, {
    latestUser,
    recent: recentUnits(list.units, settings.minRecentMessages),
    pinned: list.units.filter((unit) => isPinned(state, unit)),
    maxTokens: room - REQUEST_SLACK_TOKENS - tokens,
    maxProtectedTokens: userRoom - tokens,
    counter,
  });
  return limitFiles(limitMessages(fitting, latestUser, limits), limits);
}

/** The newest units that stay whole if they fit, the open exchange among them. */
function recentUnits(units: readonly Unit[], minMessages: number): readonly Unit[] {
  const minUnits = openExchange(units) === undefined ? 0 : 1;
  return units.slice(Math.min(recentFrom(units, minMessages), units.length - minUnits));
}
