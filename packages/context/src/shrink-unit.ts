import { waterLevel } from '@everlong/budget';
import { messageText, type ModelMessage } from '@everlong/core';

import type { Counter } from './counter.js';
import { shrinkMessage, textSizes } from './shrink-message.js';
import { truncateText } from './truncate-text.js';
import type { RenderedEntry, Unit } from './unit.js';

/** About what a message costs when nothing but its frame and a notice is left. */
export const MIN_MESSAGE_TOKENS = 48;

/** Tokens around the content of a message. */
const FRAME_TOKENS = 8;

/**
 * The unit cut down to at most `maxTokens`: the longest texts give way first, to a common length.
 * `undefined` when even the frames of its messages need more.
 */
export function shrinkUnit(
  unit: Unit,
  maxTokens: number,
  counter: Counter,
): RenderedEntry[] | undefined {
  if (unit.tokens <= maxTokens) return unit.rendered;
  const sizes = unit.messages.flatMap((message) => textSizes(message, counter.text));
  const frame = unit.tokens - sizes.reduce((sum, size) => sum + size, 0);
  let room = maxTokens - Math.max(0, frame);
  for (let attempt = 0; attempt < 12; attempt++) {
    const level = Math.max(2, Math.min(waterLevel(sizes, room), maxTokens));
    const rendered = unit.rendered.map((entry) => shrinkEntry(entry, level, counter));
    const tokens = tokensOf(rendered, counter);
    if (tokens <= maxTokens) return rendered;
    if (level <= 2) break;
    room = Math.min(room - (tokens - maxTokens), Math.floor(room * 0.8));
  }
  return flattenUser(unit, maxTokens, counter);
}

/** The last resort for a message of the user's: one text, however short. */
function flattenUser(unit: Unit, maxTokens: number, counter: Counter): RenderedEntry[] | undefined {
  const [message, ...others] = unit.messages;
  if (message?.role !== 'user' || others.length > 0) return undefined;
  const text = messageText(message);
  for (const share of [1, 0.5, 0]) {
    const content = truncateText(
      text,
      Math.floor((maxTokens - FRAME_TOKENS) * share),
      counter.text,
    );
    const flat: ModelMessage = { role: 'user', content };
    if (counter.message(flat) > maxTokens) continue;
    return unit.rendered.map((entry) => cutEntry(entry, [flat]));
  }
  return undefined;
}

function shrinkEntry(entry: RenderedEntry, maxTokens: number, counter: Counter): RenderedEntry {
  if (entry.messages.length === 0) return entry;
  const messages = entry.messages.map((message) =>
    shrinkMessage(message, { maxTokens, count: counter.text }),
  );
  return cutEntry(entry, messages);
}

function cutEntry(entry: RenderedEntry, messages: ModelMessage[]): RenderedEntry {
  return { ...entry, messages, disposition: 'truncated', reason: 'longer than its share' };
}

export function tokensOf(rendered: readonly RenderedEntry[], counter: Counter): number {
  return rendered
    .flatMap((entry) => entry.messages)
    .reduce((sum, message) => sum + counter.message(message), 0);
}
