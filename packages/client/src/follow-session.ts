import type { SessionEvent } from './resources.js';
import { eventsOf } from './streams.js';
import type { Transport } from './transport.js';

export interface FollowOptions {
  /** Where to go on: the id of the last event that was seen. */
  lastEventId?: string;
  /** Where to begin without one. Default `now`. */
  from?: 'now' | 'start';
  signal?: AbortSignal;
  /** Called whenever a connection stands: what happens from then on is told. */
  onOpen?: () => void;
}

/** How long to wait before a lost connection is made anew. */
const PAUSE_MS = 250;

/** A session's events until the signal aborts; goes on after a lost connection. */
export async function* followSession(
  { response }: Pick<Transport, 'response'>,
  id: string,
  { lastEventId, from = 'now', signal, onOpen }: FollowOptions,
): AsyncGenerator<SessionEvent> {
  let last = lastEventId;
  while (!isAborted(signal)) {
    const answer = await response('followSession', {
      path: { id },
      query: { from },
      ...(last === undefined ? {} : { headers: { 'last-event-id': last } }),
      ...(signal === undefined ? {} : { signal }),
    });
    onOpen?.();
    try {
      for await (const event of eventsOf(answer, signal)) {
        last = event.id;
        yield event;
      }
    } catch (error) {
      // The connection broke: the next one resumes after the last event.
      if (!(error instanceof TypeError) && !isAborted(signal)) throw error;
    }
    if (!isAborted(signal)) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}
