import type { Entry, TextCut } from '@everlong/core';

import type { Counter } from '../rendering/counter.js';
import { wellFormedEntries } from '../rendering/well-formed-entries.js';
import {
  createMessageGroup,
  type MessageGroup,
  type RenderedEntry,
} from '../rendering/message-group.js';
import { truncateGroup } from '../truncation/apply-truncation.js';
import { withFilesNamed, withoutRefusedFiles } from '../truncation/inline-files.js';
import { keepGroupLines, type LinesOf } from '../truncation/kept-lines.js';
import { maskGroup } from '../truncation/mask-group.js';
import type { RequestLimits } from '../truncation/request-limits.js';
import { shrinkGroup } from '../truncation/shrink-group.js';

/** How an epoch shortens its groups. */
export interface EpochShortening {
  counter: Counter;
  limits: RequestLimits;
  /** The most tokens of groups that the epoch truncates, by the `seq` of their first entry. */
  allowances?: ReadonlyMap<number, number>;
  /** Whether the epoch masks the group that begins at this `seq`. */
  isMasked?: (seq: number) => boolean;
  /** Whether the epoch names the files of the group that begins at this `seq`. */
  isWithoutFiles?: (seq: number) => boolean;
  /** How the epoch cuts the long texts of the group that begins at this `seq`. */
  cutOf?: (seq: number) => TextCut | undefined;
  /** The lines that the epoch keeps of an entry's results. */
  linesOf?: LinesOf;
}

/** The group as this epoch sends it: valid for every provider, and shortened as its record says. */
export function epochGroup(
  entries: Entry[],
  rendered: RenderedEntry[],
  options: EpochShortening,
): MessageGroup {
  const group = withRecordedCuts(entries, rendered, options);
  const shortened = shorten(group, options);
  return shortened === undefined ? group : createMessageGroup(entries, shortened, options.counter);
}

/**
 * The group of an exchange that was open when the epoch began. `begun` renders what the exchange
 * had then: only that is shortened, within the allowance that was decided for it, so that it stays
 * as it was sent. What came later is sent in full, until the next epoch.
 */
export function continuedGroup(
  entries: Entry[],
  rendered: RenderedEntry[],
  begun: { entries: Entry[]; rendered: RenderedEntry[] },
  options: EpochShortening,
): MessageGroup {
  const { counter } = options;
  const first = epochGroup(begun.entries, begun.rendered, options);
  const all = withRecordedCuts(entries, rendered, options);
  const continued = all.rendered.map((entry, index) => {
    const sent = first.rendered[index];
    if (sent === undefined) return entry;
    // Error results for unanswered calls follow the last message.
    const added = entry.messages.slice(begun.rendered[index]?.messages.length);
    return added.length === 0 ? sent : { ...sent, messages: [...sent.messages, ...added] };
  });
  return createMessageGroup(entries, continued, counter);
}

function withRecordedCuts(
  entries: Entry[],
  rendered: RenderedEntry[],
  { counter, limits, cutOf, isMasked, linesOf }: EpochShortening,
): MessageGroup {
  const valid = withoutRefusedFiles(wellFormedEntries(rendered), limits);
  const whole = createMessageGroup(entries, valid, counter);
  const cut = cutOf?.(whole.from);
  const group =
    cut === undefined ? whole : createMessageGroup(entries, truncateGroup(whole, cut), counter);
  // A mask shows lines of the whole result.
  if (linesOf === undefined || isMasked?.(whole.from) === true) return group;
  if (entries.every(({ seq }) => linesOf(seq) === undefined)) return group;
  return createMessageGroup(entries, keepGroupLines(group, linesOf), counter);
}

function shorten(group: MessageGroup, options: EpochShortening): RenderedEntry[] | undefined {
  const { counter, allowances, isMasked, isWithoutFiles } = options;
  if (isMasked?.(group.from) === true) return maskGroup(group, counter);
  if (isWithoutFiles?.(group.from) === true) return withFilesNamed(group);
  const maxTokens = allowances?.get(group.from);
  return maxTokens === undefined ? undefined : shrinkGroup(group, maxTokens, counter);
}
