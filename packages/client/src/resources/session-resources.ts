import type { JsonValue } from '@everlong/core';

/** A conversation. */
export interface Session {
  object: 'session';
  id: string;
  agent: string;
  title: string | null;
  metadata: Record<string, unknown>;
  model?: string | undefined;
  /** In tokens; replaces the model's. */
  context_window?: number | undefined;
  /** When to compact and what to keep; absent: the server's default. */
  policy?: string | undefined;
  /** The model that writes its summaries; absent: the tenant's or the server's. */
  summary_model?: string | undefined;
  /** Also the `seq` of the next message. */
  message_count: number;
  /** Grows with every compaction and rewind; requests of one epoch share a prefix. */
  epoch: number;
  forked_from?: { session_id: string; through_seq: number } | undefined;
  /** ISO 8601, here and below. */
  created_at: string;
  updated_at: string;
  /** Names this state: for `ifMatch`. */
  etag: string;
}

/** What may be set when a session is made and changed later. */
export interface SessionSettings {
  /** A name of the model registry, for counting, limits and prices, and of the chats' upstream. */
  model?: string;
  /** In tokens, from 100. Default: the model's. */
  context_window?: number;
  /** A preset such as `everlong`. Default: the server's. */
  policy?: string;
  /** The model that writes summaries; `none`: code alone. Default: the tenant's or the server's. */
  summary_model?: string;
}

/** A session to create. */
export interface NewSession extends SessionSettings {
  /** At most 128 characters. Default: a UUID. An id that is taken is a 409. */
  id?: string;
  /** Groups sessions, and names the memory that they share. Default `default`. */
  agent?: string;
  title?: string;
  metadata?: Record<string, JsonValue>;
}

/** A change of a session; what it leaves out stays. */
export interface SessionPatch extends SessionSettings {
  /** At most 1,000 characters; `null` takes it back. */
  title?: string | null;
  /** Replaces all metadata. */
  metadata?: Record<string, JsonValue>;
}

/** What a rewind withdrew. */
export interface Rewound {
  object: 'rewind';
  session_id: string;
  /** `false`: nothing that is not withdrawn came after the message. */
  rewound: boolean;
  /** The first message withdrawn. */
  from_seq: number;
  /** How many messages. */
  withdrawn: number;
  epoch: number;
}

/** A new message or record of a session. */
export interface SessionEvent {
  /** Resume after it with `lastEventId`. */
  id: string;
  event: 'message' | 'compaction' | 'record';
  /** The message, compaction or record. */
  data: Record<string, unknown>;
}
