import { type CompactionRecord, type Entry, toolCallsOf } from '@everlong/core';
import { bindsThinking } from '@everlong/tokenizer';

import { continuedGroup, epochGroup, type EpochShortening } from './epoch-group.js';
import { createRepeatedItems, type RepeatedItems } from '../rendering/repeated-items.js';
import {
  type MessageGroup,
  omittedEntry,
  type RenderedEntry,
  sentEntry,
} from '../rendering/message-group.js';
import { renderLateResults } from '../rendering/late-results.js';
import {
  type ExchangeContext,
  type ExchangeRendering,
  renderExchange,
} from '../rendering/render-exchange.js';
import { renderMessage } from '../rendering/render-message.js';
import { createGrowingList, type GrowingList } from './growing-list.js';
import { rangeAt } from './ranges.js';

/** How the epoch renders its groups. */
export interface MessageGroupsOptions extends EpochShortening {
  /** The model that the request is for. */
  model: string | undefined;
  /** The newest entry when the epoch began; -1 for the first one. */
  throughSeq?: number;
  /** Whether an entry's thinking was made behind other bytes than this epoch's. */
  omitsThinking?: (seq: number) => boolean;
  /** The decisions on record, by the `seq` of the exchange's first entry. */
  syntheticResults?: ReadonlyMap<number, SyntheticResults>;
}

/** The decision that calls of an exchange get an error result, since no other came in time. */
export interface SyntheticResults {
  seq: number;
  throughSeq: number;
  toolCallIds: string[];
}

/**
 * The entries of an epoch, folded into message groups. A value: `addToGroups` and `closeExchange`
 * make another one. The groups depend on the entries and on where exchanges were closed, never on
 * how often anyone looked.
 */
export interface MessageGroups {
  /** Oldest first. The newest exchange is rendered when somebody looks. */
  list(): readonly MessageGroup[];
  /** What the next entries are folded into. */
  readonly fold: Fold;
}

interface Fold {
  options: MessageGroupsOptions;
  /** The groups that no entry can join any more. */
  closed: GrowingList<MessageGroup>;
  /** The entries of the newest exchange, as long as results can still join it. */
  open: Entry[] | undefined;
  /** Calls that were sent with an error result. */
  unanswered: Set<string>;
  items: RepeatedItems;
}

export function createMessageGroups(options: MessageGroupsOptions): MessageGroups {
  return toGroups({
    options,
    closed: createGrowingList(),
    open: undefined,
    unanswered: new Set(),
    items: createRepeatedItems(options.model),
  });
}

/** What is on record of an epoch that decides how its entries are rendered. */
interface RecordedEpoch {
  compaction: CompactionRecord | undefined;
  syntheticResults: ReadonlyMap<number, SyntheticResults>;
  /** The last entry that is left out, since there are too many to be held; -1 without such. */
  unreadThrough: number;
  refusedFiles: readonly string[];
}

/** The groups of these entries (oldest first), rendered as the epoch's records say. */
export function groupsOfEpoch(
  epoch: RecordedEpoch,
  entries: readonly Entry[],
  { model, counter, limits }: Pick<MessageGroupsOptions, 'model' | 'counter' | 'limits'>,
): MessageGroups {
  const { compaction, syntheticResults, unreadThrough, refusedFiles } = epoch;
  const ranges = compaction?.ranges ?? [];
  const allowances = new Map(
    ranges.flatMap(({ from, maxTokens }) => (maxTokens === undefined ? [] : [[from, maxTokens]])),
  );
  const throughSeq = compaction?.throughSeq ?? -1;
  const isLeft = leavesThinking({ model }, compaction);
  const empty = createMessageGroups({
    model,
    counter,
    limits: { ...limits, refusedFiles },
    throughSeq,
    allowances,
    isMasked: (seq) => rangeAt(ranges, seq)?.disposition === 'masked',
    isWithoutFiles: (seq) => rangeAt(ranges, seq)?.withoutFiles === true,
    cutOf: (seq) => rangeAt(ranges, seq)?.cut,
    linesOf: (seq) => rangeAt(ranges, seq)?.keepLines,
    syntheticResults,
    omitsThinking: (seq) => isLeft && seq <= throughSeq,
  });
  const kept = entries.filter((entry) => entry.seq <= throughSeq);
  const groups = addToGroups(empty, kept);
  // What follows an entry that was left out cannot join the exchange before it.
  const isCut = (kept.at(-1)?.seq ?? -1) < throughSeq || unreadThrough >= 0;
  return addToGroups(isCut ? closeExchange(groups) : groups, entries.slice(kept.length));
}

/** Whether an epoch sends nothing of the thinking that was made before it. */
export function leavesThinking(
  { model }: { model: string | undefined },
  compaction: CompactionRecord | undefined,
): boolean {
  if (compaction?.withoutThinking === true) return true;
  // What a provider's block stands for is checked message by message.
  return bindsThinking(model) && compaction?.injectionEpochs === undefined;
}

/** With the next entries; those that are skipped in between were left out of the epoch. */
export function addToGroups(groups: MessageGroups, entries: readonly Entry[]): MessageGroups {
  const fold = copyOf(groups);
  for (const entry of entries) foldEntry(fold, entry);
  return toGroups(fold);
}

