import { ConfigError, type ModelMessage, type Usage } from '@everlong/core';
import { showValue } from '@everlong/core/internal';

import { type Fields, fieldsOf } from '../json/json-fields.js';
import { checkShape } from '../messages/check-shape.js';
import { lossSink, type WriteOptions } from '../messages/loss.js';
import { createCallNames, readEach, type ReadOptions } from '../messages/open-calls.js';
import { reportedUsage } from '../messages/reported-usage.js';
import {
  isRequest,
  messageList,
  type MessageOrMessages,
  type WriteRequest,
} from '../messages/write-request.js';
import type { OpenAIChatTool } from '../openai-chat/chat-message.js';
import { tools as openaiTools } from '../openai-chat/openai-chat.js';
import { closeEnvelope, LANGCHAIN, openEnvelope } from './envelope.js';
import type { LangChainBody, LangChainMessage, LangChainShape } from './langchain-message.js';
import { langchainMessages } from './langchain-shape.js';
import { readLangChainMessage } from './read-langchain-message.js';
import { joinSystemBlocks, writeLangChainMessage } from './write-langchain-message.js';

/** Options of LangChain's `write`. */
export interface LangChainWriteOptions extends WriteOptions {
  /** The shape of the messages. Default `message`, which models take. */
  shape?: LangChainShape;
}

/**
 * Messages of LangChain: one, a list, or an object with `messages`; live ones, stored and
 * serialized ones, `{ role, content }` and `[role, content]`. Throws `UnsupportedFormatError` for
 * anything else.
 */
export function read(value: unknown, options: ReadOptions = {}): ModelMessage[] {
  const messages = nativeMessages(value).map((message, index) =>
    openEnvelope(message, `messages[${index}]`),
  );
  const shown = messages.map(({ role, fields }) => ({ ...fields, role }));
  checkShape(LANGCHAIN, 'messages', shown, langchainMessages);
  return readEach(messages, createCallNames(options), readLangChainMessage);
}

function nativeMessages(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) {
    const [role, content] = value as unknown[];
    const isPair = typeof role === 'string' && value.length === 2 && typeof content === 'string';
    return isPair && /^(?:human|user|ai|assistant|system)$/.test(role) ? [value] : value;
  }
  const { messages } = fieldsOf(value);
  return Array.isArray(messages) ? messages : [value];
}

/** Messages for LangChain; a tool message becomes one per result. */
export function write(
  messages: MessageOrMessages,
  options?: LangChainWriteOptions,
): LangChainMessage[];
/** A request for `model.bindTools(tools).invoke(messages)`. */
export function write(request: WriteRequest, options?: LangChainWriteOptions): LangChainBody;
export function write(
  value: MessageOrMessages | WriteRequest,
  options: LangChainWriteOptions = {},
): LangChainMessage[] | LangChainBody {
  if (!isRequest(value)) return writeMessages(messageList(value), options);
  const { instructions = '', messages } = value;
  const system: ModelMessage[] =
    instructions === '' ? [] : [{ role: 'system', content: instructions }];
  const definitions = tools(value.tools);
  return {
    messages: [...writeMessages(system, options), ...writeMessages(messages, options)],
    ...(definitions.length === 0 ? {} : { tools: definitions }),
  };
}

const SHAPES: ReadonlySet<LangChainShape> = new Set(['message', 'stored', 'serialized']);

function writeMessages(
  messages: readonly ModelMessage[],
  { shape = 'message', ...options }: LangChainWriteOptions,
): LangChainMessage[] {
  if (!SHAPES.has(shape)) {
    throw new ConfigError(
      `shape is ${showValue(shape)}. Give "message", "stored" or "serialized", or leave it out.`,
    );
  }
  const written: Fields[] = [];
  for (const [index, message] of messages.entries()) {
    if (joinSystemBlocks(message, written.at(-1))) continue;
    written.push(...writeLangChainMessage(message, lossSink(LANGCHAIN, options, index)));
  }
  return written.map((item) => closeEnvelope(item, shape)) as LangChainMessage[];
}

/** What a call was billed: from its `usage_metadata`, or from the whole answer. */
export function usage(value: unknown): Usage {
  return reportedUsage(value);
}

/** Tools of any shape as `bindTools` takes them. */
export function tools(definitions: unknown): OpenAIChatTool[] {
  return openaiTools(definitions);
}
