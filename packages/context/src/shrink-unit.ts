import { waterLevel } from '@everlong/budget';

import type { Counter } from './counter.js';
import { shrinkMessage, textSizes } from './shrink-message.js';
import type { RenderedEntry, Unit } from './unit.js';

/** About what a message costs when nothing but its frame and a notice is left. */
export const MIN_MESSAGE_TOKENS = 48;

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
    if (level <= 2) return undefined;
    room = Math.min(room - (tokens - maxTokens), Math.floor(room * 0.8));
  }
  return undefined;
}

function shrinkEntry(entry: RenderedEntry, maxTokens: number, counter: Counter): RenderedEntry {
  if (entry.messages.length === 0) return entry;
  const messages = entry.messages.map((message) =>
    shrinkMessage(message, { maxTokens, count: counter.text }),
  );
  return { ...entry, messages, disposition: 'truncated', reason: 'longer than its share' };
}

export function tokensOf(rendered: readonly RenderedEntry[], counter: Counter): number {
  return rendered
    .flatMap((entry) => entry.messages)
    .reduce((sum, message) => sum + counter.message(message), 0);
}
