import type { StoredDocument } from '@everlong/core';

import { hashOf } from '../text/hash-of.js';

/** What a hit was made from: a fact, or a chunk of a message or note with the text that it had. */
export type HitMark =
  | { factId: number }
  | { place: { sessionId: string; position: number }; hash: string };

export function markOfFact(id: number): string {
  return `fact ${id}`;
}

/** Another text of the same chunk has another mark. */
export function markOfDocument({ sessionId, position, text }: StoredDocument): string {
  return `text ${position} ${hashOf(text)} ${sessionId}`;
}

/** Reads what the other functions wrote; `undefined` for any other text. */
export function readMark(mark: string): HitMark | undefined {
  const [, factId] = /^fact (\d{1,15})$/.exec(mark) ?? [];
  if (factId !== undefined) return { factId: Number(factId) };
  const [, position, hash, sessionId] = /^text (\d{1,15}) (\S+) ([\s\S]+)$/.exec(mark) ?? [];
  if (hash === undefined || sessionId === undefined) return undefined;
  return { place: { sessionId, position: Number(position) }, hash };
}
