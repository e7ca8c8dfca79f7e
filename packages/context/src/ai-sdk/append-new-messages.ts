import type { Entry, ModelMessage } from '@everlong/core';

import type { Session } from '../session/session.js';
import { findNewMessages } from './find-new-messages.js';

/** How many of the log's last entries are compared with the history. */
const COMPARED_ENTRIES = 64;

/**
 * Appends those messages of a history that the session does not hold yet: what follows the place
 * where the history meets the log's end. Handing in the same history again appends nothing. Of a
 * history that does not meet the log only the newest turn is appended, unless the log is empty. A
 * final answer ends the turn (`session.endTurn`).
 */
export async function appendNewMessages(
  session: Session,
  history: readonly ModelMessage[],
): Promise<Entry[]> {
  const end: ModelMessage[] = [];
  for await (const { message } of session.entries({ reverse: true, limit: COMPARED_ENTRIES })) {
    end.unshift(message);
  }
  const missing = findNewMessages(end, history);
  if (missing.length === 0) return [];
  const entries = await session.append(missing);
  if (missing.at(-1)?.role === 'assistant') await session.endTurn();
  return entries;
}
