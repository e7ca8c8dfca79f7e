import type { SessionConfig } from '../state/session-config.js';
import type { SessionState } from '../state/session-state.js';
import type { MeasuredInputs } from './request-inputs.js';

/** One session's state and choices, and what the caller sends with it: enough for a request. */
export interface RequestInput {
  state: SessionState;
  config: SessionConfig;
  measured: MeasuredInputs;
}
