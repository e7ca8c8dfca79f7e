import type { ModelMessage } from '@everlong/core';

import { prepareRequest } from './prepare-request.js';
import type { PreparedRequest, Session } from './session.js';
import type { SessionWork } from './session-work.js';

/** `session.prepare`: the next request, made again when another process was quicker. */
export function prepareNext(
  work: SessionWork,
  { abortSignal, ...inputs }: NonNullable<Parameters<Session['prepare']>[0]> = {},
): Promise<PreparedRequest> {
  const { logs, config, background, record, ledger } = work;
  return work.queue.runAbortable(abortSignal, async (signal) => {
    const measured = work.measure(inputs);
    let since = 0;
    const request = await logs.decide(() => {
      since = logs.recordCount;
      return prepareRequest({ logs, config, measured, record, background, signal });
    });
    abortSignal?.throwIfAborted();
    work.remember(measured);
    ledger.sent(request.state.used.total, since);
    for (const message of request.messages) freeze(message);
    return request;
  });
}

/**
 * A request's messages are the session's own: a change by the caller would change later requests.
 */
function freeze(message: ModelMessage): void {
  if (Object.isFrozen(message)) return;
  Object.freeze(message);
  if (typeof message.content === 'string') return;
  Object.freeze(message.content);
  for (const part of message.content) Object.freeze(part);
}
