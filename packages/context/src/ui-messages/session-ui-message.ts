import type { ContextState } from '@everlong/core';

import type { ShownUsage } from './shown-usage.js';

/** A message as `useChat` takes it: `UIMessage` of `ai` 6 and 7. */
export interface SessionUiMessage {
  id: string;
  role: 'system' | 'user' | 'assistant';
  parts: { type: string; [field: string]: unknown }[];
  metadata?: {
    incomplete?: 'stopped' | 'failed';
    /** What the last call of an answer was billed. */
    usage?: ShownUsage;
    /** Of the last message: how full the context is now. */
    context?: ContextState;
  };
}
