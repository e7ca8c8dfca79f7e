import { createContextMiddleware, createMessageMetadata } from '@everlong/context/ai-sdk';
import {
  createUIMessageStream,
  isStepCount,
  type LanguageModel,
  streamText,
  toUIMessageStream,
  tool,
  wrapLanguageModel,
} from 'ai';
import { z } from 'zod';

import type { Chat, ChatMessage } from './chats.ts';
import { scriptedModel } from './scripted-model.ts';

const tools = {
  readPage: tool({
    description: 'Reads a page of the handbook',
    inputSchema: z.object({ page: z.number() }),
    execute: ({ page }) =>
      `Page ${page}. The port is ${5000 + page}. ${'More of the same. '.repeat(60)}`,
  }),
};

/** Streams the answer to a message; compactions show in it as they happen. */
export function answerMessage(chat: Chat, message: ChatMessage): ReadableStream {
  const { session } = chat;
  const model: LanguageModel = wrapLanguageModel({
    model: scriptedModel,
    middleware: createContextMiddleware({ session }),
  });
  const originalMessages = [...chat.messages, message];
  chat.messages = originalMessages;
  return createUIMessageStream<ChatMessage>({
    originalMessages,
    async execute({ writer }) {
      chat.writer = writer;
      const { stream } = streamText({
        model,
        instructions: 'Answer briefly.',
        // Only what is new: the session knows the rest.
        prompt: textOf(message),
        tools,
        stopWhen: isStepCount(5),
      });
      const messageMetadata = createMessageMetadata(session);
      const ui = toUIMessageStream<typeof tools, ChatMessage>({ stream, tools, messageMetadata });
      for await (const chunk of ui) writer.write(chunk);
      chat.writer = undefined;
    },
    onEnd({ messages }) {
      chat.messages = messages;
    },
  });
}

/** Of what a browser sends, only the user's text counts: the rest could be forged. */
function textOf({ parts }: ChatMessage): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}
