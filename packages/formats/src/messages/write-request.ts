import { type ModelMessage, type SystemMessage, UnsupportedFormatError } from '@everlong/core';
import { showValue } from '@everlong/core/internal';

import { isFields } from '../json/json-fields.js';

/** What a whole body is written from: `session.prepare()` gives it, the tools are the caller's. */
export interface WriteRequest {
  /** The system prompt. Default: none. */
  instructions?: string | undefined;
  /** In order. */
  messages: readonly ModelMessage[];
  /** Of any shape that `tools` takes. */
  tools?: unknown;
}

/** What `write` takes where a list of messages is asked for. */
export type MessageOrMessages = ModelMessage | readonly ModelMessage[];

/**
 * Whether `write` was given a request rather than messages. Throws `UnsupportedFormatError` for
 * anything but a message in the list of a request.
 */
export function isRequest(value: MessageOrMessages | WriteRequest): value is WriteRequest {
  if (!isFields(value) || !Array.isArray(value['messages']) || 'role' in value) return false;
  value['messages'].forEach(checkMessage);
  return true;
}

/** The `system` messages of a request that have a place outside its messages, and the others. */
export function splitHead({ instructions = '', messages }: WriteRequest): {
  /** Those that open the messages, then the caller's instructions. */
  head: SystemMessage[];
  rest: readonly ModelMessage[];
  /** How many messages come before `rest`. */
  before: number;
} {
  const first = messages.findIndex(({ role }) => role !== 'system');
  const before = first < 0 ? messages.length : first;
  const head = messages.slice(0, before) as SystemMessage[];
  const own: SystemMessage[] =
    instructions === '' ? [] : [{ role: 'system', content: instructions }];
  return { head: [...head, ...own], rest: messages.slice(before), before };
}

/** One message or several, as a list; throws `UnsupportedFormatError` for anything else. */
export function messageList(value: MessageOrMessages): readonly ModelMessage[] {
  const list: readonly ModelMessage[] = Array.isArray(value) ? value : [value];
  list.forEach(checkMessage);
  return list;
}

const ROLES: ReadonlySet<unknown> = new Set(['system', 'user', 'assistant', 'tool']);

function checkMessage(message: unknown): void {
  if (isFields(message) && ROLES.has(message['role'])) {
    const { role, content } = message;
    if (typeof content === 'string' && role !== 'tool') return;
    if (Array.isArray(content) && role !== 'system' && content.every(isPart)) return;
  }
  throw new UnsupportedFormatError(
    `write takes messages such as { role: 'user', content: 'Hello' }, a list of them, or a ` +
      `request with \`messages\`, not ${showValue(message)}. Messages of an SDK become such ones ` +
      'with the read() of their format.',
  );
}

function isPart(part: unknown): boolean {
  return isFields(part) && typeof part['type'] === 'string';
}
