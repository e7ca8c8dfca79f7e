import { definedFields } from '@everlong/core/internal';
import { z } from '@hono/zod-openapi';

import { addRoute, route } from '../http/route.js';
import { invalidField } from '../http/problem.js';
import type { ServerApp } from '../http/server-env.js';
import {
  agentName,
  learningSearchSchema,
  learningsSchema,
  newNoteSchema,
  noteSchema,
  profileSchema,
} from '../schemas/memory-schemas.js';
import { answers, body } from '../schemas/problem-schema.js';
import { presentLearning, presentProfile } from '../services/present-memory.js';
import type { Services } from '../services/services.js';
import { requireMessage } from './require-message.js';

const tags = ['Memories'];

const profile = route('GET /v1/memories/profile', {
  operationId: 'getMemoryProfile',
  tags,
  summary: 'Who the user is and what holds for the project',
  scope: 'read',
  request: {
    query: z.object({
      agent: agentName,
      max_tokens: z.coerce.number().int().min(1).max(100_000).default(1000),
    }),
  },
  responses: { 200: answers(profileSchema, 'The profile') },
});

const learnings = route('POST /v1/memories/learnings', {
  operationId: 'searchLearnings',
  tags,
  summary: 'What earlier runs of tools taught for a task',
  scope: 'read',
  request: { body: body(learningSearchSchema) },
  responses: { 200: answers(learningsSchema, 'The learnings') },
});

const note = route('POST /v1/memories/notes', {
  operationId: 'writeMemoryNote',
  tags,
  summary: 'Note what a range of a session was about; search finds it',
  scope: 'write',
  request: { body: body(newNoteSchema) },
  responses: { 201: answers(noteSchema, 'Whether it is new') },
});

export function addLearnedRoutes(app: ServerApp, { memories, storeOf }: Services): void {
  addRoute(app, profile, async (c) => {
    const { agent, max_tokens: maxTokens } = c.req.valid('query');
    const { memory, scope } = memories.of(c.get('tenant'), agent);
    return c.json(presentProfile(await memory.profile(scope, { maxTokens })), 200);
  });

  addRoute(app, learnings, async (c) => {
    const { agent, query, limit, max_tokens } = c.req.valid('json');
    const { memory, scope } = memories.of(c.get('tenant'), agent);
    const found = await memory.learnings(scope, query, {
      limit,
      ...definedFields({ maxTokens: max_tokens }),
    });
    return c.json({ object: 'list' as const, data: found.map(presentLearning) }, 200);
  });

  addRoute(app, note, async (c) => {
    const tenant = c.get('tenant');
    const { agent, session_id, from_seq, through_seq, date, text } = c.req.valid('json');
    if (through_seq < from_seq) {
      throw invalidField(
        'through_seq',
        `through_seq is ${through_seq}, before from_seq, ${from_seq}.`,
      );
    }
    requireMessage(await storeOf(tenant).getSession(session_id), 'through_seq', through_seq);
    const { memory, scope } = await memories.toWrite(tenant, agent);
    const { added } = await memory.note(scope, {
      sessionId: session_id,
      fromSeq: from_seq,
      throughSeq: through_seq,
      date: date ?? new Date().toISOString(),
      text,
    });
    return c.json({ object: 'memory_note' as const, session_id, added }, 201);
  });
}
