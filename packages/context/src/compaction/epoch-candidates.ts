import type { ModelMessage, RememberedProfile, TextCut } from '@everlong/core';

import type { CompactionDecision } from '../policies/policy.js';
import { REQUEST_SLACK_TOKENS } from '../rendering/assemble-messages.js';
import { gapTokensOf } from '../rendering/gap-marks.js';
import { isPinned, type MessageGroup, openExchange } from '../rendering/message-group.js';
import { type AllowedNotes, allowNotes, NO_NOTES } from '../request/allow-notes.js';
import { renderInstructions } from '../request/draft-request.js';
import { headAllowance } from '../request/epoch-inputs.js';
import type { RequestView } from '../request/request-view.js';
import {
  addToGroups,
  closeExchange,
  createMessageGroups,
  leavesThinking,
} from '../state/message-groups.js';
import { rangeAt } from '../state/ranges.js';
import { toSentProfile } from '../state/opening-messages.js';
import type { LinesOf } from '../truncation/kept-lines.js';
import { unmaskableGroups } from './unmaskable-groups.js';

/** What the next epoch may send, and the room for it. */
export interface EpochCandidates {
  /** The first entry that no snapshot covers. */
  firstKeptSeq: number;
  /** The groups that may stay, whole or masked; what does not fit is cut later. */
  groups: readonly MessageGroup[];
  /** Their messages. */
  visible: readonly ModelMessage[];
  cutOf: CutOf;
  linesOf: LinesOf;
  /** Why the group that begins at a `seq` stays, where the decision says so. */
  reasonOf: (seq: number) => string | undefined;
  /** The group of the latest user message, which stays whatever happens. */
  latestUser: MessageGroup | undefined;
  /** The agent's notes; their tokens, and those of memory, are in none of the rooms below. */
  notes: AllowedNotes;
  /** Tokens for the snapshot and all messages: what the decision wants to fill. */
  room: number;
  /** The same, as far as the input budget goes. */
  budgetRoom: number;
  /** The same for the latest user message, which alone needs no marks of what is left out. */
  userRoom: number;
  /** What the latest user message leaves of `budgetRoom`; negative where it does not fit. */
  free: number;
}

/** How the epoch cuts the group that begins at a `seq`. */
export type CutOf = (seq: number) => TextCut | undefined;

/**
 * What a decision leaves for the next epoch. `excessTokens`: by how much attempts before this one
 * were too long, for notes that could not be foreseen. `profile`: that of the next epoch.
 */
export function findCandidates(
  view: RequestView,
  decision: CompactionDecision,
  { excessTokens = 0, profile }: { excessTokens?: number; profile?: RememberedProfile } = {},
): EpochCandidates {
  const { state, context } = view;
  const current = context.groups;
  const { firstKept, firstMasked = firstKept, alsoKeep = [] } = decision;
  const firstKeptSeq = current[firstMasked]?.from ?? state.entryCount;
  const cutOf = nextCuts(view, decision);
  const linesOf = nextLines(view, decision);
  const groups = nextGroups(view, decision, { firstKeptSeq, cutOf, linesOf });
  const latestUser = groups.find((group) => group.from === current[context.latestUser]?.from);
  const reasons = new Map([...alsoKeep].map(([index, reason]) => [current[index]?.from, reason]));
  return {
    firstKeptSeq,
    groups,
    reasonOf: (seq) => reasons.get(seq),
    visible: groups.flatMap((group) => group.messages),
    cutOf,
    linesOf,
    latestUser,
    ...nextRooms(view, decision, {
      profileTokens: nextProfileTokens(view, profile),
      gapTokens: gapTokensOf(groups, view.config.counter),
      userTokens: latestUser?.tokens ?? 0,
      excessTokens,
    }),
  };
}

/** What the next epoch has room for. `gapTokens`: of the marks between these groups. */
function nextRooms(
  view: RequestView,
  { maxTokens }: CompactionDecision,
  {
    profileTokens,
    gapTokens,
    userTokens,
    excessTokens,
  }: { profileTokens: number; gapTokens: number; userTokens: number; excessTokens: number },
): Pick<EpochCandidates, 'notes' | 'room' | 'budgetRoom' | 'userRoom' | 'free'> {
  const { state, config, budget, context } = view;
  const unlimited = config.policy.unlimited === true;
  const inputBudget = unlimited ? Number.MAX_SAFE_INTEGER : budget.inputBudget;
  const fixedTokens = nextFixedTokens(view) + profileTokens + gapTokens;
  const wholeRoom = inputBudget - fixedTokens - REQUEST_SLACK_TOKENS - excessTokens;
  const notesRoom = wholeRoom - userTokens;
  const notes =
    state.notes.length === 0
      ? NO_NOTES
      : allowNotes(state, config, { inputBudget, room: notesRoom });
  const memoryTokens = Math.max(0, Math.min(context.memoryTokens, notesRoom - notes.tokens));
  const addedTokens = notes.tokens + memoryTokens;
  const budgetRoom = wholeRoom - addedTokens;
  return {
    notes,
    room: Math.min(maxTokens, inputBudget) - fixedTokens - addedTokens,
    budgetRoom,
    userRoom: budgetRoom + gapTokens,
    free: budgetRoom - userTokens,
  };
}