/** Without an open exchange: calls without a result have an error result, and none can join it. */
export function closeExchange(groups: MessageGroups): MessageGroups {
  if (groups.fold.open === undefined) return groups;
  const fold = copyOf(groups);
  closeOpen(fold);
  return toGroups(fold);
}

/**
 * What has to be decided before the newest exchange is sent: the calls without a result, which get
 * an error result. `undefined` when nothing is missing.
 */
export function missingResults({ fold }: MessageGroups): SyntheticResults | undefined {
  const { open = [] } = fold;
  const [first, last] = [open[0], open.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  if (renderOpen(fold, open).unanswered.length === 0) return undefined;
  const toolCallIds = renderClosed(fold, open).unanswered;
  return { seq: first.seq, throughSeq: last.seq, toolCallIds };
}

function toGroups(fold: Fold): MessageGroups {
  let list: readonly MessageGroup[] | undefined;
  return {
    fold,
    list() {
      const closed = fold.closed.items();
      list ??= fold.open === undefined ? closed : [...closed, openGroup(fold, fold.open)];
      return list;
    },
  };
}

function openGroup(fold: Fold, open: Entry[]): MessageGroup {
  return toGroup(fold, open, renderOpen(fold, open).rendered);
}

function copyOf({ fold }: MessageGroups): Fold {
  return {
    ...fold,
    open: fold.open === undefined ? undefined : [...fold.open],
    unanswered: new Set(fold.unanswered),
    items: fold.items.copy(),
  };
}

function foldEntry(fold: Fold, entry: Entry): void {
  if (entry.message.role === 'tool') {
    foldReply(fold, entry);
    return;
  }
  closeOpen(fold);
  fold.items.add(entry);
  if (toolCallsOf(entry.message).length > 0) {
    fold.open = [entry];
    closeIfDecided(fold, entry);
  } else closeGroup(fold, epochGroup([entry], [renderSingle(fold, entry)], fold.options));
}

function foldReply(fold: Fold, entry: Entry): void {
  const previous = fold.open?.at(-1);
  if (previous !== undefined && entry.seq !== previous.seq + 1) closeOpen(fold);
  if (fold.open === undefined) {
    const late = renderLateResults(entry, fold.unanswered);
    closeGroup(fold, epochGroup([entry], [late], fold.options));
    return;
  }
  fold.open.push(entry);
  closeIfDecided(fold, entry);
}

/** It was decided before that the exchange ends with this entry. */
function closeIfDecided(fold: Fold, newest: Entry): void {
  const first = fold.open?.[0];
  if (first === undefined) return;
  if (fold.options.syntheticResults?.get(first.seq)?.throughSeq === newest.seq) closeOpen(fold);
}

function closeOpen(fold: Fold): void {
  const { open } = fold;
  if (open === undefined) return;
  const { rendered, unanswered } = renderClosed(fold, open);
  for (const id of unanswered) fold.unanswered.add(id);
  closeGroup(fold, toGroup(fold, open, rendered));
  fold.open = undefined;
}

function closeGroup(fold: Fold, group: MessageGroup): void {
  fold.closed = fold.closed.add(group);
}

/** The exchange as it is sent while results can still join it. */
function renderOpen(fold: Fold, entries: Entry[]): ExchangeRendering {
  return renderExchange(entries, { ...contextOf(fold), closed: false });
}

/** The same with an error result for each call that has none. */
function renderClosed(fold: Fold, entries: Entry[]): ExchangeRendering {
  return renderExchange(entries, { ...contextOf(fold), closed: true });
}

function contextOf(fold: Fold): Omit<ExchangeContext, 'closed'> {
  const { model, omitsThinking } = fold.options;
  return { model, isRepeated: fold.items.has, omitsThinking, unanswered: fold.unanswered };
}

function renderSingle(fold: Fold, entry: Entry): RenderedEntry {
  const { message, losses } = renderMessage(entry, contextOf(fold));
  if (message === undefined) return omittedEntry(entry.seq, 'nothing to send', losses);
  return sentEntry(entry, message, losses);
}

function toGroup(fold: Fold, entries: Entry[], rendered: RenderedEntry[]): MessageGroup {
  const begun = begunExchange(fold, entries, rendered);
  return begun === undefined
    ? epochGroup(entries, rendered, fold.options)
    : continuedGroup(entries, rendered, begun, fold.options);
}

/** What the exchange had when the epoch began, if it was open then and could be sent so. */
function begunExchange(
  fold: Fold,
  entries: Entry[],
  rendered: RenderedEntry[],
): { entries: Entry[]; rendered: RenderedEntry[] } | undefined {
  const { throughSeq = -1 } = fold.options;
  const begun = entries.filter((entry) => entry.seq <= throughSeq);
  if (begun.at(-1)?.seq !== throughSeq) return undefined;
  const open = renderOpen(fold, begun);
  if (begun.length < entries.length) return { entries: begun, rendered: open.rendered };
  // Calls without a result got their error results before the exchange was sent.
  if (open.unanswered.length > 0) return undefined;
  const isSame = rendered.at(-1)?.messages.length === open.rendered.at(-1)?.messages.length;
  return isSame ? undefined : { entries: begun, rendered: open.rendered };
}
