import { createRoute, z } from '@hono/zod-openapi';
import type { Appendable, Session } from '@everlong/context';
import type { Entry, Store } from '@everlong/core';

import { addRoute } from '../http/add-route.js';
import { requireScope } from '../http/authenticate.js';
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
import { problem } from '../http/problem.js';
import type { ServerApp } from '../http/server-env.js';
import { jsonResponse, toWireJson } from '../http/wire-json.js';
import { answers, body, problems } from '../schemas/problem-schema.js';
import {
  appendedSchema,
  appendSchema,
  messageSchema,
  sessionId,
} from '../schemas/session-schemas.js';
import type { Services } from '../services/services.js';
import { findEntry } from '../sessions/find-entry.js';
import { createSeenCounts } from '../sessions/seen-counts.js';
import { foreignIds } from './foreign-ids.js';
import { ifUnchanged } from './if-unchanged.js';
import { presentEntries, presentEntry } from './present.js';
import { messageNotFound } from './require-message.js';
import { requireMediaTypes } from './require-media-types.js';
import { requireRoomForNew } from './require-room.js';

const tags = ['Messages'];
const params = z.object({ id: sessionId });

const list = createRoute({
  method: 'get',
  path: '/v1/sessions/{id}/messages',
  operationId: 'listMessages',
  tags,
  summary: 'List messages',
  description: 'All messages, whether they are still sent or not.',
  middleware: [requireScope('read')] as const,
  request: { params, query: pageQuery.extend({ order: z.enum(['asc', 'desc']).default('asc') }) },
  responses: { 200: answers(pageSchema(messageSchema), 'A page of messages'), ...problems },
});

const get = createRoute({
  method: 'get',
  path: '/v1/sessions/{id}/messages/{message}',
  operationId: 'getMessage',
  tags,
  summary: 'Get a message by its id or its number',
  middleware: [requireScope('read')] as const,
  request: { params: params.extend({ message: z.string().max(256) }) },
  responses: { 200: answers(messageSchema, 'The message'), ...problems },
});

const append = createRoute({
  method: 'post',
  path: '/v1/sessions/{id}/messages',
  operationId: 'appendMessages',
  tags,
  summary: 'Append messages: all of them or none',
  description:
    'Durable once answered. A message whose id is stored already is not appended again, so a request may be repeated.',
  middleware: [requireScope('write')] as const,
  request: { params, headers: ifMatchHeader, body: body(appendSchema) },
  responses: { 201: answers(appendedSchema, 'The messages as stored'), ...problems },
});

export function addMessageRoutes(app: ServerApp, services: Services): void {
  const { storeOf, pool, limits } = services;
  const counts = createSeenCounts(limits.maxSessionMessages);

  addRoute(app, list, async (c) => {
    const query = c.req.valid('query');
    const page = await listPage(services, c.get('tenant'), c.req.valid('param').id, query);
    const { id } = c.req.valid('param');
    const data = await presentEntries(storeOf(c.get('tenant')), id, page.data);
    return jsonResponse(c, toWireJson({ ...page, data }));
  });

  addRoute(app, get, async (c) => {
    const { id, message } = c.req.valid('param');
    const store = storeOf(c.get('tenant'));
    await store.getSession(id);
    const entry = (await findEntry(store, id, message)) ?? (await entryAt(store, id, message));
    if (entry !== undefined) {
      const [presented] = await presentEntries(store, id, [entry]);
      return jsonResponse(c, toWireJson(presented));
    }
    throw messageNotFound(id, message);
  });

  addRoute(app, append, async (c) => {
    const { id } = c.req.valid('param');
    const request = c.req.valid('json');
    const { messages, as, expected_seq: expectedSeq } = request;
    const idOf = idempotentIds(c);
    const items = listOf(messages);
    checkItems(services, items, c.get('body').size);
    if (as === undefined || as === 'ai-sdk') requireMediaTypes(items);
    const store = storeOf(c.get('tenant'));
    const options = expectedSeq === undefined ? {} : { expectedSeq };
    const isNew = idOf === undefined && as !== 'ai-sdk' && !items.some(hasId);
    const keepsIds = as === undefined || as === 'ai-sdk';
    const ids = items.map(
      (item, index) => (keepsIds ? idOfItem(item) : undefined) ?? idOf?.(index),
    );
    const add = async (session: Session) => {
      const count = isNew
        ? await counts.get(session, store, items.length)
        : (await store.getSession(id)).entryCount;
      await requireRoomForNew(limits, count, ids, { store, sessionId: id });
      const appended = await (as === undefined
        ? session.append(toAppendables(items, idOf), options)
        : session.append(messages, { ...options, as, idOf: foreignIds(idOf) }));
      // What was stored before may be anywhere in the session.
      const end = appended.reduce((last, { seq }) => Math.max(last, seq + 1), count);
      counts.saw(session, end);
      return { entries: appended, next: end };
    };
    const { entries, next } = await ifUnchanged(services, c, id, () =>
      pool.use(c.get('tenant'), id, add),
    );
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

async function listPage({ storeOf }: Services, tenant: string, id: string, query: PageQuery) {
  const store = storeOf(tenant);
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
  if (from <= to) for await (const entry of store.read(id, range)) entries.push(entry);
  return walkedPage(entries, walk, query.limit);
}

/** The messages to count: of an SDK's request or response, the longest list in it. */
function listOf(messages: unknown): readonly unknown[] {
  if (Array.isArray(messages)) return messages;
  const lists = Object.values(messages as object).filter((value) => Array.isArray(value));
  return lists.toSorted((left, right) => right.length - left.length)[0] ?? [messages];
}

/** `size`: bytes of the body. As JSON a message takes up to six times what was sent: 1e20 is 4. */
function checkItems({ limits }: Services, items: readonly unknown[], size: number): void {
  if (items.length > limits.maxMessagesPerAppend) {
    throw problem(400, {
      code: 'too_many_messages',
      detail: `An append has at most ${limits.maxMessagesPerAppend} messages, not ${items.length}.`,
      param: 'messages',
    });
  }
  if (size * 6 <= limits.maxMessageBytes) return;
  for (const [index, item] of items.entries()) {
    if (Buffer.byteLength(JSON.stringify(item)) <= limits.maxMessageBytes) continue;
    throw problem(413, {
      code: 'message_too_large',
      detail: `A message has at most ${limits.maxMessageBytes} bytes as JSON. Shorten it, or send files by URL.`,
      param: `messages.${index}`,
    });
  }
}

/** The messages as the engine takes them. */
function toAppendables(
  items: readonly unknown[],
  idOf: ((index: number) => string) | undefined,
): Appendable[] {
  return items.map((item, index) => {
    const own = idOf === undefined ? {} : { id: idOf(index) };
    if (!('message' in (item as object))) {
      const { id, ...message } = item as Record<string, unknown>;
      return { ...own, ...(id === undefined ? {} : { id }), message } as unknown as Appendable;
    }
    const { created_at: createdAt, ...input } = item as Record<string, unknown>;
    const time = createdAt === undefined ? {} : { createdAt };
    return { ...own, ...input, ...time } as unknown as Appendable;
  });
}

function hasId(item: unknown): item is { id: unknown } {
  return typeof item === 'object' && item !== null && 'id' in item;
}

function idOfItem(item: unknown): string | undefined {
  return hasId(item) && typeof item.id === 'string' && item.id !== '' ? item.id : undefined;
}
