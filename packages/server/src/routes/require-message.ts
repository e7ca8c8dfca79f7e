import type { SessionInfo } from '@everlong/core';
import { showValue } from '@everlong/core/internal';

import { invalidField, problem } from '../http/problem.js';

/** The error to throw where a request asks for a message that the session does not have. */
export function messageNotFound(sessionId: string, message: string | number): Error {
  return problem(404, {
    code: 'message_not_found',
    detail: `Session ${showValue(sessionId)} has no message ${showValue(message)}.`,
  });
}

/** Throws the answer 400 unless the session has a message of this number, where one is given. */
export function requireMessage(
  { entryCount }: SessionInfo,
  param: string,
  seq: number | undefined,
): void {
  if (seq === undefined || seq < entryCount) return;
  const newest = entryCount === 0 ? 'no messages' : `messages 0 to ${entryCount - 1}`;
  throw invalidField(param, `${param} is ${seq}, and the session has ${newest}.`);
}
