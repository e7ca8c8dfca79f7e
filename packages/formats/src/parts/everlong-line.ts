import type { JsonObject, JsonValue, ModelMessage } from '@everlong/core';
import { decodeValue } from '@everlong/core/store-kit';
import type { Fields } from '../json/json-fields.js';

const jsonOutputs: ReadonlySet<unknown> = new Set(['json', 'error-json']);
const roles: Record<string, string> = { tool_result: 'tool' };

/** Whether everlong wrote the line: its fields then say the message exactly. */
export function isEverlongLine({ seq, id }: Fields): boolean {
  return typeof seq === 'number' && typeof id === 'string';
}

/**
 * The message of a line that everlong wrote; `getMedia` finds content beside the file. Throws when
 * the fields are not what everlong writes.
 */
export function everlongMessage(
  line: Fields,
  getMedia: (sha256: string) => Uint8Array,
): ModelMessage {
  const encoded = line['message'] ?? { role: roleOf(line), content: contentOf(line as JsonObject) };
  return decodeValue(JSON.stringify(encoded), getMedia) as ModelMessage;
}

function roleOf({ type }: Fields): string {
  return roles[String(type)] ?? String(type);
}

function contentOf(line: JsonObject): JsonValue | undefined {
  const { type, content, tool_calls, tool_call_id } = line;
  if (type === 'tool_result' && tool_call_id !== undefined) return [resultPart(line)];
  if (type !== 'assistant' || tool_calls === undefined) return content;
  const before = typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
  return [...(before as JsonObject[]), ...(tool_calls as JsonObject[]).map(callPart)];
}

function callPart({ id, type: _type, function: called, ...rest }: JsonObject): JsonObject {
  const { name, arguments: text } = called as { name: string; arguments?: string };
  const input = text === undefined ? {} : { input: JSON.parse(text) as JsonValue };
  return { type: 'tool-call', toolCallId: id, toolName: name, ...input, ...rest };
}

function resultPart({ tool_call_id, name, content, output_type }: JsonObject): JsonObject {
  const type = output_type ?? 'text';
  const value = jsonOutputs.has(type) ? (JSON.parse(content as string) as JsonValue) : content;
  const output = { type, value } as JsonObject;
  return { type: 'tool-result', toolCallId: tool_call_id, toolName: name, output };
}
