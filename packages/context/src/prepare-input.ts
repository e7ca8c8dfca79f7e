import type { SessionRecord } from '@everlong/core';

import type { BackgroundSnapshot } from './background-snapshot.js';
import type { MeasuredInputs } from './request-inputs.js';
import type { SessionConfig } from './session-config.js';
import type { SessionState } from './session-state.js';

/** One session's state and choices, and what the caller sends with it: enough for a request. */
export interface RequestInput {
  state: SessionState;
  config: SessionConfig;
  measured: MeasuredInputs;
}

/** And the way to keep a decision before it counts. */
export interface PrepareInput extends RequestInput {
  record(record: SessionRecord, options?: { expectedEpoch?: number }): Promise<void>;
  background: BackgroundSnapshot;
  /** Ends whatever takes time: then nothing more is decided, and the caller gets its reason. */
  signal?: AbortSignal;
}
