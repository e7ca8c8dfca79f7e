import { bindsThinking } from '@everlong/tokenizer';

import { adapterOf } from './adapter-of.js';
import type { ContextSummaryMetadata, ManagedMessage } from './managed-message.js';

/**
 * How many of these messages lose their thinking when something before them changes. A model that
 * is not named may be one that wants that of the tool loop in progress.
 */
export function countUnbound(
  messages: readonly ManagedMessage[],
  model: string | undefined,
): number {
  if (model !== undefined) return bindsThinking(model) ? messages.length : 0;
  return Math.max(
    0,
    messages.findLastIndex(({ role }) => role === 'user'),
  );
}

/** What a summary says of the messages that follow it. */
export function unboundBy(
  staying: readonly ManagedMessage[],
  model: string | undefined,
): Pick<ContextSummaryMetadata, 'unbound'> {
  const messages = countUnbound(staying, model);
  const last = staying[messages - 1];
  if (last === undefined) return {};
  return { unbound: { messages, ...('parts' in last ? { parts: last.parts.length } : {}) } };
}

/** The list, the first of its messages without thinking. */
export function leaveThinking(
  messages: readonly ManagedMessage[],
  { messages: count, parts }: NonNullable<ContextSummaryMetadata['unbound']>,
): ManagedMessage[] {
  const adapter = adapterOf(messages);
  return messages.map((message, index) => {
    if (index >= count) return message;
    return adapter.withoutThinking(message, index === count - 1 ? parts : undefined);
  });
}
