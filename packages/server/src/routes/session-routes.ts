import { z } from '@hono/zod-openapi';
import {
  ConfigError,
  type SessionInfo,
  SessionNotFoundError,
  StoreConflictError,
} from '@everlong/core';
import { createTurns, definedFields, readSettings } from '@everlong/core/internal';
import { policyNames } from '@everlong/context';

import { addRoute, route } from '../http/route.js';
import { etagOf, ifMatchHeader, isNamed, requireMatch } from '../http/etag.js';
import {
  type PageQuery,
  pageQuery,
  pageSchema,
  unknownCursor,
  walkedPage,
  walkOf,
} from '../http/pages.js';
import { noteInAudit } from '../http/note-in-audit.js';
import { idempotentIds } from '../http/idempotency.js';
import { problem } from '../http/problem.js';
import type { ServerApp } from '../http/server-env.js';
import { deletedSchema } from '../schemas/admin-schemas.js';
import { answers, body } from '../schemas/problem-schema.js';
import {
  newSessionSchema,
  sessionId,
  sessionPatchSchema,
  sessionSchema,
} from '../schemas/session-schemas.js';
import { deleteSession } from '../services/delete-session.js';
import type { Services } from '../services/services.js';
import {
  metadataWith,
  NO_TITLE,
  ownMetadata,
  reservedMetadata,
} from '../sessions/session-settings.js';
import { presentSession } from './present.js';
import { requireSummaryModel } from '../services/summary-models.js';

const tags = ['Sessions'];
const params = z.object({ id: sessionId });

const list = route('GET /v1/sessions', {
  operationId: 'listSessions',
  tags,
  summary: 'List sessions, the newest first',
  scope: 'read',
  request: { query: pageQuery.extend({ agent: z.string().max(128).optional() }) },
  responses: { 200: answers(pageSchema(sessionSchema), 'A page of sessions') },
});

const create = route('POST /v1/sessions', {
  operationId: 'createSession',
  tags,
  summary: 'Create a session',
  scope: 'write',
  request: { body: body(newSessionSchema) },
  responses: { 201: answers(sessionSchema, 'The session') },
});

const get = route('GET /v1/sessions/{id}', {
  operationId: 'getSession',
  tags,
  summary: 'Get a session',
  scope: 'read',
  request: { params, headers: z.object({ 'if-none-match': z.string().max(1024).optional() }) },
  responses: {
    200: answers(sessionSchema, 'The session; ETag names its state'),
    304: { description: 'Unchanged since If-None-Match' },
  },
});

const patch = route('PATCH /v1/sessions/{id}', {
  operationId: 'updateSession',
  tags,
  summary: 'Change title, metadata or settings',
  scope: 'write',
  request: { params, headers: ifMatchHeader, body: body(sessionPatchSchema) },
  responses: { 200: answers(sessionSchema, 'The changed session') },
});

const remove = route('DELETE /v1/sessions/{id}', {
  operationId: 'deleteSession',
  tags,
  summary: 'Delete a session with everything in it, for good',
  scope: 'write',
  request: { params, headers: ifMatchHeader },
  responses: { 200: answers(deletedSchema, 'Deleted') },
});

export function addSessionRoutes(app: ServerApp, services: Services): void {
  const { storeOf } = services;

  addRoute(app, list, async (c) => {
    const query = c.req.valid('query');
    const page = await listPage(services, c.get('tenant'), query);
    return c.json({ ...page, data: page.data.map(presentSession) }, 200);
  });

  addRoute(app, create, async (c) => {
    const { id, agent, title, metadata = {}, ...settings } = c.req.valid('json');
    checkSettings(metadata, settings.policy);
    requireSummaryModel(services.upstream, settings.summary_model);
    const repeatable = idempotentIds(c)?.(0);
    const input = {
      agent,
      ...definedFields({ id: id ?? repeatable, title }),
      metadata: metadataWith(metadata, toDefaults(settings)),
    };
    const store = storeOf(c.get('tenant'));
    const info = await store.createSession(input).catch((error: unknown) => {
      const isRepeated = id === undefined && repeatable !== undefined;
      if (isRepeated && StoreConflictError.isInstance(error)) return store.getSession(repeatable);
      throw error;
    });
    c.header('location', `/v1/sessions/${info.id}`);
    c.header('etag', etagOf(info));
    return c.json(presentSession(info), 201);
  });

  addRoute(app, get, async (c) => {
    const info = await storeOf(c.get('tenant')).getSession(c.req.valid('param').id);
    const etag = etagOf(info);
    c.header('etag', etag);
    const known = c.req.valid('header')['if-none-match'];
    if (known !== undefined && isNamed(known, etag)) return c.body(null, 304);
    return c.json(presentSession(info), 200);
  });

  addChangingRoutes(app, services);
}

