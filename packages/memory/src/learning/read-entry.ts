import {
  type MemoryEntry,
  messageText,
  type ModelMessage,
  originOf,
  type Trust,
} from '@everlong/core';
import { redactMessage } from '@everlong/core/internal';
import { redactSecrets } from '@everlong/redaction';

import { shortLine, storableText } from '../text/stored-text.js';

/** What an entry says, without secrets. */
export interface ReadEntry {
  text: string;
  role: 'user' | 'assistant' | 'tool' | 'system';
  speaker: string;
  trust: Trust;
}

/**
 * The entry as memory keeps it; `undefined` for what is not part of the conversation: instructions,
 * summaries, empty messages, and results of memory and history tools, which repeat what is known.
 */
export function readEntry(entry: MemoryEntry): ReadEntry | undefined {
  const origin = originOf(entry);
  if (origin === 'system' || origin === 'summary') return undefined;
  const message = withoutRecollections(redactMessage(entry.message));
  const text = storableText(messageText(message));
  if (text.trim() === '') return undefined;
  const isTool = message.role === 'tool' || origin === 'tool';
  const role = isTool ? 'tool' : message.role;
  const name = entry.metadata?.speaker;
  const speaker =
    typeof name === 'string' ? redactSecrets(shortLine(storableText(name), MAX_SPEAKER)) : '';
  return {
    text,
    role,
    speaker: speaker === '' ? role : speaker,
    trust: isTool ? 'tool' : role === 'user' ? 'user' : 'assistant',
  };
}

/** Longer ones are no name. */
const MAX_SPEAKER = 100;

const recollection = /^(?:memory|history)_/;

/** Drops reasoning, and calls and results of memory and history tools. */
function withoutRecollections(message: ModelMessage): ModelMessage {
  if (typeof message.content === 'string') return message;
  const parts = message.content.filter(
    (part) =>
      part.type !== 'reasoning' &&
      !(
        (part.type === 'tool-result' || part.type === 'tool-call') &&
        recollection.test(part.toolName)
      ),
  );
  return { ...message, content: parts } as ModelMessage;
}
