import {
  type AssistantPart,
  type EntryInput,
  type EntryMetadata,
  type ModelMessage,
  type Origin,
  type ReasoningPart,
  type TextPart,
  type ToolCallPart,
  type ToolResultOutput,
} from '@everlong/core';
import { parseArguments } from '@everlong/core/internal';
import { missingFilePart, textPart, unknownPart } from '../parts/content-parts.js';
import { entryFields } from '../entries/entry-fields.js';
import { isInsertedText } from '../parts/inserted-text.js';
import type { Fields } from '../json/json-fields.js';
import { fieldsOf, isFields, listOf, numberOf, present, textOf } from '../json/json-fields.js';
import type { JsonRecord } from '../json/json-records.js';
import { usageFromParts } from '../entries/reported-usage.js';
import type { TranscriptFormat } from '../entries/transcript.js';
import { unexpectedValue } from '../json/unexpected-value.js';

/** Fields that have a place in an entry; every other one goes into its metadata. */
const placed = new Set([
  'role',
  'content',
  'toolCalls',
  'toolCallId',
  'isError',
  'usage',
  'model',
  'timestamp',
]);

/** Fields that the formats with the same roles do not have. */
const marks = ['toolCalls', 'toolCallId', 'timestamp', 'event', 'meta', 'demo', 'isError'];

/**
 * One message a line: `{role, content, toolCalls?, toolCallId?, usage?, model?, timestamp?, …}`,
 * content a text or parts of type text, reasoning and image, of which only the size is known.
 */
export const normalizedFormat: TranscriptFormat = {
  name: 'normalized',
  description: 'JSON lines {role, content, toolCalls?, toolCallId?, usage?, model?, timestamp?}',
  detect({ values }) {
    if (values.length === 0 || !values.every(isNormalizedLine)) return false;
    return values.some((value) => marks.some((mark) => mark in fieldsOf(value))) ? 1 : 0.6;
  },
  parse(source) {
    const toolNames = new Map<string, string>();
    return { entries: source.records().map((record) => parseLine(record, toolNames)) };
  },
};

function isNormalizedLine(value: unknown): boolean {
  const { role, content, tool_calls, tool_call_id, parts } = fieldsOf(value);
  if (tool_calls !== undefined || tool_call_id !== undefined || parts !== undefined) return false;
  if (role === 'tool') return typeof fieldsOf(value)['toolCallId'] === 'string';
  if (role !== 'system' && role !== 'user' && role !== 'assistant') return false;
  if (typeof content === 'string') return true;
  return Array.isArray(content) && content.every(isNormalizedPart);
}

function isNormalizedPart(part: unknown): boolean {
  const { type, mediaType, bytes, providerOptions } = fieldsOf(part);
  if (providerOptions !== undefined) return false;
  if (type === 'image') return typeof mediaType === 'string' && typeof bytes === 'number';
  return type === 'text' || type === 'reasoning';
}

function parseLine({ value, place }: JsonRecord, toolNames: Map<string, string>): EntryInput {
  if (!isFields(value)) throw unexpectedValue(place, 'a message', value);
  const message = messageOf(value, toolNames, place);
  const { input, output, cacheRead, cacheWrite, reasoning } = fieldsOf(value['usage']);
  return {
    message,
    ...entryFields(value['timestamp'], metadataOf(value), value['model']),
    ...(isFields(value['usage'])
      ? { usage: usageFromParts({ input, output, cacheRead, cacheWrite, reasoning }) }
      : {}),
  };
}

function messageOf(line: Fields, toolNames: Map<string, string>, place: string): ModelMessage {
  const { role, content } = line;
  if (typeof content !== 'string' && !Array.isArray(content)) {
    throw unexpectedValue(place, 'content as a text or a list of parts', content);
  }
  const parts = typeof content === 'string' ? content : content.map(partOf);
  switch (role) {
    case 'system':
      return { role, content: typeof parts === 'string' ? parts : textsOf(parts).join('\n') };
    case 'user':
      return { role, content: typeof parts === 'string' ? parts : asTexts(parts) };
    case 'assistant':
      return { role, content: assistantContent(parts, line['toolCalls'], toolNames) };
    case 'tool': {
      const toolCallId = textOf(line['toolCallId']) ?? '';
      const toolName = textOf(line['name']) ?? toolNames.get(toolCallId) ?? 'unknown';
      const output = outputOf(parts, line['isError'] === true);
      return { role, content: [{ type: 'tool-result', toolCallId, toolName, output }] };
    }
    default:
      throw unexpectedValue(place, 'a role of system, user, assistant or tool', role);
  }
}

type NormalizedPart = TextPart | ReasoningPart;

function partOf(part: unknown): NormalizedPart {
  const { type, text, mediaType, bytes } = fieldsOf(part);
  if (type === 'text' && typeof text === 'string') return textPart(text);
  if (type === 'reasoning' && typeof text === 'string') return { type, text };
  if (type === 'image') {
    return missingFilePart(textOf(mediaType) ?? 'image/*', `${numberOf(bytes) ?? 0} bytes`);
  }
  return unknownPart(part);
}

function textsOf(parts: readonly NormalizedPart[]): string[] {
  return parts.map(({ text }) => text);
}

function asTexts(parts: readonly NormalizedPart[]): TextPart[] {
  return textsOf(parts).map(textPart);
}

function assistantContent(
  content: string | NormalizedPart[],
  toolCalls: unknown,
  toolNames: Map<string, string>,
): string | AssistantPart[] {
  const calls = listOf(toolCalls).map((call) => toToolCall(fieldsOf(call)));
  for (const { toolCallId, toolName } of calls) toolNames.set(toolCallId, toolName);
  if (typeof content !== 'string') return [...content, ...calls];
  if (calls.length === 0) return content;
  return content === '' ? calls : [textPart(content), ...calls];
}

function toToolCall({ id, name, args }: Fields): ToolCallPart {
  return {
    type: 'tool-call',
    toolCallId: textOf(id) ?? '',
    toolName: textOf(name) ?? 'unknown',
    input: parseArguments(args),
  };
}

function outputOf(content: string | NormalizedPart[], isError: boolean): ToolResultOutput {
  if (typeof content !== 'string') return { type: 'content', value: asTexts(content) };
  return { type: isError ? 'error-text' : 'text', value: content };
}

function metadataOf(line: Fields): EntryMetadata {
  const others = Object.entries(line).filter(
    ([key]) => !placed.has(key) && !(key === 'name' && line['role'] === 'tool'),
  );
  const origin = originOf(line);
  const hiddenReasoningChars = listOf(line['content'])
    .map((part) => numberOf(fieldsOf(part)['hiddenChars']) ?? 0)
    .reduce((sum, chars) => sum + chars, 0);
  return present({
    ...Object.fromEntries(others),
    origin,
    hiddenReasoningChars: hiddenReasoningChars || undefined,
    isError: Array.isArray(line['content']) && line['isError'] === true ? true : undefined,
  });
}

function originOf({ role, content, meta, event }: Fields): Origin | undefined {
  if (role !== 'user') return undefined;
  if (event === 'compaction') return 'summary';
  if (meta === true || (typeof content === 'string' && isInsertedText(content))) return 'tool';
  return undefined;
}
