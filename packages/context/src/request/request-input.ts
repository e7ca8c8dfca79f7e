import type { SessionRecord } from '@everlong/core';

import type { SessionMemory } from '../memory/session-memory.js';
import type { SessionConfig } from '../config/session-config.js';
import type { SessionState } from '../state/session-state.js';
import type { MeasuredInputs } from './measured-inputs.js';

/** One session's state and choices, and what the caller sends with it: enough for a request. */
export interface RequestInput {
  readonly state: SessionState;
  readonly config: SessionConfig;
  readonly measured: MeasuredInputs;
  /** What the caller gave, where an epoch's prefix holds others: for the next epoch. */
  readonly given?: MeasuredInputs | undefined;
  readonly traits?: SentTraits | undefined;
  readonly pendingMemory?: PendingMemory | undefined;
}

/** What of a call changes the bytes that go out, beside its request. */
export interface SentTraits {
  /** The log's own `system` messages, and those of changes, go out as such. */
  readonly systemMessages: boolean;
  readonly streamed: boolean;
}

/** What memory said during this call that is not on record yet. It changes as memory is asked. */
export interface PendingMemory {
  /** Whether no request was made before. */
  readonly isFirstRequest: boolean;
  /**
   * The size of what it recalled for the latest user message and the next epoch will send, since
   * this one has no room for it.
   */
  recalled: { tokens: number; learningTokens: number } | undefined;
  /** Whether memory was asked if what the epoch sends of it is still there. */
  isChecked: boolean;
  /** The epoch that sends something that memory has forgotten. */
  forgottenEpoch: number | undefined;
}

/** Nothing was asked yet. */
export function createPendingMemory(isFirstRequest: boolean): PendingMemory {
  return {
    isFirstRequest,
    recalled: undefined,
    isChecked: isFirstRequest,
    forgottenEpoch: undefined,
  };
}

/** The same for a session that moves on: what is recorded is in force when `record` resolves. */
export interface RequestSession {
  readonly logs: { readonly current: SessionState };
  readonly config: SessionConfig;
  readonly measured: MeasuredInputs;
  readonly given?: MeasuredInputs | undefined;
  readonly traits?: SentTraits | undefined;
  readonly memory?: SessionMemory | undefined;
  readonly pendingMemory?: PendingMemory | undefined;
  record(record: SessionRecord, options?: { expectedEpoch?: number }): Promise<void>;
}
