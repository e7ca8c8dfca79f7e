import type {
  CompactionRecord,
  EntryRange,
  EpochInputs,
  CachedRequest,
  ModelMessage,
  Store,
  Summarizer,
  TextCut,
} from '@everlong/core';

import { REQUEST_SLACK_TOKENS } from '../rendering/assemble-messages.js';
import type { Counter } from '../rendering/counter.js';
import type { DraftRequest } from '../request/draft-request.js';
import { fitEpoch } from './fit-epoch.js';
import type { KeptGroup } from './fit-groups.js';
import { isPinned } from '../state/is-pinned.js';
import { type NextSnapshot, nextSnapshot } from './next-snapshot.js';
import { openExchange } from '../rendering/open-exchange.js';
import type { CompactionDecision, PolicySettings } from '../policies/policy.js';
import { pushRange, rangeAt } from '../state/ranges.js';
import type { RequestLimits } from '../truncation/request-limits.js';
import type { SessionState } from '../state/session-state.js';
import { describeCut } from '../truncation/apply-truncation.js';
import { createMessageGroups, type MessageGroups } from '../state/message-groups.js';
import type { MessageGroup } from '../rendering/message-group.js';
import { unmaskableGroups } from './unmaskable-groups.js';

export interface CompactionInput {
  state: SessionState;
  store: Store;
  decision: CompactionDecision;
  draft: DraftRequest;
  /** The group of the latest user message, which stays whatever happens. */
  latestUser: MessageGroup | undefined;
  inputBudget: number;
  settings: PolicySettings;
  inputs: EpochInputs;
  summarizer: Summarizer;
  /** The request as it stands, for a summarizer that can add to it. */
  live(fromSeq: number, toSeq: number): CachedRequest | undefined;
  counter: Counter;
  limits: RequestLimits;
  model: string | undefined;
  instructions?: string | undefined;
  /** By how much attempts before this one were too long, for notes that could not be foreseen. */
  excessTokens?: number;
  signal?: AbortSignal | undefined;
  /** The snapshot that goes with the decision, made beforehand. */
  made?: NextSnapshot;
}

/** The snapshot that a compaction would send, without the compaction. */
export function makeSnapshot(input: CompactionInput, signal: AbortSignal): Promise<NextSnapshot> {
  return nextSnapshot({ ...input, ...nextEpoch(input), signal });
}

/** The most tokens that the snapshot of a compaction may have. */
export function roomForSnapshot(input: CompactionInput): number {
  return nextEpoch(input).free;
}

/** Works out the next epoch: what is kept, cut and covered, so that the request fits. */
export async function planCompaction(input: CompactionInput): Promise<CompactionRecord> {
  const { state, decision } = input;
  const next = nextEpoch(input);
  const summary = input.made ?? (await nextSnapshot({ ...input, ...next }));
  const { snapshot, fitted } = fitEpoch({ ...input, ...next }, summary);
  const kept = fitted.map((item) => withCut(item, next.cutOf));

  const throughSeq = state.entryCount - 1;
  const covered = snapshot.covers;
  return {
    type: 'compaction',
    epoch: state.epoch + 1,
    previousEpoch: state.epoch,
    kind: snapshot.made === undefined ? (decision.action === 'mask' ? 'mask' : 'trim') : 'snapshot',
    throughSeq,
    ranges: coverLog(state, kept, throughSeq, covered, decision.reason),
    ...(snapshot.made === undefined ? {} : { snapshot: snapshot.made }),
    ...(snapshot.carriedEpoch === undefined ? {} : { snapshotEpoch: snapshot.carriedEpoch }),
    ...(snapshot.made === undefined && state.snapshotAtSeq >= 0
      ? { snapshotAtSeq: state.snapshotAtSeq }
      : {}),
    ...(summary.usage === undefined ? {} : { usage: summary.usage }),
    trimmedTokens: snapshot.made === undefined ? trimmedTokens(state, kept) : 0,
    inputs: input.inputs,
    reason: decision.reason,
    createdAt: new Date().toISOString(),
  };
}

/** What the next epoch has to put together, and the room for it. */
interface NextEpoch {
  /** The first entry that no snapshot covers, and the groups that may stay. */
  firstKeptSeq: number;
  list: MessageGroups;
  visible: readonly ModelMessage[];
  cutOf: CutOf;
  latestUser: MessageGroup | undefined;
  /** Tokens for snapshot and messages, with the decision's limit and without, and beside the latest user message. */
  room: number;
  userRoom: number;
  free: number;
}

function nextEpoch(input: CompactionInput): NextEpoch {
  const { state, decision, draft } = input;
  const { groups } = state.list;
  const firstKeptSeq = groups[decision.firstMasked ?? decision.firstKept]?.from ?? state.entryCount;
  const cutOf = nextCuts(input);
  const list = nextGroups(input, firstKeptSeq, cutOf);
  const latestUser = list.groups.find((group) => group.from === input.latestUser?.from);
  const { excessTokens = 0 } = input;
  const userRoom = input.inputBudget - draft.fixedTokens - REQUEST_SLACK_TOKENS - excessTokens;
  return {
    firstKeptSeq,
    list,
    visible: list.groups.flatMap((group) => group.messages),
    cutOf,
    latestUser,
    room: Math.min(decision.maxTokens, input.inputBudget) - draft.fixedTokens,
    userRoom,
    free: userRoom - (latestUser?.tokens ?? 0),
  };
}

