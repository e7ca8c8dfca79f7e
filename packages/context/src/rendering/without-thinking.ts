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

/** Those that were made before, with what they left out. */
const bareGroups = new WeakMap<MessageGroup, { omits: string; bare: MessageGroup }>();

/** The group without the reasoning of these entries, which is said of each. */
export function groupWithoutThinking(
  group: MessageGroup,
  omitted: ReadonlySet<number>,
  counter: Counter,
): MessageGroup {
  const seqs = group.rendered.flatMap(({ seq }) => (omitted.has(seq) ? [seq] : []));
  if (seqs.length === 0) return group;
  const omits = seqs.join(' ');
  const known = bareGroups.get(group);
  if (known?.omits === omits) return known.bare;
  const rendered = group.rendered.map((entry) => {
    if (!omitted.has(entry.seq)) return entry;
    const reason = entry.disposition === 'verbatim' ? OMITTED_THINKING : entry.reason;
    const lost = { kind: 'reasoning' as const, detail: MADE_ELSEWHERE };
    const losses = [...entry.losses, lost];
    return { ...entry, messages: entry.messages.map(withoutThinking), reason, losses };
  });
  const bare = createMessageGroup(group.entries, rendered, counter);
  bareGroups.set(group, { omits, bare });
  return bare;
}
