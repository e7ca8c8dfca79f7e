import type { ModelMessage, Usage } from '@everlong/core';

import { type Fields, fieldsOf, isFields, listOf } from '../json/json-fields.js';
import { checkShape } from '../messages/check-shape.js';
import { lossSink, type WriteOptions } from '../messages/loss.js';
import { createCallNames, readEach, type ReadOptions } from '../messages/open-calls.js';
import { reportedUsage } from '../messages/reported-usage.js';
import { definitionsOf, toolList } from '../messages/tool-definition.js';
import { unsupportedShape } from '../messages/unsupported-shape.js';
import {
  isRequest,
  messageList,
  type MessageOrMessages,
  type WriteRequest,
} from '../messages/write-request.js';
import type { OpenAIChatBody, OpenAIChatMessage, OpenAIChatTool } from './chat-message.js';
import { chatMessages } from './chat-shape.js';
import { readChatMessage } from './read-chat-message.js';
import { OPENAI_CHAT } from './read-chat-part.js';
import { joinSystemParts, writeChatMessage } from './write-chat-message.js';

/**
 * Messages of OpenAI's Chat Completions API, and of those that follow it: one, a list, a request
 * body or a response. Throws `UnsupportedFormatError` for anything else.
 */
export function read(value: unknown, options: ReadOptions = {}): ModelMessage[] {
  const messages = nativeMessages(value);
  checkShape(OPENAI_CHAT, 'messages', messages, chatMessages);
  return readEach(messages.map(fieldsOf), createCallNames(options), readChatMessage);
}

function nativeMessages(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const { role, messages, choices } = fieldsOf(value);
  if (typeof role === 'string') return [value];
  if (Array.isArray(messages)) return messages;
  const [choice] = listOf(choices);
  if (isFields(choice)) return [choice['message']];
  throw unsupportedShape('openai-chat', 'a message, a list of them, a body or a response', value);
}

/** Messages for the Chat Completions API; a tool message becomes one per result. */
export function write(messages: MessageOrMessages, options?: WriteOptions): OpenAIChatMessage[];
/** A request's body but for the model and the settings: spread it into the SDK's call. */
export function write(request: WriteRequest, options?: WriteOptions): OpenAIChatBody;
export function write(
  value: MessageOrMessages | WriteRequest,
  options: WriteOptions = {},
): OpenAIChatMessage[] | OpenAIChatBody {
  if (!isRequest(value)) return writeMessages(messageList(value), options);
  const { instructions = '', messages } = value;
  const system: OpenAIChatMessage[] =
    instructions === '' ? [] : [{ role: 'system', content: instructions }];
  const definitions = tools(value.tools);
  return {
    messages: [...system, ...writeMessages(messages, options)],
    ...(definitions.length === 0 ? {} : { tools: definitions }),
  };
}

function writeMessages(
  messages: readonly ModelMessage[],
  options: WriteOptions,
): OpenAIChatMessage[] {
  const written: OpenAIChatMessage[] = [];
  for (const [index, message] of messages.entries()) {
    if (joinSystemParts(message, written)) continue;
    for (const item of writeChatMessage(message, lossSink(OPENAI_CHAT, options, index)))
      written.push(item);
  }
  return written;
}

/** What a call was billed: from its `usage`, or from the whole response. */
export function usage(value: unknown): Usage {
  return reportedUsage(value);
}

/**
 * Tools of any shape, as the Chat Completions API takes them; its own unchanged. Throws
 * `UnsupportedFormatError` for a tool that another provider runs.
 */
export function tools(definitions: unknown): OpenAIChatTool[] {
  return toolList(definitions).flatMap((tool): OpenAIChatTool[] => {
    if (isOwn(tool)) return [tool as unknown as OpenAIChatTool];
    return definitionsOf(tool).map(({ inputSchema, ...named }) => ({
      type: 'function',
      function: { ...named, parameters: inputSchema },
    }));
  });
}

function isOwn({ type, function: wrapped, custom }: Fields): boolean {
  return (type === 'function' && isFields(wrapped)) || (type === 'custom' && isFields(custom));
}
