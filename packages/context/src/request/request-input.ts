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
  /** What memory said during this call that is not on record. */
  readonly outlook?: MemoryOutlook | undefined;
}

/** What memory said while a request is made, before it is decided what of it is sent. */
interface MemoryOutlook {
  /** Whether no request was made before. */
  readonly isFirst: boolean;
  /** Tokens of what it recalled for the latest user message, as much as may be sent. */
  expected: { tokens: number; learningTokens: number } | undefined;
  /** Whether memory was asked if what the epoch sends of it is still there. */
  isChecked: boolean;
  /** The epoch that sends what was forgotten. */
  forgottenEpoch: number | undefined;
}

/** The same for a session that moves on: what is recorded is in force when `record` resolves. */
export interface RequestSession {
  readonly logs: { readonly current: SessionState };
  readonly config: SessionConfig;
  readonly measured: MeasuredInputs;
  readonly memory?: SessionMemory | undefined;
  readonly outlook?: MemoryOutlook | undefined;
  record(record: SessionRecord, options?: { expectedEpoch?: number }): Promise<void>;
}
