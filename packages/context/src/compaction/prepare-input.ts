import type { RequestSession } from '../request/request-input.js';
import type { BackgroundSnapshot } from './background-snapshot.js';

/** And what only a compaction needs. */
export interface PrepareInput extends RequestSession {
  readonly background: BackgroundSnapshot;
  /** Ends whatever takes time: then nothing more is decided, and the caller gets its reason. */
  readonly signal?: AbortSignal;
}
