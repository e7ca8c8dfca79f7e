import type { ModelMessage } from '@everlong/core';

import { isFields } from '../json/json-fields.js';

/** What a whole body is written from: `session.prepare()` gives it, the tools are the caller's. */
export interface WriteRequest {
  instructions?: string | undefined;
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

/** One message or several, as a list. */
export function messageList(value: MessageOrMessages): readonly ModelMessage[] {
  return Array.isArray(value) ? (value as readonly ModelMessage[]) : [value as ModelMessage];
}
