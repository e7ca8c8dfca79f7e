import {
  type CompactionRecord,
  ContextOverflowError,
  messageText,
  type RememberedProfile,
  type Usage,
} from '@everlong/core';
import { definedFields } from '@everlong/core/internal';

import { CLEARED_REASON, coverLog } from './cover-log.js';
import { type CutOf, type EpochCandidates, findCandidates } from './epoch-candidates.js';
import { coverCutGroups, fitEpoch } from './fit-epoch.js';
import type { KeptGroup, KeptLines } from './fit-groups.js';
import { type NextSnapshot, nextSnapshot } from './next-snapshot.js';
import { type AskedProvider, withAsked } from './provider-snapshot.js';
import type { KeepStep } from '../summarizing/summarize-range.js';
import type { Counter } from '../rendering/counter.js';
import type { CompactionDecision } from '../policies/policy.js';
import { epochInputs, inputsOverflow } from '../request/epoch-inputs.js';
import type { RequestView } from '../request/request-view.js';
import type { SessionState } from '../state/session-state.js';
import type { LinesOf } from '../truncation/kept-lines.js';
import { shrinkGroup } from '../truncation/shrink-group.js';
import { CUT_MARK } from '../truncation/truncate-text.js';

/** Enough for the head and the tail of a truncated message and the notice between them. */
const MIN_TRUNCATED_TOKENS = 48;

/** Optional inputs of a compaction, in addition to its decision. */
export interface PlanOptions {
  /** Wishes for the snapshot. */
  instructions?: string | undefined;
  /** What a person wrote in the place of the snapshot. */
  personText?: string | undefined;
  /** By how much attempts before this one were too long, for notes that could not be foreseen. */
  excessTokens?: number | undefined;
  /** The snapshot of the decision, where it was made in the background. */
  finishedSnapshot?: NextSnapshot | undefined;
  /** What came of asking the provider in vain. */
  asked?: AskedProvider | undefined;
  /** What memory says of the user, for the requests of the next epoch. */
  profile?: RememberedProfile | undefined;
  /** Leaves out all that is older, without a snapshot of it. Default `false`. */
  clear?: boolean;
  /** Leaves out the thinking of all entries so far. Default: as the epoch before did. */
  withoutThinking?: boolean;
  signal?: AbortSignal | undefined;
  /** Gets what a summary was billed that the signal ended. */
  onAborted?: ((usage: Usage) => void) | undefined;
  keepStep?: KeepStep | undefined;
}

/** Works out the next epoch: what is kept, cut and covered, so that the request fits. */
export async function planEpoch(
  view: RequestView,
  decision: CompactionDecision,
  options: PlanOptions = {},
): Promise<CompactionRecord> {
  if (options.clear === true) return clearedEpoch(view, options);
  const { state, config, measured, budget } = view;
  const { excessTokens = 0, profile } = options;
  const found = findCandidates(view, decision, {
    excessTokens,
    ...(profile === undefined ? {} : { profile }),
  });
  const candidates = coverCutGroups(view, decision, found);
  const planned =
    options.finishedSnapshot ??
    withAsked(
      await nextSnapshot(view, decision, { ...candidates, ...options }),
      options.asked ?? {},
    );
  const { snapshot, fitted } = fitEpoch(view, candidates, planned);
  requireUserMessage(view, candidates, fitted);
  const kept = fitted
    .map((item) => withCut(item, candidates.cutOf))
    .map((item) => withLines(item, candidates.linesOf, config.counter))
    .map((item) => ({ ...item, reason: candidates.reasonOf(item.group.from) }));
  const { made, carriedEpoch, coveredThrough } = snapshot;
  const { failure } = planned;
  const reason = failure === undefined ? decision.reason : `${decision.reason}; ${failure}`;
  const { clearedThrough = -1 } = state.compaction ?? {};
  return {
    type: 'compaction',
    epoch: state.epoch + 1,
    previousEpoch: state.epoch,
    kind: made !== undefined ? 'snapshot' : decision.action === 'mask' ? 'mask' : 'trim',
    throughSeq: state.entryCount - 1,
    ranges: coverLog(state, kept, { coveredThrough, clearedThrough, reason }),
    ...(clearedThrough < 0 ? {} : { clearedThrough }),
    ...withoutThinking(view, options),
    ...definedFields({ snapshot: made, snapshotEpoch: carriedEpoch }),
    ...(made === undefined && state.snapshotAtSeq >= 0
      ? { snapshotAtSeq: state.snapshotAtSeq }
      : {}),
    ...(planned.usage === undefined ? {} : { usage: planned.usage }),
    trimmedTokens: made === undefined ? trimmedTokens(state, kept) : 0,
    ...definedFields({ noteTokens: candidates.notes.maxTokens, profile }),
    // A new prefix is made with what is in force now.
    inputs: epochInputs(view.given ?? measured, state, config, budget.inputBudget),
    reason,
    createdAt: new Date().toISOString(),
  };
}

