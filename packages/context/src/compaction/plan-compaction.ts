import type {
  CompactionRecord,
  EntryRange,
  EpochInputs,
  LiveRequest,
  ModelMessage,
  Store,
  Summarizer,
  TextCut,
} from '@everlong/core';

import { REQUEST_SLACK_TOKENS } from '../rendering/assemble-messages.js';
import type { Counter } from '../rendering/counter.js';
import type { DraftRequest } from '../request/draft-request.js';
import { fitEpoch } from './fit-epoch.js';
import type { KeptUnit } from './fit-units.js';
import { isPinned } from '../state/is-pinned.js';
import { type NextSnapshot, nextSnapshot } from './next-snapshot.js';
import { openExchange } from '../rendering/open-exchange.js';
import type { CompactionDecision, PolicySettings } from '../policies/policy.js';
import { pushRange, rangeAt } from '../state/ranges.js';
import type { RequestLimits } from '../truncation/request-limits.js';
import type { SessionState } from '../state/session-state.js';
import { describeCut } from '../truncation/apply-truncation.js';
import { createUnitList, type UnitList } from '../state/message-groups.js';
import type { Unit } from '../rendering/message-group.js';
import { unmaskableUnits } from './unmaskable-groups.js';

export interface CompactionInput {
  state: SessionState;
  store: Store;
  decision: CompactionDecision;
  draft: DraftRequest;
  /** The unit of the latest user message, which stays whatever happens. */
  latestUser: Unit | undefined;
  inputBudget: number;
  settings: PolicySettings;
  inputs: EpochInputs;
  summarizer: Summarizer;
  /** The request as it stands, for a summarizer that can add to it. */
  live(fromSeq: number, toSeq: number): LiveRequest | undefined;
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
  /** The first entry that no snapshot covers, and the units that may stay. */
  keepFromSeq: number;
  list: UnitList;
  visible: readonly ModelMessage[];
  cutOf: CutOf;
  latestUser: Unit | undefined;
  /** Tokens for snapshot and messages, with the decision's limit and without, and beside the latest user message. */
  room: number;
  userRoom: number;
  free: number;
}

function nextEpoch(input: CompactionInput): NextEpoch {
  const { state, decision, draft } = input;
  const { units } = state.list;
  const keepFromSeq = units[decision.maskFrom ?? decision.keepFrom]?.from ?? state.entryCount;
  const cutOf = nextCuts(input);
  const list = nextUnits(input, keepFromSeq, cutOf);
  const latestUser = list.units.find((unit) => unit.from === input.latestUser?.from);
  const { excessTokens = 0 } = input;
  const userRoom = input.inputBudget - draft.fixedTokens - REQUEST_SLACK_TOKENS - excessTokens;
  return {
    keepFromSeq,
    list,
    visible: list.units.flatMap((unit) => unit.messages),
    cutOf,
    latestUser,
    room: Math.min(decision.maxTokens, input.inputBudget) - draft.fixedTokens,
    userRoom,
    free: userRoom - (latestUser?.tokens ?? 0),
  };
}

/** The units that the next epoch may keep, whole or masked; what does not fit is cut later. */
function nextUnits(input: CompactionInput, keepFromSeq: number, cutOf: CutOf): UnitList {
  const { state, decision, latestUser } = input;
  const masked = maskedUnits(input);
  const isMasked = (seq: number): boolean => masked.has(seq);
  const list = createUnitList({ ...input, frozen: state.frozen, isMasked, cutOf });
  const open = openExchange(state.list.units);
  const entries = state.list.units
    .filter(
      (unit, index) =>
        unit.from >= keepFromSeq ||
        unit.from === latestUser?.from ||
        unit === open ||
        decision.alsoKeep?.has(index) === true ||
        isPinned(state, unit),
    )
    .filter((unit) => unit.messages.length > 0)
    .flatMap((unit) => unit.entries)
    .concat(state.absentPins.filter(({ seq }) => state.pins.has(seq)))
    .toSorted((left, right) => left.seq - right.seq);
  for (const entry of entries) list.add(entry);
  if (entries.at(-1)?.seq !== state.entryCount - 1) list.seal();
  return list;
}

type CutOf = (seq: number) => TextCut | undefined;

/** How the next epoch cuts the unit that begins at a `seq`: as decided now, or else as before. */
function nextCuts({ state, decision }: CompactionInput): CutOf {
  const decided = new Map(
    [...(decision.cuts ?? [])].map(([index, cut]) => [state.list.units[index]?.from, cut]),
  );
  const ranges = state.compaction?.ranges ?? [];
  return (seq) => decided.get(seq) ?? rangeAt(ranges, seq)?.cut;
}

/** The first entries of the units that the next epoch masks. */
function maskedUnits({ state, decision }: CompactionInput): Set<number> {
  const { units } = state.list;
  const { maskFrom = decision.keepFrom, keepFrom } = decision;
  const whole = unmaskableUnits(units);
  const open = openExchange(units);
  return new Set(
    units
      .slice(maskFrom, keepFrom)
      .filter((unit) => !whole.has(unit) && unit !== open && !isPinned(state, unit))
      .map((unit) => unit.from),
  );
}

/** Ranges from 0 to `throughSeq`: what is kept, and between it what is covered or left out. */
function coverLog(
  state: SessionState,
  kept: readonly KeptUnit[],
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
  for (const placed of [...kept, ...emptyUnits(state, coveredThrough)].toSorted(byPlace)) {
    leaveOut(next, placed.unit.from - 1);
    pushRange(ranges, rangeOf(placed));
    next = placed.unit.to + 1;
  }
  // What ends the log and had nothing to send is not kept in memory, but in the last compaction.
  const last = state.compaction?.ranges.at(-1);
  const isEmpty = last?.disposition === 'omitted' && last.to === throughSeq && last.from >= next;
  leaveOut(next, isEmpty ? last.from - 1 : throughSeq);
  if (isEmpty) pushRange(ranges, last);
  return ranges;
}

/** Units that hold nothing to send and that no snapshot covers. */
function emptyUnits(state: SessionState, coveredThrough: number): KeptUnit[] {
  return state.list.units
    .filter((unit) => unit.messages.length === 0 && unit.from > coveredThrough)
    .map((unit) => ({ unit, tokens: 0 }));
}

function byPlace(left: KeptUnit, right: KeptUnit): number {
  return left.unit.from - right.unit.from;
}

/** Says how a unit was cut before it was fitted, if there was anything to cut. */
function withCut(kept: KeptUnit, cutOf: CutOf): KeptUnit {
  const cut = cutOf(kept.unit.from);
  const isCut = kept.unit.rendered.some(({ disposition }) => disposition === 'truncated');
  return cut === undefined || !isCut ? kept : { ...kept, cut };
}

function rangeOf({ unit, maxTokens, masked, withoutFiles, cut, tokens }: KeptUnit): EntryRange {
  const place = { from: unit.from, to: unit.to, tokens, ...(cut === undefined ? {} : { cut }) };
  if (unit.messages.length === 0) {
    return {
      ...place,
      disposition: 'omitted',
      reason: unit.rendered[0]?.reason ?? 'nothing to send',
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
function trimmedTokens(state: SessionState, kept: readonly KeptUnit[]): number {
  const stays = new Set(kept.map(({ unit }) => unit.from));
  const dropped = state.list.units.filter(
    (unit) => !stays.has(unit.from) && unit.from > state.snapshotAtSeq,
  );
  return dropped.reduce((sum, unit) => sum + unit.tokens, state.compaction?.trimmedTokens ?? 0);
}
