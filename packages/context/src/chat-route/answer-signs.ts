import type { Session } from '../session-work/session.js';
import { type SessionPlace, sessionStore } from '../session-work/session-home.js';
import { lastNote } from '../state/last-note.js';

/** The record by which a process says that it makes an answer, or has made it. */
const NOTE = 'chat-answer';

/** How often it says so, and how long that counts: a process that was killed says nothing more. */
const SIGN_EVERY_MS = 20_000;
const SIGN_COUNTS_MS = 60_000;

/** Tells other processes that an answer is being made, until the function is called. */
export async function signAnswer(session: Session): Promise<() => Promise<void>> {
  const sign = async (isOver: boolean): Promise<void> => {
    const value = { isOver };
    await sessionStore(session)?.appendRecord(session.id, { type: 'note', name: NOTE, value });
  };
  await sign(false);
  const timer = setInterval(() => void sign(false).catch(() => {}), SIGN_EVERY_MS);
  return async () => {
    clearInterval(timer);
    // The answer is stored; without the sign it counts as being made for a while.
    await sign(true).catch(() => {});
  };
}

/** Whether some process is making an answer, as far as the session's records say. */
export async function isAnswerSigned(session: SessionPlace): Promise<boolean> {
  const store = sessionStore(session);
  const sign = store && (await lastNote(store, session.id, NOTE));
  if (sign === undefined || sign.value['isOver'] === true) return false;
  return Date.now() - Date.parse(sign.recordedAt) < SIGN_COUNTS_MS;
}
