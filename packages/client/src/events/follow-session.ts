import { pause } from '../transport/pause.js';
import { eventsOf, type SessionEvent } from './streams.js';
import { isMomentary, type Transport } from '../transport/transport.js';

/** Options of `sessions.follow`. */
export interface FollowOptions {
  /** The id of the last event seen: resumes after it. */
  lastEventId?: string;
  /** The place to start without `lastEventId`. Default `now`. */
  from?: 'now' | 'start';
  /** Ends the stream, without an error. */
  signal?: AbortSignal;
  /** Called for each connection once it is open: later events arrive. */
  onOpen?: () => void;
}

/** Before a stream is opened again; doubled while the server does not answer. */
export const FIRST_PAUSE_MS = 250;
export const MAX_PAUSE_MS = 30_000;

/**
 * A session's events until the signal aborts. Reconnects as often as a connection is lost; rejects
 * when the first one fails, or for good.
 */
export async function* followSession(
  { response }: Pick<Transport, 'response'>,
  id: string,
  { lastEventId, from = 'now', signal, onOpen }: FollowOptions,
): AsyncGenerator<SessionEvent> {
  let last = lastEventId;
  let pauseMs = FIRST_PAUSE_MS;
  let wasConnected = false;
  while (!isAborted(signal)) {
    try {
      const answer = await response('followSession', {
        path: { id },
        query: { from },
        ...(last === undefined ? {} : { headers: { 'last-event-id': last } }),
        ...(signal === undefined ? {} : { signal }),
      });
      wasConnected = true;
      pauseMs = FIRST_PAUSE_MS;
      onOpen?.();
      for await (const event of eventsOf(answer, signal)) {
        last = event.id;
        if ('event' in event) yield event;
      }
    } catch (error) {
      // A stream that breaks off rejects with a `TypeError`; the next one resumes after `last`.
      const mayRecover = wasConnected && (error instanceof TypeError || isMomentary(error));
      if (!mayRecover && !isAborted(signal)) throw error;
    }
    await pause(pauseMs, signal).catch(() => {});
    pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
  }
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}
