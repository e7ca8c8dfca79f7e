import {
  type JsonValue,
  type ListSessionsOptions,
  type SessionInfo,
  type Store,
  StoreConflictError,
} from '@everlong/core';
import {
  checkListOptions,
  checkSessionInput,
  checkSessionPatch,
  createId,
  decodePlaced,
  encodeValue,
} from '@everlong/core/store-kit';

import { rowKey } from '../database/row-key.js';
import { checkSessionRow, sessionPlace } from '../database/session-row.js';
import type { SessionFilter, SessionRow } from '../database/statements.js';
import type { TenantDatabase } from '../database/tenant-database.js';
import { eraseWords } from './erase-words.js';

type SessionTable = Pick<
  Store,
  'createSession' | 'getSession' | 'listSessions' | 'updateSession' | 'deleteSession'
>;

/** Reads and changes what is known about sessions. */
export function createSessionTable(database: TenantDatabase): SessionTable {
  const { statements, query, write, tenant } = database;

  return {
    async createSession(input) {
      checkSessionInput(input);
      const { id = createId(), agent, title = null, metadata } = input;
      const encoded = metadata === undefined ? null : encodeValue(metadata);
      return write(() => {
        const at = database.now();
        const { changes } = statements.insertSession.run(tenant, id, agent, title, encoded, at, at);
        if (changes === 0) {
          throw new StoreConflictError(`There is a session "${id}" already. Choose another id.`);
        }
        return toInfo(database.session(id));
      });
    },

    async getSession(sessionId) {
      return toInfo(database.session(sessionId));
    },

    async listSessions(options = {}) {
      checkListOptions(options);
      const { agent = null, before, limit = Infinity, order = 'updated' } = options;
      const filter = { tenant, agent, limit: Math.min(limit, Number.MAX_SAFE_INTEGER) };
      const end = before === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(before);
      return query(() =>
        order === 'updated'
          ? statements.sessions.all({ ...filter, before: end })
          : listCreated(database, filter, options),
      ).map(toInfo);
    },

    async updateSession(sessionId, patch) {
      checkSessionPatch(patch);
      const { title } = patch;
      const metadata = patch.metadata === undefined ? undefined : encodeValue(patch.metadata);
      return write(() => {
        const row = database.session(sessionId);
        const changed = [title ?? row.title, metadata ?? row.metadata] as const;
        statements.updateSession.run(...changed, database.now(), row.key);
        return toInfo(database.session(sessionId));
      });
    },

    async deleteSession(sessionId) {
      const wasSearched = await write(() => {
        const { key, entryCount, recordCount, searchableCount } = database.session(sessionId);
        statements.deleteEntries.run(rowKey(key, 0), rowKey(key, entryCount));
        statements.deleteRecords.run(rowKey(key, 0), rowKey(key, recordCount));
        statements.deleteMedia.run(key);
        statements.deleteSession.run(key);
        return searchableCount > 0;
      });
      if (wasSearched) await eraseWords(database);
      database.emptyLog();
    },
  };
}

/** Sessions by their keys, which grow with each that is created. */
function listCreated(
  { statements, session }: TenantDatabase,
  filter: SessionFilter,
  { after, reverse }: ListSessionsOptions,
): SessionRow[] {
  const place = after === undefined ? undefined : session(after).key;
  return reverse === true
    ? statements.sessionsByKey.all({ ...filter, above: place ?? 0 })
    : statements.sessionsByKeyReverse.all({ ...filter, below: place ?? Number.MAX_SAFE_INTEGER });
}

function toInfo(row: SessionRow): SessionInfo {
  const { id, agent, title, metadata, createdAt, updatedAt, entryCount, epoch } =
    checkSessionRow(row);
  return {
    id,
    agent,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    entryCount,
    epoch,
    ...(title === null ? {} : { title }),
    ...(metadata === null
      ? {}
      : { metadata: decodePlaced<Record<string, JsonValue>>(metadata, sessionPlace(row)) }),
  };
}
