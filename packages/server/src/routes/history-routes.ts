import { z } from '@hono/zod-openapi';
import { redactSecrets } from '@everlong/redaction';

import { addRoute, route } from '../http/route.js';
import { ifMatchHeader } from '../http/etag.js';
import { noteInAudit } from '../http/note-in-audit.js';
import { pageSchema, toPage } from '../http/pages.js';
import type { ServerApp } from '../http/server-env.js';
import { closedObject } from '../schemas/closed-object.js';
import { rewoundSchema, searchHitSchema } from '../schemas/context-schemas.js';
import { answers, answersLines, body, LINES_TYPE } from '../schemas/problem-schema.js';
import { sessionId, sessionSchema } from '../schemas/session-schemas.js';
import type { Services } from '../services/services.js';
import { exportSession } from './export-session.js';
import { ifUnchanged } from './if-unchanged.js';
import { presentHit, presentSession } from './present.js';

const tags = ['History'];
const params = z.object({ id: sessionId });
const searchQuery = z.object({
  q: z.string().min(1).max(4000),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

const searchAll = route('GET /v1/search', {
  operationId: 'search',
  tags,
  summary: 'Search all sessions, best first',
  description:
    'One page: narrow the query to find what it leaves out. Secrets in excerpts are redacted.',
  scope: 'read',
  request: { query: searchQuery },
  responses: { 200: answers(pageSchema(searchHitSchema), 'The best hits') },
});

const searchOne = route('GET /v1/sessions/{id}/search', {
  operationId: 'searchSession',
  tags,
  summary: 'Search a session, including messages that are no longer sent',
  scope: 'read',
  request: { params, query: searchQuery },
  responses: { 200: answers(pageSchema(searchHitSchema), 'The best hits') },
});

const fork = route('POST /v1/sessions/{id}/fork', {
  operationId: 'forkSession',
  tags,
  summary: 'Fork: a new session with the messages and decisions up to a message',
  scope: 'write',
  request: {
    params,
    headers: ifMatchHeader,
    body: body(
      closedObject({
        at_seq: z.int().min(-1).optional().openapi({ description: 'Default: the last message.' }),
        title: z.string().max(1000).optional(),
      }).openapi('Fork'),
    ),
  },
  responses: { 201: answers(sessionSchema, 'The new session') },
});

const rewind = route('POST /v1/sessions/{id}/rewind', {
  operationId: 'rewindSession',
  tags,
  summary: 'Rewind: withdraw every message after one',
  description:
    'No later request, summary or search shows them; the log keeps them. A tool call is withdrawn together with its results.',
  scope: 'write',
  request: {
    params,
    headers: ifMatchHeader,
    body: body(
      closedObject({
        to: z
          .union([z.int().min(-1), z.string().min(1).max(256)], {
            error: 'Give the `seq` or the id of the last message to keep, or -1 to keep none',
          })
          .openapi({
            description: 'The last message to keep, by `seq` or id; -1: none.',
          }),
      }).openapi('Rewind'),
    ),
  },
  responses: { 200: answers(rewoundSchema, 'What was withdrawn') },
});

const exportRoute = route('GET /v1/sessions/{id}/export', {
  operationId: 'exportSession',
  tags,
  summary: 'All of a session as lines of JSON',
  description: 'The session first, then its messages, then the records of its decisions.',
  scope: 'read',
  request: { params },
  responses: {
    200: answersLines,
  },
});

export function addHistoryRoutes(app: ServerApp, services: Services): void {
  const { storeOf, pool, audit } = services;

  addRoute(app, searchAll, async (c) => {
    const { q, limit } = c.req.valid('query');
    const hits = await storeOf(c.get('tenant')).search(q, { limit });
    return c.json(toPage(hits.map(presentHit), limit), 200);
  });

  addRoute(app, searchOne, async (c) => {
    const { q, limit } = c.req.valid('query');
    const { id } = c.req.valid('param');
    const hits = await pool.use(c.get('tenant'), id, (session) => session.search(q, { limit }));
    return c.json(toPage(hits.map(presentHit), limit), 200);
  });

  addRoute(app, fork, async (c) => {
    const tenant = c.get('tenant');
    const { id } = c.req.valid('param');
    const { at_seq: atSeq, title } = c.req.valid('json');
    const store = storeOf(tenant);
    const copy = () =>
      pool.use(tenant, id, async (session) => {
        const made = await session.fork(atSeq);
        await made.close();
        return made.id;
      });
    const forkId = await ifUnchanged(services, c, id, copy);
    const info =
      title === undefined
        ? await store.getSession(forkId)
        : await store.updateSession(forkId, { title });
    c.header('location', `/v1/sessions/${forkId}`);
    return c.json(presentSession(info), 201);
  });

  addRoute(app, rewind, async (c) => {
    const { id } = c.req.valid('param');
    const { to } = c.req.valid('json');
    const { rewound, fromSeq, withdrawn, epoch } = await ifUnchanged(services, c, id, () =>
      pool.use(c.get('tenant'), id, (session) => session.rewind(to)),
    );
    const figures = { rewound, from_seq: fromSeq, withdrawn, epoch };
    return c.json({ object: 'rewind' as const, session_id: id, ...figures }, 200);
  });

  addRoute(app, exportRoute, async (c) => {
    const tenant = c.get('tenant');
    const { id } = c.req.valid('param');
    const store = storeOf(tenant);
    const info = await store.getSession(id);
    await noteInAudit(audit, c, { action: 'session.exported', target: id, isRepeatable: true });
    const name = redactSecrets(id).replace(/[^\w.-]/g, '_');
    return c.body(exportSession(store, info), 200, {
      'content-type': LINES_TYPE,
      'content-disposition': `attachment; filename="${name}.jsonl"`,
    });
  });
}
