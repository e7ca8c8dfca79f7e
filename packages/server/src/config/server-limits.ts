/** What one client may ask of the server; every number can be changed. */
export interface ServerLimits {
  /** Bytes of a request's body. */
  maxBodyBytes: number;
  /** Bytes of one message, as JSON. */
  maxMessageBytes: number;
  /** Messages of one append. */
  maxMessagesPerAppend: number;
  /** Messages of one session. */
  maxSessionMessages: number;
  /** Brackets within brackets in a body. */
  maxJsonDepth: number;
  /** Requests of one key in a minute; 0: as many as it likes. */
  requestsPerMinute: number;
  /** Sessions that are kept ready in memory. */
  maxOpenSessions: number;
  /** Streams of events that one tenant may have open. */
  maxEventStreams: number;
}

export const defaultLimits: ServerLimits = {
  maxBodyBytes: 16 * 1024 * 1024,
  maxMessageBytes: 8 * 1024 * 1024,
  maxMessagesPerAppend: 1000,
  maxSessionMessages: 1_000_000,
  maxJsonDepth: 64,
  requestsPerMinute: 6000,
  maxOpenSessions: 256,
  maxEventStreams: 64,
};
