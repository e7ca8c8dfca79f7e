import type { AssistantMessage, ModelMessage } from '@everlong/core';

import type { Counter } from './counter.js';
import { createMessageGroup, type MessageGroup, OMITTED_THINKING } from './message-group.js';
import { MADE_ELSEWHERE } from './part-loss.js';

/** Messages are known by identity, so that they are counted once. */
const plain = new WeakMap<AssistantMessage, ModelMessage>();

/** The message without its reasoning; the same object where it has none. */
export function withoutThinking(message: ModelMessage): ModelMessage {
  if (message.role !== 'assistant' || typeof message.content === 'string') return message;
  const known = plain.get(message);
  if (known !== undefined) return known;
  const content = message.content.filter(({ type }) => type !== 'reasoning');
  const bare = content.length === message.content.length ? message : { ...message, content };
  plain.set(message, bare);
  return bare;
}

/** The group without the reasoning of these entries, which is said of each. */
export function groupWithoutThinking(
  group: MessageGroup,
  omitted: ReadonlySet<number>,
  counter: Counter,
): MessageGroup {
  if (!group.rendered.some(({ seq }) => omitted.has(seq))) return group;
  const rendered = group.rendered.map((entry) => {
    if (!omitted.has(entry.seq)) return entry;
    const reason = entry.disposition === 'verbatim' ? OMITTED_THINKING : entry.reason;
    const lost = { kind: 'reasoning' as const, detail: MADE_ELSEWHERE };
    const losses = [...entry.losses, lost];
    return { ...entry, messages: entry.messages.map(withoutThinking), reason, losses };
  });
  return createMessageGroup(group.entries, rendered, counter);
}