/** Tokens of the next epoch's instructions and tools: it may truncate the log's own differently. */
function nextFixedTokens({ state, config, measured, draft, budget }: RequestView): number {
  const headTokens = headAllowance(measured, state, config, budget.inputBudget);
  if (headTokens === state.inputs?.headTokens) return draft.fixedTokens;
  const parts = { head: state.headText, caller: measured.instructions };
  return renderInstructions(parts, headTokens, config.counter.text).tokens + draft.toolTokens;
}

function nextProfileTokens(
  { config }: RequestView,
  profile: RememberedProfile | undefined,
): number {
  const { message } = toSentProfile(profile) ?? {};
  return message === undefined ? 0 : config.counter.message(message);
}

function nextGroups(
  { state, config, context }: RequestView,
  decision: CompactionDecision,
  { firstKeptSeq, cutOf, linesOf }: Pick<EpochCandidates, 'firstKeptSeq' | 'cutOf' | 'linesOf'>,
): readonly MessageGroup[] {
  const current = context.groups;
  const masked = maskedSeqs({ state, config, groups: current }, decision);
  const { model, counter, limits } = config;
  const { syntheticResults, refusedFiles, newlyRefused } = state;
  const empty = createMessageGroups({
    model,
    counter,
    limits: { ...limits, refusedFiles: [...refusedFiles, ...newlyRefused] },
    syntheticResults,
    omitsThinking: () => leavesThinking(config, state.compaction),
    isMasked: (seq) => masked.has(seq),
    cutOf,
    linesOf,
  });
  const open = openExchange(current);
  const entries = current
    .filter(
      (group, index) =>
        group.from >= firstKeptSeq ||
        index === context.latestUser ||
        group === open ||
        decision.alsoKeep?.has(index) === true ||
        decision.alsoMask?.has(index) === true ||
        isPinned(state, group),
    )
    .filter((group) => group.messages.length > 0)
    .flatMap((group) => group.entries)
    .concat(state.droppedPins.filter(({ seq }) => state.pins.has(seq)))
    .toSorted((left, right) => left.seq - right.seq);
  const groups = addToGroups(empty, entries);
  const endsLog = entries.at(-1)?.seq === state.entryCount - 1;
  return (endsLog ? groups : closeExchange(groups)).list();
}

/** As decided now, or else as before. */
function nextCuts(
  { state, context }: RequestView,
  { cuts = new Map() }: CompactionDecision,
): CutOf {
  const decided = new Map(
    [...cuts].map(([index, cut]) => [context.groups[index]?.from, cut] as const),
  );
  const ranges = state.compaction?.ranges ?? [];
  return (seq) => decided.get(seq) ?? rangeAt(ranges, seq)?.cut;
}

/** As decided now, or else as before; what is pinned is shown whole. */
function nextLines(
  { state, context }: RequestView,
  { keepLines = new Map() }: CompactionDecision,
): LinesOf {
  const ranges = state.compaction?.ranges ?? [];
  const open = openExchange(context.groups);
  const whole = new Set(
    context.groups
      .filter((group) => group === open || isPinned(state, group))
      .flatMap((group) => group.entries.map(({ seq }) => seq)),
  );
  return (seq) =>
    whole.has(seq) ? undefined : (keepLines.get(seq) ?? rangeAt(ranges, seq)?.keepLines);
}

function isMasked({ rendered }: MessageGroup): boolean {
  return rendered.some(({ disposition }) => disposition === 'masked');
}

/** The first entries of the groups that the next epoch masks. */
function maskedSeqs(
  {
    state,
    config: { toolKinds },
    groups,
  }: Pick<RequestView, 'state' | 'config'> & { groups: readonly MessageGroup[] },
  { firstKept, firstMasked = firstKept, alsoKeep, alsoMask }: CompactionDecision,
): Set<number> {
  const chosen = groups.filter((group, index) => {
    // The policy chose and measured the group as it is sent now: masked.
    if (isMasked(group)) return true;
    const isOld = index >= firstMasked && index < firstKept;
    return (isOld || alsoMask?.has(index) === true) && alsoKeep?.has(index) !== true;
  });
  if (chosen.length === 0) return new Set();
  const whole = unmaskableGroups(groups, toolKinds);
  const open = openExchange(groups);
  return new Set(
    chosen
      .filter((group) => !whole.has(group) && group !== open && !isPinned(state, group))
      .map((group) => group.from),
  );
}
