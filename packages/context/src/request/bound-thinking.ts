import type { Entry, ModelMessage } from '@everlong/core';
import { shortHash } from '@everlong/core/internal';
import { encodeValue } from '@everlong/core/store-kit';

import type { MessageGroup } from '../rendering/message-group.js';
import { withoutThinking } from '../rendering/without-thinking.js';
import { markOf, type PrefixMark } from '../state/request-mark.js';

/** What a request's thinking rests on. */
export interface BoundThinking {
  /** For the mark of its answer. */
  mark: PrefixMark;
  /** The entries whose thinking was made behind other bytes than those before it. */
  omitted: ReadonlySet<number>;
}

/**
 * Compares what stands before each answer with what stood there when it was made, as its mark says.
 * An answer without a mark that only tool results part from the one before belongs to the same loop
 * of a caller's: it was made behind what that was. `head`: what comes before the messages.
 */
export function checkThinking(
  messages: readonly ModelMessage[],
  groups: readonly MessageGroup[],
  head: string,
): BoundThinking {
  const answers = groups.flatMap(answersOf);
  const omitted = new Set<number>();
  let prefix = shortHash(head);
  let thinking: number | undefined;
  let isBehind = false;
  let place = 0;
  for (const message of messages) {
    if (message.role === 'assistant') {
      const answer = answers[place++];
      const mark = answer === undefined ? undefined : markOf(answer);
      if (mark !== undefined) {
        // Only the first of a request's thinking may have lost what came before it.
        const follows = thinking === undefined || mark.thinking === thinking;
        isBehind = mark.prefix === prefix && follows;
      }
      if (answer !== undefined && withoutThinking(message) !== message) {
        if (isBehind) thinking = answer.seq;
        else omitted.add(answer.seq);
      }
    } else if (message.role !== 'tool') isBehind = false;
    prefix = shortHash(prefix + digestOf(withoutThinking(message)));
  }
  return { mark: { prefix, ...(thinking === undefined ? {} : { thinking }) }, omitted };
}

/** The entries that are sent as the assistant's messages, in order. */
function answersOf({ rendered, entries }: MessageGroup): Entry[] {
  return rendered.flatMap(({ seq, messages }) => {
    const count = messages.filter(({ role }) => role === 'assistant').length;
    const entry = count === 0 ? undefined : entries.find((known) => known.seq === seq);
    return entry === undefined ? [] : Array.from({ length: count }, () => entry);
  });
}

const digests = new WeakMap<ModelMessage, string>();

/** The same for messages that are equal, in whatever order a store gives their fields back. */
function digestOf(message: ModelMessage): string {
  const known = digests.get(message);
  if (known !== undefined) return known;
  const sorted: unknown = JSON.parse(encodeValue(message), (_key, value: unknown) =>
    typeof value !== 'object' || value === null || Array.isArray(value)
      ? value
      : Object.fromEntries(
          Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)),
        ),
  );
  const digest = shortHash(JSON.stringify(sorted));
  digests.set(message, digest);
  return digest;
}
