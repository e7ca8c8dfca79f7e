/** The run of documents that a session's notes are: session ids hold no colon. */
export function noteSession(sessionId: string): string {
  return `note:${sessionId}`;
}

/** The session whose notes these are; `undefined` for a session of messages. */
export function notedSession(sessionId: string): string | undefined {
  return sessionId.startsWith('note:') ? sessionId.slice('note:'.length) : undefined;
}

/** Where the lines of an agent's `MEMORY.md` are kept. */
export const MEMORY_FILE_SESSION = 'file:MEMORY.md';

/** Under which a note's section stands in its file. */
export function noteKey(sessionId: string, range: string): string {
  return `note ${sessionId} ${range}`.replaceAll('--', '-\u2010');
}
