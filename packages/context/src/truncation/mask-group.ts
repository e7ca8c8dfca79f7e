import type { ModelMessage } from '@everlong/core';
import { redactMessage } from '@everlong/core/internal';

import type { Counter } from '../rendering/counter.js';
import { maskResult } from './mask-result.js';
import { type MessageGroup, type RenderedEntry, withMessages } from '../rendering/message-group.js';

/** The group with its long tool results masked; the same objects where nothing is. */
export function maskGroup(group: MessageGroup, counter: Counter): RenderedEntry[] {
  return group.rendered.map((entry) => {
    const messages = entry.messages.map((message) => maskMessage(message, entry.seq, counter));
    return withMessages(entry, messages, { disposition: 'masked', reason: 'an old tool result' });
  });
}

function maskMessage(message: ModelMessage, seq: number, counter: Counter): ModelMessage {
  if (message.role !== 'tool') return message;
  let changed = false;
  const content = message.content.map((part) => {
    const masked = part.type === 'tool-result' ? maskResult(part, seq, counter.text) : undefined;
    changed ||= masked !== undefined;
    return masked ?? part;
  });
  return changed ? redactMessage({ ...message, content }) : message;
}
