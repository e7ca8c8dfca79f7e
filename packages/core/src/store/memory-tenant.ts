import { ConfigError, SessionNotFoundError } from '../base/errors.js';
import type { SeqRange } from '../log/withdrawn-entries.js';
import type { SessionInfo } from './session-info.js';
import { checkSessionId } from './store-arguments.js';

/** A session in memory. */
export interface MemorySession {
  info: SessionInfo;
  /** Encoded, so that callers can change what they appended or read without harm. */
  entries: string[];
  records: { type: string; text: string }[];
  withdrawn: SeqRange[];
  seqById: Map<string, number>;
  media: Map<string, Uint8Array>;
}

/** State that the tenants of one store share. */
export interface MemoryTenants {
  sessions: Map<string, Map<string, MemorySession>>;
  closed: boolean;
  clock: number;
}

/** The sessions of one tenant. */
export interface MemoryTenant {
  sessions: Map<string, MemorySession>;
  /** Throws when the store is closed or has no such session. */
  open(sessionId: string): MemorySession;
  assertOpen(): void;
  /** Strictly increasing, so that "most recently updated" has one answer. */
  now(): string;
  touch(session: MemorySession, patch: Partial<SessionInfo>): void;
}

export function openTenant(shared: MemoryTenants, name: string): MemoryTenant {
  const sessions = shared.sessions.get(name) ?? new Map<string, MemorySession>();
  shared.sessions.set(name, sessions);

  function assertOpen(): void {
    if (shared.closed) throw new ConfigError('This store is closed. Create a new one.');
  }

  function now(): string {
    shared.clock = Math.max(shared.clock + 1, Date.now());
    return new Date(shared.clock).toISOString();
  }

  return {
    sessions,
    assertOpen,
    now,
    open(sessionId) {
      assertOpen();
      checkSessionId(sessionId);
      const session = sessions.get(sessionId);
      if (session === undefined) throw new SessionNotFoundError(sessionId);
      return session;
    },
    touch(session, patch) {
      session.info = { ...session.info, ...patch, updatedAt: now() };
    },
  };
}

export function emptySession(info: SessionInfo): MemorySession {
  return {
    info,
    entries: [],
    records: [],
    withdrawn: [],
    seqById: new Map(),
    media: new Map(),
  };
}
