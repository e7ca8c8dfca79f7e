import type { ModelMessage } from '@everlong/core';

import type { MessageInput, SdkFormat } from '../api.js';

/** Messages to append: all are stored or none. */
export interface Append {
  /** A message with an `id` is stored once under it. */
  messages: ((ModelMessage & { id?: string }) | MessageInput)[];
  /** Append only if the session has exactly this many messages. */
  expected_seq?: number;
}

/** A message of another SDK, a list of them, or the body of a request or response. */
export interface AppendAs {
  /** The SDK they come from. */
  as: SdkFormat;
  /** A message of that SDK, a list of them, or the body of a request or response. */
  messages: object;
  /** Append only if the session has exactly this many messages. */
  expected_seq?: number;
}
