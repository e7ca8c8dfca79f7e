import type { JsonObject, JsonValue } from '../base/json-value.js';

/** The fields of a line of a JSONL session that say what its message says. */
export interface MessageFields {
  content?: JsonValue;
  /** `parts` where the content is a list of one text part, and the text alone is written. */
  content_type?: JsonValue;
  tool_calls?: JsonValue;
  tool_call_id?: JsonValue;
  name?: JsonValue;
  /** The kind of output of a result's content, where it is no `text`. */
  output_type?: JsonValue;
  /** The whole message, where the other fields cannot say it. */
  message?: JsonValue;
}

const jsonOutputs: ReadonlySet<unknown> = new Set(['json', 'error-json']);

/** Tells whether a tool's output of this type is written as JSON text. */
export function isJsonOutput(type: unknown): boolean {
  return jsonOutputs.has(type);
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

function resultPart({ tool_call_id, name, content, output_type }: MessageFields): JsonObject {
  const type = output_type ?? 'text';
  const value = isJsonOutput(type) ? (JSON.parse(content as string) as JsonValue) : content;
  const output = { type, value };
  return { type: 'tool-result', toolCallId: tool_call_id, toolName: name, output };
}
