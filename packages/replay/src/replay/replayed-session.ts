import type { PreparedRequest, PrepareOptions, Session } from '@everlong/context';
import type { EntryInput } from '@everlong/core';

/** The parts of a request that are scored. */
export interface ReplayedRequest extends Pick<PreparedRequest, 'instructions' | 'messages'> {
  state: Pick<PreparedRequest['state'], 'epoch'> & {
    /** Absent for requests of other context managers. */
    used?: Pick<PreparedRequest['state']['used'], 'summary'>;
  };
  /** Absent for requests of other context managers, whose plans are not checked. */
  plan?: Pick<PreparedRequest['plan'], 'ranges'>;
}

/** What a replay needs of a conversation: a session of the engine, or another context manager. */
export interface ReplayedSession extends Pick<Session, 'id' | 'search' | 'expand' | 'close'> {
  append(entries: EntryInput[]): Promise<unknown>;
  prepare(inputs: PrepareOptions): Promise<ReplayedRequest>;
}
