import type { SessionRecord } from '@everlong/core';

import type { RequestInput } from '../request/request-input.js';
import type { BackgroundSnapshot } from './background-snapshot.js';

/** And the way to keep a decision before it counts. */
export interface PrepareInput extends RequestInput {
  record(record: SessionRecord, options?: { expectedEpoch?: number }): Promise<void>;
  background: BackgroundSnapshot;
  /** Ends whatever takes time: then nothing more is decided, and the caller gets its reason. */
  signal?: AbortSignal;
}
