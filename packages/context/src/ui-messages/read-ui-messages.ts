import { ConfigError, type ModelMessage } from '@everlong/core';

import type { ClientMessage } from './client-message.js';

/** A message of a user interface: `UIMessage` of `ai` 6 and 7. */
export interface UiMessageLike {
  id: string;
  role: 'system' | 'user' | 'assistant';
  parts: readonly { type: string }[];
  metadata?: unknown;
}

/** The messages with what they say to a model, as the AI SDK converts them. */
export async function readUiMessages(messages: readonly UiMessageLike[]): Promise<ClientMessage[]> {
  if (messages.length === 0) return [];
  const { convertToModelMessages } = await import('ai');
  return Promise.all(
    messages.map(async (message) => {
      checkUiMessage(message);
      const { id, role, parts } = message;
      const converted = await convertToModelMessages([{ role, parts } as never]);
      return { id, role, messages: converted as unknown as ModelMessage[] };
    }),
  );
}

function checkUiMessage({ id, role, parts }: Partial<UiMessageLike>): void {
  const isMessage =
    typeof id === 'string' &&
    id !== '' &&
    (role === 'user' || role === 'assistant' || role === 'system') &&
    Array.isArray(parts);
  if (!isMessage) {
    throw new ConfigError(
      `A message of a client needs an id, a role (user, assistant or system) and parts, not ` +
        `${JSON.stringify({ id, role }).slice(0, 200)}. Post the UIMessage as useChat has it.`,
    );
  }
  const strange = parts.find((part) => !isPart(part));
  if (strange === undefined) return;
  throw new ConfigError(
    `A part of message ${JSON.stringify(id)} is none that can be read: ` +
      `${JSON.stringify(strange).slice(0, 200)}. A text needs its text, a file a mediaType and a ` +
      'URL (https: or data:). Post the UIMessage as useChat has it.',
  );
}

/** Whether a part has what the AI SDK reads of it without looking. */
function isPart(part: { type?: unknown; [field: string]: unknown } | null): boolean {
  if (typeof part?.type !== 'string') return false;
  const { type, text, url, mediaType } = part;
  if (type === 'text' || type === 'reasoning') return typeof text === 'string';
  if (type !== 'file') return true;
  return typeof mediaType === 'string' && typeof url === 'string' && URL.canParse(url);
}
