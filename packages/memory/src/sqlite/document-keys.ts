import type { DocumentPlace } from '@everlong/core';

import type { SessionTable } from './session-table.js';

/** Documents of one session have consecutive keys, at most this many. */
const DOCUMENTS_OF_A_SESSION = 2 ** 20;

/** Turns places of documents into keys and back; `scope` is a scope's key. */
export interface DocumentKeys {
  /** `undefined` when the scope does not have the session. */
  keyOf(scope: number, place: DocumentPlace): number | undefined;
  /** The keys of a session: from the first number to before the second. */
  rangeOf(scope: number, sessionId: string): [from: number, before: number] | undefined;
  /** For the keys of one answer, which share sessions; `undefined` when the session was removed. */
  placing(): (key: number) => DocumentPlace | undefined;
}

export function createDocumentKeys(sessions: SessionTable): DocumentKeys {
  return {
    keyOf(scope, { sessionId, position }) {
      const session = sessions.keyOf(scope, sessionId);
      const isPlace = position >= 0 && position < DOCUMENTS_OF_A_SESSION;
      if (session === undefined || !isPlace) return undefined;
      return session * DOCUMENTS_OF_A_SESSION + position;
    },
    rangeOf(scope, sessionId) {
      const session = sessions.keyOf(scope, sessionId);
      if (session === undefined) return undefined;
      return [session * DOCUMENTS_OF_A_SESSION, (session + 1) * DOCUMENTS_OF_A_SESSION];
    },
    placing() {
      const ids = new Map<number, string | undefined>();
      return (key) => {
        const session = Math.floor(key / DOCUMENTS_OF_A_SESSION);
        if (!ids.has(session)) ids.set(session, sessions.idOf(session));
        const sessionId = ids.get(session);
        if (sessionId === undefined) return undefined;
        return { sessionId, position: key % DOCUMENTS_OF_A_SESSION };
      };
    },
  };
}
