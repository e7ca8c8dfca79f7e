import type { SessionInfo } from '@everlong/core';
import { z } from '@hono/zod-openapi';

import { problem } from './problem.js';

/** Changes with every change of the session. */
export function etagOf({ entryCount, epoch, updatedAt }: SessionInfo): string {
  return `"${entryCount}.${epoch}.${Date.parse(updatedAt).toString(36)}"`;
}

/** The header of routes that change a session only as it was read. */
export const ifMatchHeader = z.object({
  'if-match': z.string().max(1024).optional().openapi({
    description: 'The `etag` of the session as it was read: 412, with nothing done, if it changed.',
  }),
});

/** Throws the answer 412 unless the header `If-Match`, where there is one, names this state. */
export function requireMatch(ifMatch: string | undefined, info: SessionInfo): void {
  if (ifMatch === undefined || isNamed(ifMatch, etagOf(info))) return;
  throw sessionChanged();
}

/** The error to throw for a change that was decided on an older state of its session. */
export function sessionChanged(): Error {
  return problem(412, {
    code: 'session_changed',
    detail: 'The session has changed since it was read. Read it again and retry with its new ETag.',
    param: 'If-Match',
  });
}

/** Tells whether a header `If-Match` or `If-None-Match` names the tag. */
export function isNamed(header: string, tag: string): boolean {
  return isAnyState(header) || namesOf(header).has(tag);
}

/** Tells whether the header is content with any state of a session that is there. */
export function isAnyState(header: string): boolean {
  return namesOf(header).has('*');
}

function namesOf(header: string): Set<string> {
  return new Set(header.split(',').map((name) => name.trim().replace(/^W\//, '')));
}
