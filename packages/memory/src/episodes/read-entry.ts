import { type MemoryEntry, type ModelMessage, originOf, type Trust } from '@everlong/core';
import { redactMessage } from '@everlong/core/internal';
import { messageText } from '@everlong/core';

/** What an entry says, without secrets. */
export interface ReadEntry {
  text: string;
  role: 'user' | 'assistant' | 'tool' | 'system';
  speaker: string;
  trust: Trust;
}

/**
 * The entry as it is remembered; `undefined` for one that is none of the conversation:
 * instructions, summaries, empty messages, and what tools of a memory or a history gave back, which
 * is known already.
 */
export function readEntry(entry: MemoryEntry): ReadEntry | undefined {
  const origin = originOf(entry);
  if (origin === 'system' || origin === 'summary') return undefined;
  const message = withoutRecollections(redactMessage(entry.message));
  const text = messageText(message).toWellFormed().replaceAll('\0', ' ');
  if (text.trim() === '') return undefined;
  const isTool = message.role === 'tool' || origin === 'tool';
  const role = isTool ? 'tool' : message.role;
  const speaker = entry.metadata?.speaker;
  return {
    text,
    role,
    speaker: typeof speaker === 'string' && speaker.trim() !== '' ? speaker.trim() : role,
    trust: isTool ? 'tool' : role === 'user' ? 'user' : 'assistant',
  };
}

const recollection = /^(?:memory|history)_/;

/** Without reasoning, which is not said, and without results of tools that repeat the past. */
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
