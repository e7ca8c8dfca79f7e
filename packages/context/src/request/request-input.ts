import type { SessionRecord } from '@everlong/core';

import type { SessionConfig } from '../state/session-config.js';
import type { SessionState } from '../state/session-state.js';
import type { MeasuredInputs } from './measured-inputs.js';

/** One session's state and choices, and what the caller sends with it: enough for a request. */
export interface RequestInput {
  readonly state: SessionState;
  readonly config: SessionConfig;
  readonly measured: MeasuredInputs;
}

/** The same for a session that moves on: what is recorded is in force when `record` resolves. */
export interface RequestSession {
  readonly logs: { readonly current: SessionState };
  readonly config: SessionConfig;
  readonly measured: MeasuredInputs;
  record(record: SessionRecord, options?: { expectedEpoch?: number }): Promise<void>;
}
