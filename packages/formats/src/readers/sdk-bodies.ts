import type { ModelMessage } from '@everlong/core';
import { read as readAnthropic } from '../anthropic/anthropic.js';
import { read as readLangChain } from '../langchain/langchain.js';
import { read as readResponses } from '../openai-responses/openai-responses.js';
import { entryFields } from '../entries/entry-fields.js';
import { messageList } from '../entries/message-list.js';
import { fieldsOf, listOf, scalarText } from '../json/json-fields.js';
import type { TranscriptFormat, TranscriptSource } from '../entries/transcript.js';

/** As sure as other lists of messages with a mark of their own. */
const SCORE = 0.9;

/** Messages of Anthropic's Messages API: a list, a request's body, or one a line. */
export const anthropicFormat: TranscriptFormat = {
  name: 'anthropic',
  description:
    '[{role, content: [{type: "text" | "tool_use" | "tool_result" | …}]}], {system, messages}',
  detect: ({ values }) => scoreOf(values, isAnthropicMessage, hasAnthropicBlock),
  parse: (source) => parseBody(source, readAnthropic),
};

/** Messages of LangChain, live or stored. */
export const langchainFormat: TranscriptFormat = {
  name: 'langchain',
  description: '{messages: [{type: "human" | "ai" | "tool", content | data}]}, a list, or lines',
  detect: ({ values }) => scoreOf(values, isLangChainMessage, hasLangChainMark),
  parse: (source) => parseBody(source, readLangChain),
};

/** Items of OpenAI's Responses API: a list, a request's body or a response. */
export const responsesFormat: TranscriptFormat = {
  name: 'openai-responses',
  description: '{instructions?, input: [{type: "message" | "function_call" | …}]}, or a response',
  detect: ({ values }) => {
    const items = values.flatMap(itemsOf);
    return items.length > 0 && items.every(isItem) && items.some(hasItemType) ? SCORE : 0;
  },
  parse: (source) => {
    const records = source.records();
    const [record] = records;
    const value = records.length === 1 ? record?.value : records.map((each) => each.value);
    return { entries: entriesOf(readResponses(value), value) };
  },
};

function parseBody(source: TranscriptSource, read: (value: unknown) => ModelMessage[]) {
  const { records, document } = messageList(source);
  const { system } = document;
  const messages = records.map(({ value }) => value);
  return {
    entries: entriesOf(read(system === undefined ? messages : { system, messages }), document),
  };
}

function entriesOf(messages: readonly ModelMessage[], body: unknown) {
  const { model } = fieldsOf(body);
  return messages.map((message) => ({
    ...entryFields(undefined, {}, message.role === 'assistant' ? model : undefined),
    message,
  }));
}

function scoreOf(
  values: readonly unknown[],
  isMessage: (value: unknown) => boolean,
  hasMark: (value: unknown) => boolean,
): number {
  const messages = values.flatMap((value) => {
    const { messages: list } = fieldsOf(value);
    return Array.isArray(list) ? list : Array.isArray(value) ? value : [value];
  });
  return messages.length > 0 && messages.every(isMessage) && messages.some(hasMark) ? SCORE : 0;
}

const anthropicBlocks: Readonly<Record<string, ReadonlySet<string>>> = {
  user: new Set(['text', 'image', 'document', 'tool_result']),
  assistant: new Set(['text', 'thinking', 'redacted_thinking', 'tool_use']),
};

function isAnthropicMessage(value: unknown): boolean {
  const { role, content, parts } = fieldsOf(value);
  const blocks = anthropicBlocks[scalarText(role)];
  if (blocks === undefined || parts !== undefined) return false;
  const isBlock = (block: unknown): boolean => blocks.has(scalarText(fieldsOf(block)['type']));
  return typeof content === 'string' || (Array.isArray(content) && content.every(isBlock));
}

function hasAnthropicBlock(value: unknown): boolean {
  const { content } = fieldsOf(value);
  return listOf(content).some((block) => {
    const { type, source } = fieldsOf(block);
    if (type === 'image' || type === 'document') return source !== undefined;
    return type !== 'text';
  });
}

const langchainTypes = new Set(['human', 'ai', 'tool', 'system']);

function isLangChainMessage(value: unknown): boolean {
  const { type, role, content, data, lc, kwargs } = fieldsOf(value);
  if (lc !== undefined && type === 'constructor') return kwargs !== undefined;
  if (type === undefined && typeof role === 'string') return content !== undefined;
  return langchainTypes.has(scalarText(type)) && (content !== undefined || data !== undefined);
}

/** The type of a message, or calls whose arguments stand beside the name. */
function hasLangChainMark(value: unknown): boolean {
  const { type, tool_calls } = fieldsOf(value);
  return type !== undefined || listOf(tool_calls).some((call) => 'args' in fieldsOf(call));
}

function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const { input, output, object } = fieldsOf(value);
  if (object === 'response' && Array.isArray(output)) return output;
  return Array.isArray(input) ? input : [value];
}

const itemTypes = /^(?:message|reasoning|(?:\w+_)?call(?:_output)?|item_reference|compaction)$/;

function isItem(value: unknown): boolean {
  const { type, role, content } = fieldsOf(value);
  if (type === undefined) return typeof role === 'string' && content !== undefined;
  return itemTypes.test(scalarText(type));
}

function hasItemType(value: unknown): boolean {
  return itemTypes.test(scalarText(fieldsOf(value)['type']));
}
