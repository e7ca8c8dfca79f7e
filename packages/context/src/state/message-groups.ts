import { type Entry, type TextCut, toolCallsOf } from '@everlong/core';

import type { Counter } from '../rendering/counter.js';
import { dropFiles, sendable } from '../truncation/limit-files.js';
import { maskGroup } from '../truncation/mask-group.js';
import { omitted, renderExchange, renderLateResults } from '../rendering/render-exchange.js';
import { type RenderContext, renderMessage } from '../rendering/render-message.js';
import { createRepeatedItems } from '../rendering/duplicate-item-ids.js';
import type { RequestLimits } from '../truncation/request-limits.js';
import { shrinkGroup } from '../truncation/shrink-group.js';
import { cutTexts } from '../truncation/apply-truncation.js';
import {
  createMessageGroup,
  type RenderedEntry,
  sentReason,
  type MessageGroup,
} from '../rendering/message-group.js';
import { wellFormedEntries } from '../rendering/lone-surrogates.js';

/**
 * Folds entries into groups, one entry at a time and always in the same way: the groups depend on
 * the entries and on where `freeze` was called, never on how often anyone looked.
 */
export interface MessageGroups {
  readonly groups: readonly MessageGroup[];
  /** Takes the next entry; entries that are skipped in between were left out of the epoch. */
  add(entry: Entry): void;
  /**
   * Ends the newest exchange, since it is about to be sent: calls without a result get an error
   * result. Returns what was decided, to be recorded, or `undefined` when nothing was missing.
   */
  freeze(): SyntheticResults | undefined;
  /** Says that entries behind the newest one were left out: no result can join it any more. */
  seal(): void;
}

export interface SyntheticResults {
  seq: number;
  throughSeq: number;
  toolCallIds: string[];
}

export interface MessageGroupsOptions extends RenderContext {
  counter: Counter;
  /** The most tokens of groups that the epoch cuts, by the `seq` of their first entry. */
  allowances?: ReadonlyMap<number, number>;
  /** Whether the epoch masks the group that begins at this `seq`. */
  isMasked?: (seq: number) => boolean;
  /** Whether the epoch names the files of the group that begins at this `seq` instead of sending them. */
  isWithoutFiles?: (seq: number) => boolean;
  /** How the epoch cuts the long texts of the group that begins at this `seq`. */
  cutOf?: (seq: number) => TextCut | undefined;
  limits: RequestLimits;
  /** What was frozen before, by the `seq` of the exchange's first entry. */
  frozen?: ReadonlyMap<number, SyntheticResults>;
}

export function createMessageGroups(options: MessageGroupsOptions): MessageGroups {
  const { counter, allowances, frozen, model } = options;
  const groups: MessageGroup[] = [];
  const items = createRepeatedItems(model);
  const context: RenderContext = { model, isRepeated: items.has };
  const unanswered = new Set<string>();
  /** The entries of the newest exchange, as long as results can still join it. */
  let open: Entry[] | undefined;
  /** Whether results joined it since it was rendered: many can come before anyone looks. */
  let stale = false;

  function push(entries: Entry[], rendered: RenderedEntry[]): void {
    const valid = sendable(wellFormedEntries(rendered), options.limits);
    let group = createMessageGroup(entries, valid, counter.message);
    const cut = options.cutOf?.(group.from);
    if (cut !== undefined)
      group = createMessageGroup(entries, cutTexts(group, cut), counter.message);
    const shortened = shorten(group);
    groups.push(
      shortened === undefined ? group : createMessageGroup(entries, shortened, counter.message),
    );
  }

  function shorten(group: MessageGroup): RenderedEntry[] | undefined {
    if (options.isMasked?.(group.from) === true) return maskGroup(group, counter);
    if (options.isWithoutFiles?.(group.from) === true) return dropFiles(group);
    const maxTokens = allowances?.get(group.from);
    return maxTokens === undefined ? undefined : shrinkGroup(group, maxTokens, counter);
  }

  function replaceLast(entries: Entry[], closed: boolean): string[] {
    stale = false;
    groups.pop();
    const exchange = renderExchange(entries, { ...context, closed });
    push(entries, exchange.rendered);
    return exchange.unanswered;
  }

  function close(): string[] {
    if (open === undefined) return [];
    const missing = replaceLast(open, true);
    for (const id of missing) unanswered.add(id);
    open = undefined;
    return missing;
  }

  function addReply(entry: Entry): void {
    const previous = open?.at(-1);
    if (previous !== undefined && entry.seq !== previous.seq + 1) close();
    if (open === undefined) {
      push([entry], [renderLateResults(entry, unanswered)]);
      return;
    }
    open.push(entry);
    stale = true;
    closeIfFrozen(entry);
  }

  function closeIfFrozen(newest: Entry): void {
    const first = open?.[0];
    if (first !== undefined && frozen?.get(first.seq)?.throughSeq === newest.seq) close();
  }

  return {
    get groups() {
      if (stale && open !== undefined) replaceLast(open, false);
      return groups;
    },
    add(entry) {
      if (entry.message.role === 'tool') {
        addReply(entry);
        return;
      }
      close();
      items.add(entry);
      if (toolCallsOf(entry.message).length > 0) {
        open = [entry];
        push(open, renderExchange(open, { ...context, closed: false }).rendered);
        closeIfFrozen(entry);
        return;
      }
      const message = renderMessage(entry, context);
      push(
        [entry],
        message === undefined
          ? [omitted(entry.seq, 'nothing to send')]
          : [
              {
                seq: entry.seq,
                messages: [message],
                disposition: 'verbatim',
                reason: sentReason(entry, message),
              },
            ],
      );
    },
    seal() {
      close();
    },
    freeze() {
      const first = open?.[0];
      const last = open?.at(-1);
      if (first === undefined || last === undefined) return undefined;
      const { unanswered: missing } = renderExchange(open ?? [], { ...context, closed: false });
      if (missing.length === 0) return undefined;
      return { seq: first.seq, throughSeq: last.seq, toolCallIds: close() };
    },
  };
}
