import type { SessionInfo } from '@everlong/core';

import { keptMetadata } from '../config/kept-settings.js';
import type { SessionOptions } from '../config/session-options.js';

/**
 * Stores the options that a session was opened with, if they differ from those stored. To
 * be called before an append: whoever only looks at a session changes nothing.
 */
export function createSettingsKeeper(
  options: SessionOptions,
  id: string,
  metadata: SessionInfo['metadata'],
): () => Promise<void> {
  let isDue = keptMetadata(options, metadata) !== undefined;
  return async () => {
    if (!isDue) return;
    const { store } = options;
    const next = keptMetadata(options, (await store.getSession(id)).metadata);
    if (next !== undefined) await store.updateSession(id, { metadata: next });
    isDue = false;
  };
}
