/** Whether memory keeps notes under such an id, so that no session may have it. */
export function isOwnSession(sessionId: string): boolean {
  return notedSession(sessionId) !== undefined || sessionId === MEMORY_FILE_SESSION;
}

/** The id under which a session's notes are indexed. */
export function noteSession(sessionId: string): string {
  return `note:${sessionId}`;
}

/** The session of such an id; `undefined` for a session of messages. */
export function notedSession(sessionId: string): string | undefined {
  return sessionId.startsWith('note:') ? sessionId.slice('note:'.length) : undefined;
}

/** The id under which `MEMORY.md` is indexed. */
export const MEMORY_FILE_SESSION = 'file:MEMORY.md';

/** The key of a note's section in its file. */
export function noteKey(sessionId: string, range: string): string {
  return `note ${sessionId} ${range}`.replaceAll('--', '-\u2010');
}
