import type { SessionInfo } from '@everlong/core';

import { problem } from './problem.js';

/** Changes with every change of the session. */
export function etagOf({ entryCount, epoch, updatedAt }: SessionInfo): string {
  return `"${entryCount}.${epoch}.${Date.parse(updatedAt).toString(36)}"`;
}

/** Throws the answer 412 unless the header `If-Match`, where there is one, names this state. */
export function requireMatch(ifMatch: string | undefined, info: SessionInfo): void {
  if (ifMatch === undefined || isNamed(ifMatch, etagOf(info))) return;
  throw problem(412, {
    code: 'session_changed',
    detail: 'The session has changed since it was read. Read it again and retry with its new ETag.',
    param: 'If-Match',
  });
}

/** Whether a header `If-Match` or `If-None-Match` names the tag. */
export function isNamed(header: string, tag: string): boolean {
  const names = new Set(header.split(',').map((name) => name.trim().replace(/^W\//, '')));
  return names.has('*') || names.has(tag);
}
