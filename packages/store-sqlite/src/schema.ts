import { sql } from 'drizzle-orm';
import {
  blob,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';

/**
 * The tables of a store, for queries of your own. The store itself runs prepared SQL: this module
 * loads all of drizzle, which takes longer than opening the database.
 */
export const sessions = sqliteTable(
  'sessions',
  {
    key: integer('key').primaryKey({ autoIncrement: true }),
    /** Whose session it is; ids are unique within a tenant. */
    tenant: text('tenant').notNull().default('default'),
    id: text('id').notNull(),
    agent: text('agent').notNull(),
    title: text('title'),
    /** JSON as `encodeValue` writes it, here and in the columns named alike below. */
    metadata: text('metadata'),
    /** Milliseconds since 1970, here and below. */
    createdAt: integer('created_at').notNull(),
    /**
     * When the session was created, updated or got a record, whichever was last; entries have their
     * own times.
     */
    updatedAt: integer('updated_at').notNull(),
    recordCount: integer('record_count').notNull().default(0),
    epoch: integer('epoch').notNull().default(0),
    /** Entries that the full-text index holds: those with `seq` below this. */
    searchableCount: integer('searchable_count').notNull().default(0),
  },
  (table) => [uniqueIndex('sessions_by_id').on(table.tenant, table.id)],
);

/** `key` is the session's key × 2²⁶ + `seq`: one tree serves places, ranges and insertion. */
export const entries = sqliteTable(
  'entries',
  {
    key: integer('key').primaryKey(),
    id: text('id').notNull(),
    appendedAt: integer('appended_at').notNull(),
    /** ISO 8601, possibly the caller's own. */
    createdAt: text('created_at').notNull(),
    /** The message as JSON of format `model-message/1`. */
    message: text('message').notNull(),
    /** `model`, `usage` and `metadata` as one JSON object, where there are any. */
    details: text('details'),
    sessionKey: integer('session_key').generatedAlwaysAs(sql`key >> 26`, { mode: 'virtual' }),
    seq: integer('seq').generatedAlwaysAs(sql`key & 67108863`, { mode: 'virtual' }),
  },
  (table) => [uniqueIndex('entries_by_id').on(table.sessionKey, table.id)],
);

/** `key` is the session's key × 2²⁶ + `recordSeq`. */
export const records = sqliteTable(
  'records',
  {
    key: integer('key').primaryKey(),
    type: text('type').notNull(),
    record: text('record').notNull(),
    sessionKey: integer('session_key').generatedAlwaysAs(sql`key >> 26`, { mode: 'virtual' }),
    recordSeq: integer('record_seq').generatedAlwaysAs(sql`key & 67108863`, { mode: 'virtual' }),
  },
  (table) => [index('records_by_type').on(table.sessionKey, table.type)],
);

/** Bytes, once per content and session. */
export const media = sqliteTable(
  'media',
  {
    sessionKey: integer('session_key').notNull(),
    sha256: text('sha256').notNull(),
    mediaType: text('media_type').notNull(),
    bytes: blob('bytes', { mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionKey, table.sha256] })],
);
