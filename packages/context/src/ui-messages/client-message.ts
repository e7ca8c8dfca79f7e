import type { ModelMessage } from '@everlong/core';

/** A message as a client posts it, and as what it says to a model. */
export interface ClientMessage {
  id: string;
  role: string;
  messages: ModelMessage[];
}