/** The groups that the next epoch may keep, whole or masked; what does not fit is cut later. */
function nextGroups(input: CompactionInput, firstKeptSeq: number, cutOf: CutOf): MessageGroups {
  const { state, decision, latestUser } = input;
  const masked = maskedGroups(input);
  const isMasked = (seq: number): boolean => masked.has(seq);
  const list = createMessageGroups({ ...input, frozen: state.frozen, isMasked, cutOf });
  const open = openExchange(state.list.groups);
  const entries = state.list.groups
    .filter(
      (group, index) =>
        group.from >= firstKeptSeq ||
        group.from === latestUser?.from ||
        group === open ||
        decision.alsoKeep?.has(index) === true ||
        isPinned(state, group),
    )
    .filter((group) => group.messages.length > 0)
    .flatMap((group) => group.entries)
    .concat(state.droppedPins.filter(({ seq }) => state.pins.has(seq)))
    .toSorted((left, right) => left.seq - right.seq);
  for (const entry of entries) list.add(entry);
  if (entries.at(-1)?.seq !== state.entryCount - 1) list.seal();
  return list;
}

type CutOf = (seq: number) => TextCut | undefined;

/** How the next epoch cuts the group that begins at a `seq`: as decided now, or else as before. */
function nextCuts({ state, decision }: CompactionInput): CutOf {
  const decided = new Map(
    [...(decision.cuts ?? [])].map(([index, cut]) => [state.list.groups[index]?.from, cut]),
  );
  const ranges = state.compaction?.ranges ?? [];
  return (seq) => decided.get(seq) ?? rangeAt(ranges, seq)?.cut;
}

/** The first entries of the groups that the next epoch masks. */
function maskedGroups({ state, decision }: CompactionInput): Set<number> {
  const { groups } = state.list;
  const { firstMasked = decision.firstKept, firstKept } = decision;
  const whole = unmaskableGroups(groups);
  const open = openExchange(groups);
  return new Set(
    groups
      .slice(firstMasked, firstKept)
      .filter((group) => !whole.has(group) && group !== open && !isPinned(state, group))
      .map((group) => group.from),
  );
}

/** Ranges from 0 to `throughSeq`: what is kept, and between it what is covered or left out. */
function coverLog(
  state: SessionState,
  kept: readonly KeptGroup[],
  throughSeq: number,
  coveredThrough: number,
  reason: string,
): EntryRange[] {
  const ranges: EntryRange[] = [];
  const leaveOut = (from: number, to: number): void => {
    const split = Math.min(to, coveredThrough);
    const rest = Math.max(from, split + 1);
    const left = { tokens: 0 };
    pushRange(ranges, {
      ...left,
      from,
      to: split,
      disposition: 'summarized',
      reason: 'in the snapshot',
    });
    pushRange(ranges, { ...left, from: rest, to, disposition: 'dropped', reason });
  };
  const headEnd = state.head.length - 1;
  pushRange(ranges, {
    from: 0,
    to: headEnd,
    disposition: 'verbatim',
    reason: 'instructions',
    tokens: 0,
  });
  let next = state.head.length;
  for (const placed of [...kept, ...emptyGroups(state, coveredThrough)].toSorted(byPlace)) {
    leaveOut(next, placed.group.from - 1);
    pushRange(ranges, rangeOf(placed));
    next = placed.group.to + 1;
  }
  // What ends the log and had nothing to send is not kept in memory, but in the last compaction.
  const last = state.compaction?.ranges.at(-1);
  const isEmpty = last?.disposition === 'omitted' && last.to === throughSeq && last.from >= next;
  leaveOut(next, isEmpty ? last.from - 1 : throughSeq);
  if (isEmpty) pushRange(ranges, last);
  return ranges;
}

/** Groups that hold nothing to send and that no snapshot covers. */
function emptyGroups(state: SessionState, coveredThrough: number): KeptGroup[] {
  return state.list.groups
    .filter((group) => group.messages.length === 0 && group.from > coveredThrough)
    .map((group) => ({ group, tokens: 0 }));
}

function byPlace(left: KeptGroup, right: KeptGroup): number {
  return left.group.from - right.group.from;
}

/** Says how a group was cut before it was fitted, if there was anything to cut. */
function withCut(kept: KeptGroup, cutOf: CutOf): KeptGroup {
  const cut = cutOf(kept.group.from);
  const isCut = kept.group.rendered.some(({ disposition }) => disposition === 'truncated');
  return cut === undefined || !isCut ? kept : { ...kept, cut };
}

function rangeOf({ group, maxTokens, masked, withoutFiles, cut, tokens }: KeptGroup): EntryRange {
  const place = { from: group.from, to: group.to, tokens, ...(cut === undefined ? {} : { cut }) };
  if (group.messages.length === 0) {
    return {
      ...place,
      disposition: 'omitted',
      reason: group.rendered[0]?.reason ?? 'nothing to send',
    };
  }
  if (masked === true) return { ...place, disposition: 'masked', reason: 'an old tool result' };
  if (withoutFiles === true) {
    return { ...place, disposition: 'truncated', reason: 'over the limit of files', withoutFiles };
  }
  if (maxTokens !== undefined) {
    return { ...place, disposition: 'truncated', reason: 'longer than its share', maxTokens };
  }
  if (cut !== undefined) return { ...place, disposition: 'truncated', reason: describeCut(cut) };
  return { ...place, disposition: 'verbatim', reason: 'kept' };
}

/** Tokens of messages that were left out without a snapshot since the last one was made. */
function trimmedTokens(state: SessionState, kept: readonly KeptGroup[]): number {
  const stays = new Set(kept.map(({ group }) => group.from));
  const dropped = state.list.groups.filter(
    (group) => !stays.has(group.from) && group.from > state.snapshotAtSeq,
  );
  return dropped.reduce((sum, group) => sum + group.tokens, state.compaction?.trimmedTokens ?? 0);
}