/** Once a provider refused thinking for what stands before it, each epoch begins without. */
function withoutThinking(
  { state }: RequestView,
  { withoutThinking: refused = state.compaction?.withoutThinking }: PlanOptions,
): Pick<CompactionRecord, 'withoutThinking'> {
  return refused === true ? { withoutThinking: true } : {};
}

/** The epoch that begins when the user clears the context. */
function clearedEpoch(view: RequestView, { profile }: PlanOptions): CompactionRecord {
  const { state } = view;
  const throughSeq = state.entryCount - 1;
  const coverage = { coveredThrough: -1, clearedThrough: throughSeq, reason: CLEARED_REASON };
  return {
    type: 'compaction',
    epoch: state.epoch + 1,
    previousEpoch: state.epoch,
    kind: 'trim',
    throughSeq,
    ranges: coverLog(state, [], coverage),
    clearedThrough: throughSeq,
    ...withoutThinking(view, {}),
    snapshotAtSeq: throughSeq,
    trimmedTokens: 0,
    ...definedFields({ profile, inputs: state.inputs }),
    reason: CLEARED_REASON,
    createdAt: new Date().toISOString(),
  };
}

/** Says how a group was cut before it was fitted, if there was anything to cut. */
function withCut(kept: KeptGroup, cutOf: CutOf): KeptGroup {
  const cut = cutOf(kept.group.from);
  const isCut = kept.group.rendered.some(({ disposition }) => disposition === 'truncated');
  return cut === undefined || !isCut ? kept : { ...kept, cut };
}

/** Says which lines stay of the group's results; a mask shows none of them by number. */
function withLines(kept: KeptGroup, linesOf: LinesOf, counter: Counter): KeptGroup {
  if (kept.masked === true) return kept;
  const lines = new Map<number, KeptLines>(
    kept.group.rendered.flatMap(({ seq, disposition, messages }) => {
      const keepLines = disposition === 'truncated' ? linesOf(seq) : undefined;
      if (keepLines === undefined) return [];
      const tokens = counter.messages(messages);
      return [[seq, { keepLines: [...keepLines], tokens }]];
    }),
  );
  return lines.size === 0 ? kept : { ...kept, lines };
}

/** Tokens of messages that were left out without a snapshot, and that the last does not cover. */
function trimmedTokens(state: SessionState, kept: readonly KeptGroup[]): number {
  const stays = new Set(kept.map(({ group }) => group.from));
  const coveredThrough = state.snapshot?.throughSeq ?? state.snapshotAtSeq;
  const dropped = state.groups
    .list()
    .filter((group) => !stays.has(group.from) && group.from > coveredThrough);
  return dropped.reduce((sum, group) => sum + group.tokens, state.compaction?.trimmedTokens ?? 0);
}

/**
 * Rejects an epoch that would send nothing of the latest user message: `ContextOverflowError` names
 * the instructions or the tools where they are what leaves no room, else the message.
 */
function requireUserMessage(
  { config, measured, budget }: RequestView,
  { latestUser, budgetRoom }: EpochCandidates,
  fitted: readonly KeptGroup[],
): void {
  if (latestUser === undefined) return;
  const kept = fitted.find(({ group }) => group === latestUser);
  if (kept !== undefined && saysAnything(kept, config.counter)) return;
  const room = Math.max(0, budgetRoom);
  const isInputs = measured.instructionTokens + measured.toolTokens > budget.inputBudget / 2;
  throw isInputs
    ? inputsOverflow(measured, Math.max(1, MIN_TRUNCATED_TOKENS - room))
    : new ContextOverflowError('message', latestUser.tokens, room);
}

function saysAnything(
  { group, maxTokens }: KeptGroup,
  counter: RequestView['config']['counter'],
): boolean {
  if (maxTokens === undefined) return true;
  const sent = (shrinkGroup(group, maxTokens, counter) ?? []).flatMap((entry) => entry.messages);
  return sent.some((message) => messageText(message).replaceAll(CUT_MARK, '').trim() !== '');
}
