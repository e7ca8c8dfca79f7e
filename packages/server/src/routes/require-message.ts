import type { SessionInfo } from '@everlong/core';

import { invalidField } from '../http/problem.js';

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
