import { type Entry, type TextCut, toolCallsOf } from '@everlong/core';

import type { Counter } from '../rendering/counter.js';
import { createRepeatedItems, type RepeatedItems } from '../rendering/duplicate-item-ids.js';
import { wellFormedEntries } from '../rendering/lone-surrogates.js';
import {
  createMessageGroup,
  type MessageGroup,
  type RenderedEntry,
  sentReason,
} from '../rendering/message-group.js';
import { omitted, renderExchange, renderLateResults } from '../rendering/render-exchange.js';
import { renderMessage } from '../rendering/render-message.js';
import { cutTexts } from '../truncation/apply-truncation.js';
import { dropFiles, sendable } from '../truncation/limit-files.js';
import { maskGroup } from '../truncation/mask-group.js';
import type { RequestLimits } from '../truncation/request-limits.js';
import { shrinkGroup } from '../truncation/shrink-group.js';

/** How the epoch renders its groups. */
export interface MessageGroupsOptions {
  /** The model that the request is for. */
  model: string | undefined;
  counter: Counter;
  limits: RequestLimits;
  /** The most tokens of groups that the epoch cuts, by the `seq` of their first entry. */
  allowances?: ReadonlyMap<number, number>;
  /** Whether the epoch masks the group that begins at this `seq`. */
  isMasked?: (seq: number) => boolean;
  /** Whether the epoch names the files of the group that begins at this `seq`. */
  isWithoutFiles?: (seq: number) => boolean;
  /** How the epoch cuts the long texts of the group that begins at this `seq`. */
  cutOf?: (seq: number) => TextCut | undefined;
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
  readonly list: readonly MessageGroup[];
  /** What the next entries are folded into. */
  readonly fold: Fold;
}

interface Fold {
  options: MessageGroupsOptions;
  /** The groups that no entry can join any more. */
  closed: MessageGroup[];
  /** The entries of the newest exchange, as long as results can still join it. */
  open: Entry[] | undefined;
  /** Calls that were sent with an error result. */
  unanswered: Set<string>;
  items: RepeatedItems;
}

export function createMessageGroups(options: MessageGroupsOptions): MessageGroups {
  return toGroups({
    options,
    closed: [],
    open: undefined,
    unanswered: new Set(),
    items: createRepeatedItems(options.model),
  });
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
  if (renderOpen(fold, open, false).unanswered.length === 0) return undefined;
  const toolCallIds = renderOpen(fold, open, true).unanswered;
  return { seq: first.seq, throughSeq: last.seq, toolCallIds };
}

function toGroups(fold: Fold): MessageGroups {
  let list: readonly MessageGroup[] | undefined;
  return {
    fold,
    get list() {
      list ??= fold.open === undefined ? fold.closed : [...fold.closed, openGroup(fold, fold.open)];
      return list;
    },
  };
}

function openGroup(fold: Fold, open: Entry[]): MessageGroup {
  return toGroup(fold, open, renderOpen(fold, open, false).rendered);
}

function copyOf({ fold }: MessageGroups): Fold {
  return {
    options: fold.options,
    closed: [...fold.closed],
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
  } else fold.closed.push(toGroup(fold, [entry], [renderSingle(fold, entry)]));
}

function foldReply(fold: Fold, entry: Entry): void {
  const previous = fold.open?.at(-1);
  if (previous !== undefined && entry.seq !== previous.seq + 1) closeOpen(fold);
  if (fold.open === undefined) {
    fold.closed.push(toGroup(fold, [entry], [renderLateResults(entry, fold.unanswered)]));
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
  const { rendered, unanswered } = renderOpen(fold, open, true);
  for (const id of unanswered) fold.unanswered.add(id);
  fold.closed.push(toGroup(fold, open, rendered));
  fold.open = undefined;
}

function renderOpen(
  { options: { model }, items }: Fold,
  open: Entry[],
  closed: boolean,
): ReturnType<typeof renderExchange> {
  return renderExchange(open, { model, isRepeated: items.has, closed });
}

function renderSingle({ options: { model }, items }: Fold, entry: Entry): RenderedEntry {
  const message = renderMessage(entry, { model, isRepeated: items.has });
  if (message === undefined) return omitted(entry.seq, 'nothing to send');
  const reason = sentReason(entry, message);
  return { seq: entry.seq, messages: [message], disposition: 'verbatim', reason };
}

/** The group as this epoch sends it: valid for every provider, and cut as its record says. */
function toGroup({ options }: Fold, entries: Entry[], rendered: RenderedEntry[]): MessageGroup {
  const { counter, limits, cutOf } = options;
  const valid = sendable(wellFormedEntries(rendered), limits);
  const whole = createMessageGroup(entries, valid, counter.message);
  const cut = cutOf?.(whole.from);
  const group =
    cut === undefined ? whole : createMessageGroup(entries, cutTexts(whole, cut), counter.message);
  const shortened = shorten(group, options);
  return shortened === undefined ? group : createMessageGroup(entries, shortened, counter.message);
}

function shorten(group: MessageGroup, options: MessageGroupsOptions): RenderedEntry[] | undefined {
  const { counter, allowances, isMasked, isWithoutFiles } = options;
  if (isMasked?.(group.from) === true) return maskGroup(group, counter);
  if (isWithoutFiles?.(group.from) === true) return dropFiles(group);
  const maxTokens = allowances?.get(group.from);
  return maxTokens === undefined ? undefined : shrinkGroup(group, maxTokens, counter);
}
