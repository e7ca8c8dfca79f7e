import { ConfigError, CorruptRecordError, type SessionInfo } from '@everlong/core';
import { errorText } from '../errors/error-text.js';
import { migrateSession, type MigrationStores } from './migrate-session.js';

/** How far a migration is. */
export interface MigrationProgress {
  /** Sessions that are done, and all. */
  done: number;
  all: number;
  /** Entries of the current session that were copied. */
  entries: number;
}

/** What a migration did. */
export interface MigrationResult {
  sessions: number;
  /** Added now; the others were there already. */
  entries: number;
  records: number;
  /** Sessions that cannot be read, and why. */
  unreadable: { id: string; problem: string }[];
}

/**
 * Makes all sessions of one store the same in the other, the oldest first, and compares each. What
 * an interrupted migration left is continued. Rejects with `ConfigError` where the other store has
 * anything that the first one does not have.
 */
export async function migrateStore(
  stores: MigrationStores,
  progress: (state: MigrationProgress) => void = () => {},
): Promise<MigrationResult> {
  const { source, target } = stores;
  const sessions = await source.listSessions({ order: 'created', reverse: true });
  await requireSubset(await target.listSessions(), sessions);
  const result: MigrationResult = { sessions: 0, entries: 0, records: 0, unreadable: [] };
  for (const [done, listed] of sessions.entries()) {
    let entries = 0;
    const state = (): MigrationProgress => ({ done, all: sessions.length, entries });
    progress(state());
    const compared = (count: number): void => {
      entries += count;
      progress(state());
    };
    try {
      if (listed.unreadable !== undefined)
        throw new CorruptRecordError('session', listed.unreadable);
      // Once more: a session of another program is adopted when it is opened.
      const info = await source.getSession(listed.id);
      const added = await migrateSession({ ...stores, compared }, info);
      result.sessions++;
      result.entries += added.entries;
      result.records += added.records;
    } catch (error) {
      if (!CorruptRecordError.isInstance(error)) throw error;
      result.unreadable.push({ id: listed.id, problem: listed.unreadable ?? errorText(error) });
      await removePart(stores, listed);
    }
  }
  return result;
}

/** Of a session that cannot be read to its end nothing stays: a part would pass for the whole. */
async function removePart({ target }: MigrationStores, { id }: SessionInfo): Promise<void> {
  const known = await target.listSessions();
  if (known.some((info) => info.id === id)) await target.deleteSession(id);
}

async function requireSubset(
  known: readonly SessionInfo[],
  sessions: readonly SessionInfo[],
): Promise<void> {
  const sources = new Map(sessions.map((info) => [info.id, info]));
  for (const { id, entryCount, updatedAt } of known) {
    const info = sources.get(id);
    const isLater =
      info !== undefined && (entryCount > info.entryCount || updatedAt > info.updatedAt);
    if (info !== undefined && !isLater) continue;
    throw new ConfigError(
      `The sessions cannot be moved there: session "${id}" ${isLater ? 'went on there' : 'is there and not here'}. ` +
        'Give an empty folder with --to.',
    );
  }
}
