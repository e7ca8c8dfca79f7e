import { z } from '@hono/zod-openapi';
import type { ForgetSelector } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';

import { addRoute, route } from '../http/route.js';
import { noteInAudit } from '../http/note-in-audit.js';
import { pageSchema, toPage } from '../http/pages.js';
import { problem } from '../http/problem.js';
import type { ServerApp } from '../http/server-env.js';
import {
  agentName,
  forgetSchema,
  forgottenSchema,
  memoryEntitySchema,
  memoryHitsSchema,
  memorySchema,
  memorySearchSchema,
  newMemorySchema,
} from '../schemas/memory-schemas.js';
import { answers, body } from '../schemas/problem-schema.js';
import { forgetMemories } from '../services/forget-memories.js';
import type { Services } from '../services/services.js';
import {
  presentEntity,
  presentForgotten,
  presentMemory,
  presentMemoryHit,
} from '../services/present-memory.js';

const tags = ['Memories'];
const ofAgent = z.object({ agent: agentName });
/** A fact's number, as a string. */
const memoryId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'is not a memory id: give a whole number from 1');

const list = route('GET /v1/memories', {
  operationId: 'listMemories',
  tags,
  summary: 'List memories, the oldest first',
  scope: 'read',
  request: {
    query: ofAgent.extend({
      after: memoryId.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
      subject: z.string().max(1000).optional(),
      past: z.enum(['true', 'false']).default('false').openapi({
        description: 'Include memories that no longer hold.',
      }),
    }),
  },
  responses: { 200: answers(pageSchema(memorySchema), 'A page of memories') },
});

const get = route('GET /v1/memories/{id}', {
  operationId: 'getMemory',
  tags,
  summary: 'Get a memory, whether it still holds or not',
  scope: 'read',
  request: { params: z.object({ id: memoryId }), query: ofAgent },
  responses: { 200: answers(memorySchema, 'The memory') },
});

const write = route('POST /v1/memories', {
  operationId: 'writeMemory',
  tags,
  summary: 'Write a memory; one that is known already is returned unchanged',
  scope: 'write',
  request: { body: body(newMemorySchema) },
  responses: { 201: answers(memorySchema, 'The memory') },
});

const search = route('POST /v1/memories/search', {
  operationId: 'searchMemories',
  tags,
  summary: 'Search messages, memories and notes relevant to a text',
  scope: 'read',
  request: { body: body(memorySearchSchema) },
  responses: { 200: answers(memoryHitsSchema, 'The hits') },
});

const entity = route('GET /v1/memories/entities/{name}', {
  operationId: 'getMemoryEntity',
  tags,
  summary: 'All memories of a person or thing, by any of its names',
  scope: 'read',
  request: {
    params: z.object({ name: z.string().max(1000) }),
    query: ofAgent.extend({ steps: z.coerce.number().int().min(1).max(2).default(1) }),
  },
  responses: { 200: answers(memoryEntitySchema, 'What is known') },
});

const remove = route('DELETE /v1/memories/{id}', {
  operationId: 'deleteMemory',
  tags,
  summary: 'Forget one memory and the messages it came from',
  scope: 'write',
  request: { params: z.object({ id: memoryId }), query: ofAgent },
  responses: { 200: answers(forgottenSchema, 'What was forgotten') },
});

const forget = route('POST /v1/memories/forget', {
  operationId: 'forgetMemories',
  tags,
  summary: 'Forget a person or thing, a session, a message or everything, for good',
  scope: 'write',
  request: { body: body(forgetSchema) },
  responses: { 200: answers(forgottenSchema, 'What was forgotten') },
});

export function addMemoryRoutes(app: ServerApp, services: Services): void {
  const { memories } = services;

  addRoute(app, list, async (c) => {
    const { agent, after, limit, subject, past } = c.req.valid('query');
    const { memory, scope } = memories.of(c.get('tenant'), agent);
    const facts = await memory.list(scope, {
      limit: limit + 1,
      past: past === 'true',
      ...definedFields({ after: after === undefined ? after : Number(after), subject }),
    });
    return c.json(toPage(facts.map(presentMemory), limit), 200);
  });

  addRoute(app, get, async (c) => {
    const id = Number(c.req.valid('param').id);
    const { memory, scope } = memories.of(c.get('tenant'), c.req.valid('query').agent);
    const [fact] = await memory.list(scope, { after: id - 1, limit: 1, past: true });
    if (fact?.id !== id) throw unknownId(id);
    return c.json(presentMemory(fact), 200);
  });

  addRoute(app, write, async (c) => {
    const { agent, value, valid_from, valid_to, cardinality, trust, ...fact } = c.req.valid('json');
    const { memory, scope } = await memories.toWrite(c.get('tenant'), agent);
    const written = await memory.write(scope, {
      ...fact,
      object: value,
      ...definedFields({ validFrom: valid_from, validTo: valid_to, cardinality, trust }),
    });
    return c.json(presentMemory(written), 201);
  });

  addRoute(app, search, async (c) => {
    const { agent, query, limit, max_tokens, valid_at, known_at } = c.req.valid('json');
    const { memory, scope } = memories.of(c.get('tenant'), agent);
    const { hits, tokens } = await memory.recall(scope, query, {
      limit,
      ...definedFields({ maxTokens: max_tokens, validAt: valid_at, knownAt: known_at }),
    });
    return c.json({ object: 'list' as const, data: hits.map(presentMemoryHit), tokens }, 200);
  });

  addRoute(app, entity, async (c) => {
    const { name } = c.req.valid('param');
    const { agent, steps } = c.req.valid('query');
    const { memory, scope } = memories.of(c.get('tenant'), agent);
    const found = await memory.entity(scope, name, { steps: steps === 2 ? 2 : 1 });
    if (found === undefined) throw unknown(`Nothing is known about ${JSON.stringify(name)}.`);
    return c.json(presentEntity(found), 200);
  });

  addForgettingRoutes(app, services);
}

function addForgettingRoutes(app: ServerApp, services: Services): void {
  const { audit } = services;

  addRoute(app, remove, async (c) => {
    const { id } = c.req.valid('param');
    const owner = { tenant: c.get('tenant'), agent: c.req.valid('query').agent };
    const forgotten = await forgetMemories(services, owner, { factId: Number(id) });
    if (forgotten.receipt.factIds.length === 0) throw unknownId(id);
    await noteInAudit(audit, c, { action: 'memory.forgotten', target: id });
    return c.json(presentForgotten(forgotten), 200);
  });

  addRoute(app, forget, async (c) => {
    const { agent, ...selector } = c.req.valid('json');
    const owner = { tenant: c.get('tenant'), agent };
    const forgotten = await forgetMemories(services, owner, toSelector(selector));
    await noteInAudit(audit, c, { action: 'memory.forgotten', target: agent });
    return c.json(presentForgotten(forgotten), 200);
  });
}

type Selector =
  | { entity: string }
  | { everything: true }
  | { session_id: string; message_id?: string | undefined };

function toSelector(selector: Selector): ForgetSelector {
  if (!('session_id' in selector)) return selector;
  const { session_id: sessionId, message_id: entryId } = selector;
  return entryId === undefined ? { sessionId } : { sessionId, entryId };
}

function unknownId(id: string | number) {
  return unknown(`There is no memory ${id} of this agent.`);
}

function unknown(detail: string) {
  return problem(404, { code: 'memory_not_found', detail });
}
