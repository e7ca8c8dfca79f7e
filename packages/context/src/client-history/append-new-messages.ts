import type { Entry, ModelMessage } from '@everlong/core';

import { appendByContent } from './append-by-content.js';
import { checkSession } from '../config/check-parts.js';
import { inTurn } from '../session-work/in-turn.js';
import type { Session } from '../session-work/session.js';
import { sessionKey } from '../session-work/session-home.js';

/**
 * Appends those messages of a history that the session does not hold yet, and withdraws what the
 * history leaves off (see `syncMessages`). Handing in the same history again appends nothing. Of a
 * history that does not meet the log only the newest turn is appended, unless the log is empty. A
 * final answer ends the turn (`session.endTurn`). Resolves with what was appended.
 */
export async function appendNewMessages(
  session: Session,
  history: readonly ModelMessage[],
): Promise<Entry[]> {
  checkSession('appendNewMessages', { session }, ['entries', 'append', 'rewind']);
  const { appended } = await inTurn(sessionKey(session), () => appendByContent(session, history));
  return appended;
}
