import { ConfigError } from '@everlong/core';
import { definedFields, showValue } from '@everlong/core/internal';

import { seqOfCall } from './place-of-call.js';
import type { SessionWork } from '../session-work/session-work.js';

/** The most characters of a reason that are kept. */
const MAX_REASON_LENGTH = 200;

/** `session.requestCompaction`: a record, so that a reopened session knows of it. */
export async function requestCompaction(
  { logs, record }: SessionWork,
  reason: string,
  { toolCallId }: { toolCallId?: string } = {},
): Promise<void> {
  if (typeof reason !== 'string') {
    throw new ConfigError(
      `The reason of session.requestCompaction must be a string, not ${showValue(reason)}.`,
    );
  }
  const said = reason.trim().replaceAll(/\s+/g, ' ').slice(0, MAX_REASON_LENGTH).toWellFormed();
  await logs.retryOnConflict(() => {
    const { epoch, compactionRequest } = logs.current;
    const seq = seqOfCall(logs.current, toolCallId);
    const why = said === '' ? 'no reason given' : said;
    // A note that was handed over before still stands.
    const kept = definedFields({ note: compactionRequest?.note });
    return record({ type: 'compaction-request', epoch, seq, reason: why, ...kept });
  });
}