function addChangingRoutes(app: ServerApp, services: Services): void {
  const { storeOf, pool, audit } = services;
  const inTurn = createTurns();

  addRoute(app, patch, async (c) => {
    const tenant = c.get('tenant');
    const { id } = c.req.valid('param');
    const { title, metadata, ...settings } = c.req.valid('json');
    checkSettings(metadata, settings.policy);
    requireSummaryModel(services.upstream, settings.summary_model);
    const hasSettings = Object.keys(settings).length > 0;
    const store = storeOf(tenant);
    const changed = await inTurn(`${tenant}\0${id}`, async () => {
      const info = await store.getSession(id);
      requireMatch(c.req.valid('header')['if-match'], info);
      if (title === undefined && metadata === undefined && !hasSettings) return info;
      const kept = { ...readSettings(info), ...toDefaults(settings) };
      return store.updateSession(id, {
        ...(title === undefined ? {} : { title: title ?? NO_TITLE }),
        metadata: metadataWith(metadata ?? ownMetadata(info), kept, info.metadata),
      });
    });
    if (hasSettings) await pool.forget(tenant, id);
    c.header('etag', etagOf(changed));
    return c.json(presentSession(changed), 200);
  });

  addRoute(app, remove, async (c) => {
    const tenant = c.get('tenant');
    const { id } = c.req.valid('param');
    const store = storeOf(tenant);
    await inTurn(`${tenant}\0${id}`, async () => {
      const info = await store.getSession(id);
      requireMatch(c.req.valid('header')['if-match'], info);
      await deleteSession(services, tenant, info);
    });
    await noteInAudit(audit, c, { action: 'session.deleted', target: id });
    return c.json({ object: 'deleted' as const, id, deleted: true as const }, 200);
  });
}

async function listPage(
  { storeOf }: Services,
  tenant: string,
  query: PageQuery & { agent?: string | undefined },
) {
  const walk = walkOf(query);
  try {
    const infos: SessionInfo[] = await storeOf(tenant).listSessions({
      order: 'created',
      reverse: walk.ascending,
      limit: query.limit + 1,
      ...definedFields({ after: walk.cursor, agent: query.agent }),
    });
    return walkedPage(infos, walk, query.limit);
  } catch (error) {
    if (SessionNotFoundError.isInstance(error)) throw unknownCursor(query);
    throw error;
  }
}

function checkSettings(metadata: object = {}, policy: string | undefined): void {
  const reserved = reservedMetadata.find((name) => Object.hasOwn(metadata, name));
  if (reserved !== undefined) {
    throw problem(400, {
      code: 'reserved_metadata',
      detail: `The metadata ${JSON.stringify(reserved)} is the server's own. Use another name.`,
      param: 'metadata',
    });
  }
  if (policy === undefined || (policyNames as readonly string[]).includes(policy)) return;
  throw new ConfigError(
    `There is no policy ${JSON.stringify(policy)}. Use one of ${policyNames.join(', ')}.`,
  );
}

function toDefaults(settings: {
  model?: string | undefined;
  context_window?: number | undefined;
  policy?: string | undefined;
  summary_model?: string | undefined;
}) {
  const { model, context_window: contextWindow, policy, summary_model: summaryModel } = settings;
  return {
    ...definedFields({ model, contextWindow, policy, summaryModel }),
  };
}
