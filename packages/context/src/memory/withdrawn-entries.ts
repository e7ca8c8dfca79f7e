import { type MemorySource, SessionNotFoundError, type Store } from '@everlong/core';
import type { SeqRange } from '@everlong/core/store-kit';

import type { Recollection } from './memory-answers.js';

/**
 * What the user took back in a session. A fork has entries of the same ids, and may remember them:
 * in the session where they were taken back, nothing recalls them.
 */
export interface WithdrawnEntries {
  /** The ids of all of them; those that are known are not read again. */
  readIds(): Promise<ReadonlySet<string>>;
  /** Without records that rest on these entries alone, and a fork's notes on them. */
  leaveOut(records: readonly Recollection[]): Promise<Recollection[]>;
}

export interface WithdrawnEntriesOptions {
  store: Store;
  sessionId: string;
  withdrawn(): readonly SeqRange[];
}

export function createWithdrawnEntries({
  store,
  sessionId,
  withdrawn,
}: WithdrawnEntriesOptions): WithdrawnEntries {
  let known: { ranges: string; ids: ReadonlySet<string> } = { ranges: '[]', ids: new Set() };

  async function readIds(): Promise<ReadonlySet<string>> {
    const ranges = JSON.stringify(withdrawn());
    if (ranges === known.ranges) return known.ids;
    const ids = new Set<string>();
    for (const range of withdrawn()) {
      for await (const { id } of store.read(sessionId, range)) ids.add(id);
    }
    known = { ranges, ids };
    return ids;
  }

  async function isOfWithdrawn(source: MemorySource, ids: ReadonlySet<string>): Promise<boolean> {
    const [, from, to] = /^(\d+)-(\d+)$/.exec(source.entryId) ?? [];
    if (from === undefined || to === undefined) return false;
    // A fork copies entries with their numbers, from the first one on.
    const shared = withdrawn()
      .map((range) => ({ first: Math.max(range.from, Number(from)), last: range.to }))
      .filter(({ first, last }) => first <= Math.min(last, Number(to)));
    for (const { first } of shared) {
      for await (const { id } of readFrom(source.sessionId, first)) if (ids.has(id)) return true;
    }
    return false;
  }

  async function* readFrom(id: string, seq: number): AsyncGenerator<{ id: string }> {
    try {
      yield* store.read(id, { from: seq, to: seq });
    } catch (error) {
      // That session was deleted: what the note rests on is unknown, so the note stays.
      if (!SessionNotFoundError.isInstance(error)) throw error;
    }
  }

  return {
    readIds,
    async leaveOut(records) {
      const ids = await readIds();
      if (ids.size === 0) return [...records];
      const kept: Recollection[] = [];
      for (const record of records) {
        const sources = record.sources.filter(({ entryId }) => !ids.has(entryId));
        const [source] = sources;
        const isGone = source === undefined && record.sources.length > 0;
        const isNote = source !== undefined && record.kind === 'note';
        if (isGone || (isNote && (await isOfWithdrawn(source, ids)))) continue;
        kept.push({ ...record, sources });
      }
      return kept;
    },
  };
}
