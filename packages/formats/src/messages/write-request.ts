import type { ModelMessage, SystemMessage } from '@everlong/core';

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

/** Whether `write` was given a request rather than messages. */
export function isRequest(value: MessageOrMessages | WriteRequest): value is WriteRequest {
  return isFields(value) && Array.isArray(value['messages']) && !('role' in value);
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

/** One message or several, as a list. */
export function messageList(value: MessageOrMessages): readonly ModelMessage[] {
  return Array.isArray(value) ? (value as readonly ModelMessage[]) : [value as ModelMessage];
}
