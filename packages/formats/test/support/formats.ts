import { modelMessageSchema } from 'ai';
import { modelMessageSchema as modelMessageSchema6 } from 'ai-6';
import { type BaseMessageLike, coerceMessageLikeToMessage } from '@langchain/core/messages';
import type { ModelMessage } from '@everlong/core';
import {
  validateAnthropicMessages,
  validateGemini,
  validateOpenAIChat,
  validateOpenAIResponses,
  type Violation,
} from '@everlong/validators';

import * as aiSdk from '../../src/ai-sdk/index.js';
import * as anthropic from '../../src/anthropic/index.js';
import * as gemini from '../../src/gemini/index.js';
import * as langchain from '../../src/langchain/index.js';
import type { WriteOptions } from '../../src/messages/loss.js';
import type { WriteRequest } from '../../src/messages/write-request.js';
import * as openaiChat from '../../src/openai-chat/index.js';
import * as openaiResponses from '../../src/openai-responses/index.js';

/** A format, as the laws see it. */
export interface FormatUnderTest {
  write(request: WriteRequest, options?: WriteOptions): object;
  read(body: unknown): ModelMessage[];
  /** Judges a body as the provider would. */
  validate(body: object): Violation[];
}

export const formats: Readonly<Record<string, FormatUnderTest>> = {
  'openai-chat': {
    write: (request, options) => openaiChat.write(request, options),
    read: (body) => openaiChat.read(body),
    validate: (body) => validateOpenAIChat({ model: 'gpt-5', ...body }),
  },
  anthropic: {
    write: (request, options) => anthropic.write(request, options),
    read: (body) => anthropic.read(body),
    validate: (body) =>
      validateAnthropicMessages({ model: 'claude-sonnet-4-5', max_tokens: 1000, ...body }),
  },
  gemini: {
    write: (request, options) => gemini.write(request, options),
    read: (body) => gemini.read(body),
    // The SDK posts what it takes as `config` at the top of the body.
    validate: ({ config, ...body }: { config?: object }) => validateGemini({ ...body, ...config }),
  },
  'openai-responses': {
    write: (request, options) => openaiResponses.write(request, options),
    read: (body) => openaiResponses.read(body),
    validate: (body) => validateOpenAIResponses({ model: 'gpt-5', ...body }),
  },
  langchain: {
    write: (request, options) => langchain.write(request, options),
    read: (body) => langchain.read(body),
    validate: ({ messages }: { messages?: BaseMessageLike[] }) => {
      for (const message of messages ?? []) coerceMessageLikeToMessage(message);
      return [];
    },
  },
  'ai-sdk': {
    write: (request, options) => aiSdk.write(request, options),
    read: (body) => aiSdk.read(body),
    validate: refusalsOfAiSdk(modelMessageSchema),
  },
  'ai-sdk 6': {
    write: (request, options) => aiSdk.write6(request, options),
    read: (body) => aiSdk.read(body),
    validate: refusalsOfAiSdk(modelMessageSchema6),
  },
  'ai-sdk-ui': {
    write: ({ messages }, options) => ({ messages: aiSdk.writeUi(messages, options) }),
    read: (body) => aiSdk.read(body),
    validate: () => [],
  },
};

/** The SDK's own schema of messages, as a validator. */
function refusalsOfAiSdk(schema: { safeParse(value: unknown): { error?: Error | undefined } }) {
  return ({ messages = [] }: { messages?: readonly unknown[] }): Violation[] =>
    messages.flatMap((message, index) => {
      const { error } = schema.safeParse(message);
      return error === undefined
        ? []
        : [{ rule: 'ai-sdk/schema', path: `messages[${index}]`, message: error.message }];
    });
}
