import type { JsonObject } from '@everlong/core';
import { fieldsToMessage, isJsonOutput, type MessageFields } from '@everlong/core/internal';

const lineTypes: Record<string, string> = { tool: 'tool_result' };

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

function resultFields({ toolCallId, toolName, output }: JsonObject): MessageFields | undefined {
  if (typeof output !== 'object' || output === null || toolCallId === undefined) return undefined;
  const { type, value } = output as JsonObject;
  if (value === undefined) return undefined;
  const isJson = isJsonOutput(type);
  return {
    tool_call_id: toolCallId,
    name: toolName,
    content: isJson ? JSON.stringify(value) : value,
    ...(type === 'text' ? {} : { output_type: type }),
  } as MessageFields;
}
