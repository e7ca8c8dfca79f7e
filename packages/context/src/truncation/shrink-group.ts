import { equalCap } from '@everlong/budget';
import { messageText, type ModelMessage } from '@everlong/core';
import { jsonText } from '@everlong/core/internal';

import type { Counter } from '../rendering/counter.js';
import { shrinkMessage, type Truncator, textSizes } from './shrink-message.js';
import { withFileTexts } from '../rendering/text-file.js';
import { truncateText } from './truncate-text.js';
import {
  type MessageGroup,
  type RenderedEntry,
  renderedTokens,
} from '../rendering/message-group.js';

/** About what a message costs when nothing but its frame and a notice is left. */
export const MIN_MESSAGE_TOKENS = 48;

/** Tokens around the content of a message. */
const FRAME_TOKENS = 8;

/**
 * The group cut down to at most `maxTokens`: files are replaced by their names, then reasoning and
 * opaque items are dropped if they would take most of the room, then the longest texts are cut, to
 * a common length. `undefined` when even the frames of its messages need more.
 */
export function shrinkGroup(
  group: MessageGroup,
  maxTokens: number,
  counter: Counter,
): RenderedEntry[] | undefined {
  if (group.tokens <= maxTokens) return group.rendered;
  const cut =
    shrinkTexts(group, { maxTokens, counter, plain: false }) ??
    shrinkTexts(group, { maxTokens, counter, plain: true }) ??
    flattenUser(group, maxTokens, counter);
  return cut?.map((entry, index) => sameOrCut(group.rendered[index], entry, counter));
}

/** An entry that the cut left as it was is not called truncated. */
function sameOrCut(
  whole: RenderedEntry | undefined,
  cut: RenderedEntry,
  counter: Counter,
): RenderedEntry {
  if (whole === undefined || renderedTokens([whole], counter) !== renderedTokens([cut], counter))
    return cut;
  return jsonText(whole.messages) === jsonText(cut.messages) ? whole : cut;
}

interface CutOptions {
  maxTokens: number;
  counter: Counter;
  /** Whether reasoning and opaque items are dropped in any case. */
  plain: boolean;
}

function shrinkTexts(
  { rendered }: MessageGroup,
  { maxTokens, counter, plain }: CutOptions,
): RenderedEntry[] | undefined {
  const cutTo = (level: number): RenderedEntry[] =>
    rendered.map((entry) => shrinkEntry(entry, { maxTokens: level, count: counter.text, plain }));
  const whole = cutTo(Infinity);
  const wholeTokens = renderedTokens(whole, counter);
  if (wholeTokens <= maxTokens) return whole;
  const sizes = whole
    .flatMap((entry) => entry.messages)
    .flatMap((message) => textSizes(message, counter.text));
  const frame = wholeTokens - sizes.reduce((sum, size) => sum + size, 0);
  if (!plain && frame > maxTokens / 2) return undefined;
  let room = maxTokens - frame;
  for (let attempt = 0; attempt < 12; attempt++) {
    const level = Math.max(2, Math.min(equalCap(sizes, room), maxTokens));
    const cut = cutTo(level);
    const tokens = renderedTokens(cut, counter);
    if (tokens <= maxTokens) return cut;
    if (level <= 2) return undefined;
    room = Math.min(room - (tokens - maxTokens), Math.floor(room * 0.8));
  }
  return undefined;
}

/** The last resort for a user message: one text, however short. */
function flattenUser(
  group: MessageGroup,
  maxTokens: number,
  counter: Counter,
): RenderedEntry[] | undefined {
  const [message, ...others] = group.messages;
  if (message?.role !== 'user' || others.length > 0) return undefined;
  const text = messageText(withFileTexts(message));
  for (const share of [1, 0.5, 0]) {
    const content = truncateText(
      text,
      Math.floor((maxTokens - FRAME_TOKENS) * share),
      counter.text,
    );
    const flat: ModelMessage = { role: 'user', content };
    if (counter.message(flat) > maxTokens) continue;
    return group.rendered.map((entry) => cutEntry(entry, [flat]));
  }
  return undefined;
}

function shrinkEntry(entry: RenderedEntry, truncator: Truncator): RenderedEntry {
  if (entry.messages.length === 0) return entry;
  return cutEntry(
    entry,
    entry.messages.map((message) => shrinkMessage(message, truncator)),
  );
}

function cutEntry(entry: RenderedEntry, messages: ModelMessage[]): RenderedEntry {
  return { ...entry, messages, disposition: 'truncated', reason: 'longer than its share' };
}
