import { redactSecrets } from '@everlong/redaction';

import { characterBoundary } from '../rendering/character-boundary.js';

/** What is looked at of a text, redacted. */
export interface TextEnds {
  text: string;
  /** Characters in its middle that were not read. */
  unread: number;
}

/** Up to so many characters a text is read in full; of a longer one so many times what is kept. */
const READ_IN_FULL = 1_000_000;
const READ_FOR_KEPT = 4;

/** No recognised secret is longer: what is left of one where a text was parted is dropped. */
const MAX_SECRET_LENGTH = 20_000;

/**
 * The text without its secrets, for a truncation that keeps about `kept` characters. Of a giant
 * text only the two ends are read, since no more can be kept; a secret that only its middle names
 * as one is not recognised in them.
 */
export function readEnds(source: string, kept: number): TextEnds {
  const end = Math.max(READ_IN_FULL, kept * READ_FOR_KEPT) / 2;
  if (source.length <= end * 2) return { text: redactSecrets(source), unread: 0 };
  const headEnd = characterBoundary(source, Math.floor(end));
  const tailStart = characterBoundary(source, source.length - Math.floor(end));
  const head = redactSecrets(source.slice(0, headEnd));
  const tail = redactSecrets(source.slice(tailStart));
  const first = head.slice(0, characterBoundary(head, head.length - MAX_SECRET_LENGTH));
  const last = tail.slice(characterBoundary(tail, MAX_SECRET_LENGTH));
  const dropped = head.length - first.length + tail.length - last.length;
  return { text: `${first}\n${last}`, unread: tailStart - headEnd + dropped - 1 };
}
