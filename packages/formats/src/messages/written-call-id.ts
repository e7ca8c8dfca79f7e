import { shortHash } from '@everlong/core/internal';

import type { LossSink } from './loss.js';

/** The id of a call in a body: another one, the same for call and result, where the API refuses it. */
export function writtenCallId(id: string, accepted: RegExp, losses: LossSink): string {
  if (accepted.test(id)) return id;
  losses.lose('call-id', id);
  return `call_${shortHash(id)}`;
}
