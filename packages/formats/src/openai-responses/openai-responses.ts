import type { ModelMessage, SystemMessage, Usage } from '@everlong/core';

import { type Fields, fieldsOf, isFields } from '../json/json-fields.js';
import { keep, keptIn } from '../messages/kept-fields.js';
import { aString, optional } from '../json/shape.js';
import { checkShape } from '../messages/check-shape.js';
import type { WriteOptions } from '../messages/loss.js';
import { createCallNames, type ReadOptions } from '../messages/open-calls.js';
import { reportedUsage } from '../messages/reported-usage.js';
import { definitionsOf, toolList } from '../messages/tool-definition.js';
import { unsupportedShape } from '../messages/unsupported-shape.js';
import {
  isRequest,
  messageList,
  type MessageOrMessages,
  type WriteRequest,
} from '../messages/write-request.js';
import { RESPONSES } from './read-input-part.js';
import { readResponsesItems } from './read-responses-items.js';
import type {
  OpenAIResponsesBody,
  OpenAIResponsesItem,
  OpenAIResponsesTool,
} from './responses-item.js';
import { responsesItems } from './responses-shape.js';
import { writeResponsesItems } from './write-responses-items.js';

/**
 * Items of OpenAI's Responses API: one, a list, a request body (its `instructions` first) or a
 * response. Throws `UnsupportedFormatError` for anything else.
 */
export function read(value: unknown, options: ReadOptions = {}): ModelMessage[] {
  const { instructions, items } = nativeBody(value);
  const own: SystemMessage = { role: 'system', content: instructions ?? '' };
  checkShape(RESPONSES, 'input', items, responsesItems);
  const rest = readResponsesItems(items, createCallNames(options));
  return instructions === undefined
    ? rest
    : [keep(own, RESPONSES, { instructions: true }), ...rest];
}

function nativeBody(value: unknown): { instructions?: string; items: readonly unknown[] } {
  if (Array.isArray(value)) return { items: value };
  const { type, role, input, instructions, output, object } = fieldsOf(value);
  if (object === 'response' && Array.isArray(output)) return { items: output };
  if (typeof type === 'string' || typeof role === 'string') return { items: [value] };
  if (input === undefined) {
    throw unsupportedShape(RESPONSES, 'an item, a list of them, a body or a response', value);
  }
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
  if (!Array.isArray(items)) throw unsupportedShape(RESPONSES, 'an input of items', value);
  checkShape(RESPONSES, 'instructions', instructions, optional(aString));
  return typeof instructions === 'string' ? { instructions, items } : { items };
}

/** Items for the Responses API. */
export function write(messages: MessageOrMessages, options?: WriteOptions): OpenAIResponsesItem[];
/** A request's body but for the model and the settings: spread it into the SDK's call. */
export function write(request: WriteRequest, options?: WriteOptions): OpenAIResponsesBody;
export function write(
  value: MessageOrMessages | WriteRequest,
  options: WriteOptions = {},
): OpenAIResponsesItem[] | OpenAIResponsesBody {
  if (!isRequest(value)) return writeResponsesItems(messageList(value), options);
  const { messages } = value;
  const [first] = messages;
  const given = value.instructions ?? '';
  const isInstructions =
    given === '' && first?.role === 'system' && keptIn(first, RESPONSES)['instructions'] === true;
  const instructions = isInstructions ? first.content : given;
  const definitions = tools(value.tools);
  return {
    ...(instructions === '' && !isInstructions ? {} : { instructions }),
    input: writeResponsesItems(
      isInstructions ? messages.slice(1) : messages,
      options,
      isInstructions ? 1 : 0,
    ),
    ...(definitions.length === 0 ? {} : { tools: definitions }),
  };
}

/** What a call was billed: from its `usage`, or from the whole response. */
export function usage(value: unknown): Usage {
  return reportedUsage(value);
}

/**
 * Tools of any shape, as the Responses API takes them; its own unchanged. Throws
 * `UnsupportedFormatError` for a tool that another provider runs.
 */
export function tools(definitions: unknown): OpenAIResponsesTool[] {
  return toolList(definitions).flatMap((tool): OpenAIResponsesTool[] => {
    if (isOwn(tool)) return [tool as unknown as OpenAIResponsesTool];
    return definitionsOf(tool).map(({ inputSchema, ...named }) => ({
      type: 'function',
      ...named,
      parameters: inputSchema,
      strict: false,
    }));
  });
}

/** Tools of this API have a type; those of Anthropic's that have one end in a date. */
function isOwn({ type, function: wrapped, custom, input_schema }: Fields): boolean {
  const isOther = isFields(wrapped) || isFields(custom) || isFields(input_schema);
  return typeof type === 'string' && !isOther && !/_\d{8}$/.test(type);
}
