import type { Entry, JsonObject } from '@everlong/core';

/**
 * The client's message that an entry belongs to, and the entry's place in it: a UI message makes
 * several entries.
 */
export interface ClientMark {
  id: string;
  index: number;
}

/** The name of the mark in the metadata of an entry. */
const CLIENT_MARK = 'client';

/** The metadata of an entry that is part of a client's message. */
export function clientMetadata(id: string, index: number): JsonObject {
  return { [CLIENT_MARK]: { id, index } };
}

/** The mark of an entry, if it has one that makes sense. */
export function clientMarkOf({ metadata }: Pick<Entry, 'metadata'>): ClientMark | undefined {
  const mark = metadata?.[CLIENT_MARK];
  if (typeof mark !== 'object' || mark === null || Array.isArray(mark)) return undefined;
  const { id, index } = mark as Partial<ClientMark>;
  return typeof id === 'string' && typeof index === 'number' ? { id, index } : undefined;
}
