import type { RequestSession } from '../request/request-input.js';
import type { BackgroundSnapshot } from './background-snapshot.js';

/** What a request of a session needs that may have to be compacted first. */
export interface PrepareInput extends RequestSession {
  readonly background: BackgroundSnapshot;
  /** Ends whatever takes time: then nothing more is decided, and the caller gets its reason. */
  readonly signal?: AbortSignal;
}
