import { type JsonValue, type SessionInfo, type Store, StoreConflictError } from '@everlong/core';
import {
  checkListOptions,
  checkSessionInput,
  checkSessionPatch,
  createId,
  decodePlaced,
  encodeValue,
} from '@everlong/core/store-kit';

import { rowKey } from '../database/row-key.js';
import type { SessionRow } from '../database/statements.js';
import type { StoreDatabase } from '../database/store-database.js';

type SessionTable = Pick<
  Store,
  'createSession' | 'getSession' | 'listSessions' | 'updateSession' | 'deleteSession'
>;

/** What is known about sessions. */
export function createSessionTable(database: StoreDatabase): SessionTable {
  const { statements, query, write } = database;

  return {
    async createSession(input) {
      checkSessionInput(input);
      const { id = createId(), agent, title = null, metadata } = input;
      const encoded = metadata === undefined ? null : encodeValue(metadata);
      return write(() => {
        const at = database.now();
        const { changes } = statements.insertSession.run(id, agent, title, encoded, at, at);
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
      const { agent, before, limit = Infinity } = options;
      const filter = {
        agent: agent ?? null,
        before: before === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(before),
        limit: Math.min(limit, Number.MAX_SAFE_INTEGER),
      };
      return query(() => statements.sessions.all(filter)).map(toInfo);
    },

    async updateSession(sessionId, patch) {
      checkSessionPatch(patch);
      return write(() => {
        const { key, title, metadata } = database.session(sessionId);
        const newMetadata = patch.metadata === undefined ? metadata : encodeValue(patch.metadata);
        statements.updateSession.run(patch.title ?? title, newMetadata, database.now(), key);
        return toInfo(database.session(sessionId));
      });
    },

    async deleteSession(sessionId) {
      await write(() => {
        const { key, entryCount, recordCount } = database.session(sessionId);
        statements.deleteEntries.run(rowKey(key, 0), rowKey(key, entryCount));
        statements.deleteRecords.run(rowKey(key, 0), rowKey(key, recordCount));
        statements.deleteMedia.run(key);
        statements.deleteSession.run(key);
      });
    },
  };
}

function toInfo(row: SessionRow): SessionInfo {
  const { id, agent, title, metadata, createdAt, updatedAt, entryCount, epoch } = row;
  const place = `table sessions, row ${row.key} (session ${id})`;
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
      : { metadata: decodePlaced<Record<string, JsonValue>>(metadata, place) }),
  };
}
