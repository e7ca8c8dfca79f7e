import { ConfigError } from '@everlong/core';
import { showValue } from '@everlong/core/internal';

import type { SessionWork } from '../session-work/session-work.js';

/** `session.pin`: keeps an entry through every compaction, or does so no more. */
export async function pinEntry(
  { logs, record }: SessionWork,
  seq: number,
  pinned: boolean,
): Promise<void> {
  const { sessionId, entryCount } = logs.current;
  if (!Number.isInteger(seq) || seq < 0 || seq >= entryCount) {
    throw new ConfigError(
      `Cannot pin entry ${showValue(seq)} of session "${sessionId}": it has ` +
        `${entryCount === 0 ? 'no entries' : `entries 0 to ${entryCount - 1}`}.`,
    );
  }
  if (typeof pinned !== 'boolean') {
    throw new ConfigError(`pinned of session.pin is ${showValue(pinned)}. Give true or false.`);
  }
  await record({ type: 'pin', seq, pinned });
}
