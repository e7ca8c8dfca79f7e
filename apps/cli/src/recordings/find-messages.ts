import {
  type Entry,
  type SearchHit,
  type SessionInfo,
  SessionNotFoundError,
  type Store,
} from '@everlong/core';
import { importedFrom, lastUsed } from '../output/imported-from.js';

/** What a search is limited to. */
export interface MessageFilter {
  sessionId?: string;
  agent?: string;
  /** The program that recorded it; `everlong` for sessions that began here. */
  tool?: string;
  /** A folder, or a part of its name. */
  project?: { folder?: string; part: string };
  /** ISO 8601: only messages that are not older. */
  since?: string;
}

/** A message that was found, with what is known of it. */
export interface FoundMessage extends SearchHit {
  entry: Entry;
  session: SessionInfo;
}

/** How much more is looked at where a filter leaves too few. */
const GROWTH = 8;

/** The best messages that the filter leaves, at most `limit`. Only their sessions are looked at. */
export async function findMessages(
  store: Store,
  text: string,
  { limit, ...filter }: MessageFilter & { limit: number },
): Promise<FoundMessage[]> {
  const { sessionId } = filter;
  const sessions = new Map<string, Promise<SessionInfo | undefined>>();
  const sessionOf = (id: string): Promise<SessionInfo | undefined> => {
    const known = sessions.get(id) ?? getSession(store, id);
    sessions.set(id, known);
    return known;
  };
  const found: FoundMessage[] = [];
  let seen = 0;
  const isFiltered = Object.keys(filter).some((name) => name !== 'sessionId');
  for (let count = isFiltered ? limit * GROWTH : limit; ; count *= GROWTH) {
    const hits = await store.search(text, {
      limit: count,
      ...(sessionId === undefined ? {} : { sessionId }),
    });
    for (const hit of hits.slice(seen)) {
      const session = await sessionOf(hit.sessionId);
      if (session === undefined || !fitsSession(session, filter)) continue;
      const entry = await entryAt(store, hit);
      if (entry === undefined || (filter.since ?? '') > entry.createdAt) continue;
      found.push({ ...hit, entry, session });
      if (found.length === limit) return found;
    }
    seen = hits.length;
    if (hits.length < count) return found;
  }
}

/** A session may have been deleted meanwhile. */
async function getSession(store: Store, id: string): Promise<SessionInfo | undefined> {
  try {
    return await store.getSession(id);
  } catch (error) {
    if (SessionNotFoundError.isInstance(error)) return undefined;
    throw error;
  }
}

async function entryAt(store: Store, { sessionId, seq }: SearchHit): Promise<Entry | undefined> {
  for await (const entry of store.read(sessionId, { from: seq, to: seq })) return entry;
  return undefined;
}

function fitsSession(info: SessionInfo, { agent, tool, project, since }: MessageFilter): boolean {
  const from = importedFrom(info);
  if (agent !== undefined && agent !== info.agent) return false;
  if (tool !== undefined && tool !== (from?.tool ?? 'everlong')) return false;
  if (since !== undefined && since > lastUsed(info)) return false;
  return project === undefined || isIn(from?.project, project);
}

function isIn(
  place: string | undefined,
  { folder, part }: NonNullable<MessageFilter['project']>,
): boolean {
  if (place === undefined) return false;
  if (folder !== undefined && (place === folder || place.startsWith(`${folder}/`))) return true;
  return place.toLowerCase().includes(part.toLowerCase());
}
