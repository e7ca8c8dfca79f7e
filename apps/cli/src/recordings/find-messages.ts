import { type Entry, type SearchHit, type SessionInfo, type Store } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';
import { existingSession } from '../files/existing-session.js';
import { importedFrom, lastUsed } from '../output/imported-from.js';
import { ownTool } from './require-tool.js';

/** What a search is limited to. */
export interface MessageFilter {
  sessionId?: string;
  agent?: string;
  /** The program that recorded it; `everlong` for sessions that began here. */
  tool?: string;
  /** A folder, or a part of its name. */
  project?: { folder?: string; part?: string };
  /** ISO 8601: only messages that are not older. */
  since?: string;
}

/** A message that was found, with what is known of it. */
export interface FoundMessage extends SearchHit {
  entry: Entry;
  session: SessionInfo;
}

/** How many more are asked for where their times leave too few. */
const GROWTH = 8;

/** The best messages that the filter leaves, at most `limit`. */
export async function findMessages(
  store: Store,
  text: string,
  { limit, ...filter }: MessageFilter & { limit: number },
): Promise<FoundMessage[]> {
  const { sessionId, since = '' } = filter;
  const sessions = await sessionsThatFit(store, filter);
  const options = definedFields({ sessionId, sessionIds: sessions && [...sessions.keys()] });
  const known = new Map(sessions);
  for (let count = limit; ; count *= GROWTH) {
    const hits = await store.search(text, { limit: count, ...options });
    const found: FoundMessage[] = [];
    for (const hit of hits) {
      const session = known.get(hit.sessionId) ?? (await existingSession(store, hit.sessionId));
      const entry = await entryAt(store, hit);
      if (session === undefined || entry === undefined || since > entry.createdAt) continue;
      known.set(session.id, session);
      found.push({ ...hit, entry, session });
      if (found.length === limit) return found;
    }
    if (hits.length < count) return found;
  }
}

/** The names of the filters without which something is found: each alone, or all. */
export async function hidingFilters(
  store: Store,
  text: string,
  filter: MessageFilter,
): Promise<string[]> {
  const names = (['tool', 'project', 'agent', 'since'] as const).filter((name) => name in filter);
  const isFound = async (left: MessageFilter): Promise<boolean> =>
    (await findMessages(store, text, { ...left, limit: 1 })).length > 0;
  const hiding: string[] = [];
  for (const name of names) {
    const { [name]: _, ...others } = filter;
    if (await isFound(others)) hiding.push(name);
  }
  if (hiding.length > 0 || names.length < 2) return hiding;
  return (await isFound(definedFields({ sessionId: filter.sessionId }))) ? names : [];
}

/** The sessions that a filter leaves; `undefined` where it asks for nothing of them. */
async function sessionsThatFit(
  store: Store,
  filter: MessageFilter,
): Promise<Map<string, SessionInfo> | undefined> {
  const { agent, tool, project, since } = filter;
  if ([agent, tool, project, since].every((each) => each === undefined)) return undefined;
  const all = await store.listSessions(definedFields({ agent }));
  const fitting = all.filter((info) => fitsSession(info, filter));
  return new Map(fitting.map((info) => [info.id, info]));
}

async function entryAt(store: Store, { sessionId, seq }: SearchHit): Promise<Entry | undefined> {
  for await (const entry of store.read(sessionId, { from: seq, to: seq })) return entry;
  return undefined;
}

function fitsSession(info: SessionInfo, { tool, project, since }: MessageFilter): boolean {
  const from = importedFrom(info);
  if (tool !== undefined && tool !== (from?.tool ?? ownTool)) return false;
  if (since !== undefined && since > lastUsed(info)) return false;
  return project === undefined || isIn(from?.project, project);
}

function isIn(
  place: string | undefined,
  { folder, part }: NonNullable<MessageFilter['project']>,
): boolean {
  if (place === undefined) return false;
  if (folder !== undefined && (place === folder || place.startsWith(`${folder}/`))) return true;
  return part !== undefined && place.toLowerCase().includes(part.toLowerCase());
}
