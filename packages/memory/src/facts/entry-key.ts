/** Of entries of all sessions, a text for each. */
export function entryKey({ sessionId, entryId }: { sessionId: string; entryId: string }): string {
  return `${entryId} ${sessionId}`;
}
