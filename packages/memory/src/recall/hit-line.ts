import type { MemoryHit } from '@everlong/core';

/**
 * A hit as one line with its date and who said it: `2026-05-01, user: "…"`. Line breaks become
 * spaces, so that nothing in it can end the frame that it is quoted in.
 */
export function hitLine({
  date,
  speaker,
  text,
  kind,
}: Pick<MemoryHit, 'date' | 'speaker' | 'text' | 'kind'>): string {
  const line = text.replace(/[\s\u2028\u2029]+/g, ' ').trim();
  const day = date.slice(0, 10);
  return kind === 'fact' ? `${day}: ${line}` : `${day}, ${speaker ?? 'unknown'}: "${line}"`;
}
