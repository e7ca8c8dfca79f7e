/** The limits of requests and resources. */
export interface ServerLimits {
  /** Bytes of a request's body. */
  maxBodyBytes: number;
  /** Bytes of one message, as JSON. */
  maxMessageBytes: number;
  /** Messages of one append. */
  maxMessagesPerAppend: number;
  /** Messages of one session. */
  maxSessionMessages: number;
  /** Parts of one message, its other members, and tools of one request. */
  maxMessageParts: number;
  /**
   * Bytes of a message without its files, of instructions, and of tools; the messages of an append
   * have eight times as many together.
   */
  maxTextBytes: number;
  /**
   * Items and members of all lists and objects of a body; a chat, whose page sends all of its
   * messages, has four times as many.
   */
  maxJsonValues: number;
  /** How deep lists and objects may nest in a body. */
  maxJsonDepth: number;
  /** Requests of one key in a minute; 0: no limit. */
  requestsPerMinute: number;
  /** Keys of one tenant that were not revoked. */
  maxKeys: number;
  /** Sessions that stay open in memory. */
  maxOpenSessions: number;
  /** Event streams that one tenant may have open, and chat answers that may run for it. */
  maxEventStreams: number;
}

/** The limits of a server that is given none. */
export const defaultLimits: ServerLimits = {
  maxBodyBytes: 16 * 1024 * 1024,
  maxMessageBytes: 8 * 1024 * 1024,
  maxMessagesPerAppend: 1000,
  maxSessionMessages: 1_000_000,
  maxMessageParts: 1000,
  maxTextBytes: 512 * 1024,
  maxJsonValues: 25_000,
  maxJsonDepth: 64,
  requestsPerMinute: 6000,
  maxKeys: 1000,
  maxOpenSessions: 256,
  maxEventStreams: 64,
};
