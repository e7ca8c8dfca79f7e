import type { ContextState } from '@everlong/core';

/** A message as `useChat` takes it: `UIMessage` of `ai` 6 and 7. */
export interface SessionUiMessage {
  id: string;
  role: 'system' | 'user' | 'assistant';
  parts: { type: string; [field: string]: unknown }[];
  metadata?: {
    incomplete?: 'stopped' | 'failed';
    /** Of the last message: how full the context is now. */
    context?: ContextState;
  };
}
