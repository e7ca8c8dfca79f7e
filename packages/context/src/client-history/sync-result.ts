import type { Entry } from '@everlong/core';

import type { IgnoredMessage } from './match-client-messages.js';

/** What `syncMessages` did. */
export interface SyncResult {
  /** What it took to bring the log in step with the client. */
  action: 'none' | 'append' | 'rewind' | 'rewind-and-append';
  /** The new entries, in order. */
  appended: Entry[];
  /** The first entry that was withdrawn, if any was. */
  rewoundFrom?: number;
  /** Messages of which nothing was taken although the log does not hold them so. */
  ignored: IgnoredMessage[];
}

/** The name of what was done. */
export function actionOf(rewound: boolean, appended: boolean): SyncResult['action'] {
  if (rewound) return appended ? 'rewind-and-append' : 'rewind';
  return appended ? 'append' : 'none';
}
