import type { CompactionRecord } from '@everlong/core';

import type { SessionWork } from '../session-work/session-work.js';
import { readCompactions } from '../state/find-epoch.js';

/** `session.compactions`: the records of those that were not rewound. */
export function sessionCompactions({
  queue,
  logs,
  config,
}: SessionWork): Promise<CompactionRecord[]> {
  return queue.runFresh(() => readCompactions(config.store, logs.current.sessionId));
}
