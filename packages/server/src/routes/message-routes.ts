import { z } from '@hono/zod-openapi';
import type { Session } from '@everlong/context';
import type { Entry, Store } from '@everlong/core';

import { addRoute, route } from '../http/route.js';
import { ifMatchHeader } from '../http/etag.js';
import {
  pageQuery,
  type PageQuery,
  pageSchema,
  unknownCursor,
  walkedPage,
  walkOf,
} from '../http/pages.js';
import { idempotentIds } from '../http/idempotency.js';
import { othersTurn } from '../http/others-turn.js';
import type { ServerApp } from '../http/server-env.js';
import { jsonResponse, toWireJson } from '../http/wire-json.js';
import { answers, body } from '../schemas/problem-schema.js';
import {
  appendedSchema,
  appendSchema,
  messageSchema,
  sessionId,
} from '../schemas/session-schemas.js';
import type { Services } from '../services/services.js';
import { findEntry } from '../sessions/find-entry.js';
import { createSeenCounts } from '../sessions/seen-counts.js';
import { readAppendRequest } from './append-request.js';
import { ifUnchanged } from './if-unchanged.js';
import { presentEntries, presentEntry } from './present.js';
import { messageNotFound } from './require-message.js';
import { requireRoomForNew } from './require-room.js';
import { textBytes } from './require-size.js';

const tags = ['Messages'];
const params = z.object({ id: sessionId });

const list = route('GET /v1/sessions/{id}/messages', {
  operationId: 'listMessages',
  tags,
  summary: 'List messages',
  description:
    'All messages, whether they are still sent or not. A page of large ones has fewer than `limit`.',
  scope: 'read',
  request: { params, query: pageQuery.extend({ order: z.enum(['asc', 'desc']).default('asc') }) },
  responses: { 200: answers(pageSchema(messageSchema), 'A page of messages') },
});

const get = route('GET /v1/sessions/{id}/messages/{message}', {
  operationId: 'getMessage',
  tags,
  summary: 'Get a message by its id or its number',
  scope: 'read',
  request: { params: params.extend({ message: z.string().max(256) }) },
  responses: { 200: answers(messageSchema, 'The message') },
});

const append = route('POST /v1/sessions/{id}/messages', {
  operationId: 'appendMessages',
  tags,
  summary: 'Append messages: all of them or none',
  description:
    'Durable once answered. A message whose id is stored already is not appended again, so a request may be repeated.',
  scope: 'write',
  request: { params, headers: ifMatchHeader, body: body(appendSchema) },
  responses: { 201: answers(appendedSchema, 'The messages as stored') },
});

export function addMessageRoutes(app: ServerApp, services: Services): void {
  const { storeOf, pool, limits } = services;
  const counts = createSeenCounts(limits.maxSessionMessages);

  addRoute(app, list, async (c) => {
    const { id } = c.req.valid('param');
    const store = storeOf(c.get('tenant'));
    const page = await listPage(store, id, c.req.valid('query'));
    const data = await presentEntries(store, id, page.data);
    return jsonResponse(c, toWireJson({ ...page, data }));
  });

  addRoute(app, get, async (c) => {
    const { id, message } = c.req.valid('param');
    const store = storeOf(c.get('tenant'));
    await store.getSession(id);
    const entry = (await findEntry(store, id, message)) ?? (await entryAt(store, id, message));
    if (entry === undefined) throw messageNotFound(id, message);
    const [presented] = await presentEntries(store, id, [entry]);
    return jsonResponse(c, toWireJson(presented));
  });

  addRoute(app, append, async (c) => {
    const { id } = c.req.valid('param');
    const tenant = c.get('tenant');
    const store = storeOf(tenant);
    const { size, value } = c.get('body');
    const { messages } = value as { messages: unknown };
    const wanted = { ...c.req.valid('json'), messages };
    const { ids, isNew, appendTo } = readAppendRequest(wanted, {
      idOf: idempotentIds(c),
      size,
      limits,
    });
    await othersTurn(size);
    const add = async (session: Session) => {
      const count = isNew
        ? await counts.get(session, store, ids.length)
        : (await store.getSession(id)).entryCount;
      await requireRoomForNew(limits, count, ids, { store, sessionId: id });
      await othersTurn(size);
      const entries = await appendTo(session);
      // What was stored before may be anywhere in the session.
      const next = entries.reduce((last, { seq }) => Math.max(last, seq + 1), count);
      counts.saw(session, next);
      return { entries, next };
    };
    const { entries, next } = await ifUnchanged(services, c, id, () => pool.use(tenant, id, add));
    await othersTurn(size);
    // A rewind can have withdrawn only what was stored before, under an id that the caller chose.
    const data = isNew ? entries.map(presentEntry) : await presentEntries(store, id, entries);
    return jsonResponse(c, toWireJson({ object: 'list', data, next_seq: next }), 201);
  });
}

/** The entry of a number, as a URL has it. */
async function entryAt(store: Store, id: string, number: string): Promise<Entry | undefined> {
  if (!/^\d{1,9}$/.test(number)) return undefined;
  const seq = Number(number);
  for await (const entry of store.read(id, { from: seq, to: seq })) return entry;
  return undefined;
}

/** A page ends before the message with which it would have more: writing it takes time. */
const PAGE_BYTES = 4 * 1024 * 1024;

async function listPage(store: Store, id: string, query: PageQuery) {
  const { entryCount } = await store.getSession(id);
  const walk = walkOf(query);
  const cursor = walk.cursor === undefined ? undefined : await findEntry(store, id, walk.cursor);
  if (walk.cursor !== undefined && cursor === undefined) throw unknownCursor(query);
  const { ascending } = walk;
  const [from, to] = ascending
    ? [(cursor?.seq ?? -1) + 1, entryCount - 1]
    : [0, (cursor?.seq ?? entryCount) - 1];
  const entries: Entry[] = [];
  const range = { from, to, limit: query.limit + 1, reverse: !ascending };
  let bytes = 0;
  if (from <= to) {
    for await (const entry of store.read(id, range)) {
      entries.push(entry);
      bytes += textBytes(entry.message, true);
      if (bytes > PAGE_BYTES) break;
    }
  }
  const isFull = bytes > PAGE_BYTES && entries.length > 1;
  return walkedPage(entries, walk, isFull ? entries.length - 1 : query.limit);
}
