import {
  CorruptRecordError,
  type EntryInput,
  type ModelMessage,
  parseMessage,
  toUsage,
} from '@everlong/core';
import { normalizeMessage } from '@everlong/core/internal';
import { entryFields } from '../entries/entry-fields.js';
import {
  type Fields,
  fieldsOf,
  isFields,
  listOf,
  numberOf,
  present,
  scalarText,
} from '../json/json-fields.js';
import type { JsonRecord } from '../json/json-records.js';
import { messageList, scoreMessages } from '../entries/message-list.js';
import type { TranscriptFormat } from '../entries/transcript.js';

/** Part types that no other format with these roles has. */
const ownParts = new Set([
  'tool-call',
  'tool-result',
  'tool-approval-request',
  'tool-approval-response',
  'reasoning-file',
  'custom',
]);

const sharedParts = new Set(['text', 'image', 'file', 'reasoning']);

/** Fields of the message itself, and those that have a place in an entry. */
const placed = new Set(['role', 'content', 'providerOptions', 'createdAt', 'model', 'usage']);

/** `ModelMessage[]` of AI SDK 5, 6 and 7: a list, an object with a list, or one a line. */
export const aiSdkModelMessagesFormat: TranscriptFormat = {
  name: 'ai-sdk-model-messages',
  description: '[{role, content: text or parts such as "tool-call"}] of the AI SDK, or JSON lines',
  detect: ({ values }) =>
    scoreMessages(values, { isMessage: isModelMessage, hasOwnMark, marked: 1, unmarked: 0.5 }),
  parse(source) {
    return { entries: messageList(source).records.map(parseEntry) };
  },
};

function isModelMessage(value: unknown): boolean {
  const { content, tool_calls, tool_call_id } = fieldsOf(value);
  if (tool_calls !== undefined || tool_call_id !== undefined) return false;
  const types = listOf(content).map((part) => scalarText(fieldsOf(part)['type']));
  if (!types.every((type) => ownParts.has(type) || sharedParts.has(type))) return false;
  try {
    parseMessage(value);
    return true;
  } catch {
    return false;
  }
}

function hasOwnMark(value: unknown): boolean {
  const { content, providerOptions } = fieldsOf(value);
  if (providerOptions !== undefined) return true;
  return listOf(content).some((part) => {
    const { type, mediaType, providerOptions: options, data } = fieldsOf(part);
    if (options !== undefined || ownParts.has(scalarText(type))) return true;
    return (type === 'file' || type === 'image') && typeof mediaType === 'string' && data !== '';
  });
}

function parseEntry({ value, place }: JsonRecord): EntryInput {
  const fields = fieldsOf(value);
  const { role, content, providerOptions, createdAt, model, usage } = fields;
  const message = { role, content, ...(isFields(providerOptions) ? { providerOptions } : {}) };
  const others = Object.entries(fields).filter(([key]) => !placed.has(key));
  const hasUsage = numberOf(fieldsOf(usage)['inputTokens']) !== undefined;
  return {
    message: readModelMessage(message, place),
    ...entryFields(createdAt, present(Object.fromEntries(others)), model),
    ...(hasUsage ? { usage: toUsage(fieldsOf(usage)) } : {}),
  };
}

/** The message as it was before `JSON.stringify`; throws `CorruptRecordError` for any other value. */
export function readModelMessage(value: unknown, place: string): ModelMessage {
  const { content, ...fields } = fieldsOf(value);
  const revived = Array.isArray(content) ? content.map(revivePart) : content;
  try {
    return normalizeMessage(parseMessage({ ...fields, content: revived }));
  } catch (error) {
    throw new CorruptRecordError(place, error instanceof Error ? error.message : String(error));
  }
}

/** Undoes what `JSON.stringify` made of the URLs and buffers that file parts hold. */
function revivePart(part: unknown): unknown {
  if (!isFields(part)) return part;
  if (part['type'] === 'tool-result') {
    const output = fieldsOf(part['output']);
    if (output['type'] !== 'content') return part;
    return { ...part, output: { ...output, value: listOf(output['value']).map(revivePart) } };
  }
  const copy = { ...part };
  for (const key of ['data', 'image'] as const) {
    if (isFields(copy[key])) copy[key] = reviveData(copy[key]);
  }
  return copy;
}

function reviveData(data: Fields): unknown {
  const { type, url, data: content } = data;
  if (type === 'url' && typeof url === 'string' && URL.canParse(url)) {
    return { type, url: new URL(url) };
  }
  if (type === 'data' && isFields(content)) return { type, data: reviveData(content) };
  const isBuffer = type === 'Buffer' && Array.isArray(content);
  return isBuffer ? Uint8Array.from(content, Number) : data;
}
