import type { MemoryHit } from '@everlong/core';

/**
 * A hit as one line with its date and who said it: `2026-05-01, user: "…"`. Line breaks become
 * spaces, so that neither text nor speaker can end the frame that quotes the line.
 */
export function hitLine({
  date,
  speaker,
  text,
  kind,
}: Pick<MemoryHit, 'date' | 'speaker' | 'text' | 'kind'>): string {
  const day = date.slice(0, 10);
  const said = text.trim();
  const line = kind === 'fact' ? `${day}: ${said}` : `${day}, ${speaker ?? 'unknown'}: "${said}"`;
  return line.replace(/\s+/g, ' ');
}
