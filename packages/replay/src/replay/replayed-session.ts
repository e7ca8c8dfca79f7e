import type { PreparedRequest, PrepareOptions, Session } from '@everlong/context';
import type { EntryInput } from '@everlong/core';

/** What is scored of a request. */
export interface ReplayedRequest extends Pick<PreparedRequest, 'instructions' | 'messages'> {
  state: Pick<PreparedRequest['state'], 'epoch'>;
  /** Absent where no engine of ours made the request: then no law about plans is checked. */
  plan?: Pick<PreparedRequest['plan'], 'ranges'>;
}

/** What a replay asks of a conversation: a session of the engine, or another context manager. */
export interface ReplayedSession extends Pick<Session, 'id' | 'search' | 'expand' | 'close'> {
  append(entries: EntryInput[]): Promise<unknown>;
  prepare(inputs: PrepareOptions): Promise<ReplayedRequest>;
}
