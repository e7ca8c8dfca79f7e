import type { ModelMessage, Usage } from '@everlong/core';

import { type Fields, fieldsOf, isFields, scalarText } from '../json/json-fields.js';
import { checkShape } from '../messages/check-shape.js';
import type { WriteOptions } from '../messages/loss.js';
import { createCallNames, readEach, type ReadOptions } from '../messages/open-calls.js';
import { reportedUsage } from '../messages/reported-usage.js';
import { definitionsOf, toolList } from '../messages/tool-definition.js';
import { unsupportedShape } from '../messages/unsupported-shape.js';
import {
  isRequest,
  messageList,
  type MessageOrMessages,
  splitHead,
  type WriteRequest,
} from '../messages/write-request.js';
import type { AnthropicBody, AnthropicMessage, AnthropicTool } from './anthropic-message.js';
import { ANTHROPIC } from './anthropic-options.js';
import { anthropicMessages, anthropicSystem } from './anthropic-shape.js';
import { createCitedSources } from './cited-sources.js';
import { readAnthropicMessage, readSystem } from './read-anthropic-message.js';
import { writeAnthropicMessages, writeSystem } from './write-anthropic-messages.js';

/**
 * Messages of Anthropic's Messages API: one, a list, a request body (its `system` first) or a
 * response. Throws `UnsupportedFormatError` for anything else.
 */
export function read(value: unknown, options: ReadOptions = {}): ModelMessage[] {
  const names = createCallNames(options);
  const { system, messages } = nativeBody(value);
  checkShape(ANTHROPIC, 'system', system, anthropicSystem);
  checkShape(ANTHROPIC, 'messages', messages, anthropicMessages);
  const rest = readEach(messages.map(fieldsOf), names, readAnthropicMessage);
  return [...readSystem(system), ...rest];
}

function nativeBody(value: unknown): { system?: unknown; messages: readonly unknown[] } {
  if (Array.isArray(value)) return { messages: value };
  const { role, content, messages, system, type } = fieldsOf(value);
  // A request accepts only the role and the content of a response.
  if (type === 'message') return { messages: [{ role, content }] };
  if (typeof role === 'string') return { messages: [value] };
  if (Array.isArray(messages)) return { system, messages };
  throw unsupportedShape(ANTHROPIC, 'a message, a list of them, a body or a response', value);
}

/** Messages for the Messages API; `system` messages have a place in a request's body only. */
export function write(messages: MessageOrMessages, options?: WriteOptions): AnthropicMessage[];
/** A request's body but for the model and the settings: spread it into the SDK's call. */
export function write(request: WriteRequest, options?: WriteOptions): AnthropicBody;
export function write(
  value: MessageOrMessages | WriteRequest,
  options: WriteOptions = {},
): AnthropicMessage[] | AnthropicBody {
  if (!isRequest(value)) return writeAnthropicMessages(messageList(value), options);
  const { head, rest, before } = splitHead(value);
  const system = writeSystem(head, options);
  const definitions = tools(value.tools);
  return {
    ...(system === undefined ? {} : { system }),
    messages: writeAnthropicMessages(rest, options, {
      offset: before,
      sources: createCitedSources(),
    }),
    ...(definitions.length === 0 ? {} : { tools: definitions }),
  };
}

/** What a call was billed: from its `usage`, or from the whole response. */
export function usage(value: unknown): Usage {
  return reportedUsage(value);
}

/**
 * Tools of any shape, as the Messages API takes them; its own unchanged. Throws
 * `UnsupportedFormatError` for a tool that another provider runs.
 */
export function tools(definitions: unknown): AnthropicTool[] {
  return toolList(definitions).flatMap((tool): AnthropicTool[] => {
    if (isOwn(tool)) return [tool as unknown as AnthropicTool];
    return definitionsOf(tool).map(({ inputSchema, ...named }) => ({
      ...named,
      input_schema: { ...inputSchema, type: 'object' },
    }));
  });
}

/** Tools with a schema of the API's spelling, and those that Anthropic defines: `bash_20250124`. */
function isOwn({ type, name, input_schema }: Fields): boolean {
  return isFields(input_schema) || (typeof name === 'string' && /_\d{8}$/.test(scalarText(type)));
}
