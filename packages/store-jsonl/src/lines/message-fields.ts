import type { JsonObject, JsonValue } from '@everlong/core';

/** The fields of a line that say what its message says. */
export interface MessageFields {
  content?: JsonValue;
  /** `parts` where the content is a list of one text part, and the text alone is written. */
  content_type?: JsonValue;
  tool_calls?: JsonValue;
  tool_call_id?: JsonValue;
  name?: JsonValue;
  /** What kind of output a result's content is, where it is no `text`. */
  output_type?: JsonValue;
  /** The whole message, where the other fields cannot say it. */
  message?: JsonValue;
}

const lineTypes: Record<string, string> = { tool: 'tool_result' };
const jsonOutputs: ReadonlySet<unknown> = new Set(['json', 'error-json']);

/** The `type` of the line that holds a message. */
export function lineTypeOf(role: string): string {
  return lineTypes[role] ?? role;
}

/**
 * The fields for a message, each text once. The message and the fields are encoded: plain JSON
 * with the tags of the codec. What the fields cannot say exactly, the order of keys included, they
 * hold as `message`.
 */
export function messageToFields(message: JsonObject): MessageFields {
  const fields = tryFields(message);
  const isExact =
    fields !== undefined &&
    JSON.stringify(fieldsToMessage(message['role'] as string, fields)) === JSON.stringify(message);
  return isExact ? fields : { message };
}

/** The message behind the fields of a line. */
export function fieldsToMessage(role: string, fields: MessageFields): JsonObject {
  if (fields.message !== undefined) return fields.message as JsonObject;
  if (role === 'assistant') return { role, content: assistantContent(fields) };
  if (role === 'tool' && fields.tool_call_id !== undefined) {
    return { role, content: [resultPart(fields)] };
  }
  return { role, content: fields.content };
}

function tryFields({ role, content }: JsonObject): MessageFields | undefined {
  if (content === undefined) return undefined;
  if (!Array.isArray(content)) return { content };
  const parts = content as JsonObject[];
  if (role === 'assistant') return assistantFields(parts);
  const [result] = parts;
  const isOneResult = role === 'tool' && parts.length === 1 && result?.['type'] === 'tool-result';
  return (isOneResult && resultFields(result)) || { content };
}

/** Calls at the end go to `tool_calls`; a single text before them needs no part around it. */
function assistantFields(parts: JsonObject[]): MessageFields {
  const from = parts.findLastIndex((part) => part['type'] !== 'tool-call') + 1;
  const [text, ...others] = parts.slice(0, from);
  const isOneText =
    text?.['type'] === 'text' && others.length === 0 && Object.keys(text).length === 2;
  if (from === parts.length) {
    return isOneText && typeof text['text'] === 'string'
      ? { content: text['text'], content_type: 'parts' }
      : { content: parts };
  }
  return {
    content: isOneText ? text['text'] : from === 0 ? null : parts.slice(0, from),
    tool_calls: parts.slice(from).map(callFields),
  } as MessageFields;
}

function callFields({ type: _type, toolCallId, toolName, input, ...rest }: JsonObject): JsonObject {
  const called = { name: toolName, arguments: JSON.stringify(input) };
  return { id: toolCallId, type: 'function', function: called, ...rest };
}

function assistantContent(fields: MessageFields): JsonValue | undefined {
  const { content, content_type, tool_calls } = fields;
  if (tool_calls === undefined) {
    const isPart = content_type === 'parts' && typeof content === 'string';
    return isPart ? [{ type: 'text', text: content }] : content;
  }
  const before = typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
  return [...(before as JsonObject[]), ...(tool_calls as JsonObject[]).map(callPart)];
}

function callPart({ id, type: _type, function: called, ...rest }: JsonObject): JsonObject {
  const { name, arguments: text } = called as { name: string; arguments?: string };
  const input = text === undefined ? {} : { input: JSON.parse(text) as JsonValue };
  return { type: 'tool-call', toolCallId: id, toolName: name, ...input, ...rest };
}

function resultFields({ toolCallId, toolName, output }: JsonObject): MessageFields | undefined {
  if (typeof output !== 'object' || output === null || toolCallId === undefined) return undefined;
  const { type, value } = output as JsonObject;
  if (value === undefined) return undefined;
  const isJson = jsonOutputs.has(type);
  return {
    tool_call_id: toolCallId,
    name: toolName,
    content: isJson ? JSON.stringify(value) : value,
    ...(type === 'text' ? {} : { output_type: type }),
  } as MessageFields;
}

function resultPart({ tool_call_id, name, content, output_type }: MessageFields): JsonObject {
  const type = output_type ?? 'text';
  const value = jsonOutputs.has(type) ? (JSON.parse(content as string) as JsonValue) : content;
  const output = { type, value };
  return { type: 'tool-result', toolCallId: tool_call_id, toolName: name, output };
}
