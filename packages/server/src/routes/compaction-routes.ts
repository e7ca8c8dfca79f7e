import { createRoute, z } from '@hono/zod-openapi';
import type { CompactionRecord, Store, StoredRecord } from '@everlong/core';

import { addRoute } from '../http/add-route.js';
import { requireScope } from '../http/authenticate.js';
import {
  pageQuery,
  type PageQuery,
  pageSchema,
  unknownCursor,
  walkedPage,
  walkOf,
} from '../http/pages.js';
import { problem } from '../http/problem.js';
import type { ServerApp } from '../http/server-env.js';
import { compactionSchema, jobSchema } from '../schemas/context-schemas.js';
import { answers, body, problems } from '../schemas/problem-schema.js';
import { sessionId } from '../schemas/session-schemas.js';
import type { Services } from '../services/services.js';
import { presentJob } from './present.js';

const tags = ['Compactions'];
const params = z.object({ id: sessionId });

const list = createRoute({
  method: 'get',
  path: '/v1/sessions/{id}/compactions',
  operationId: 'listCompactions',
  tags,
  summary: 'List compactions: what was replaced, by what, and why',
  middleware: [requireScope('read')] as const,
  request: { params, query: pageQuery },
  responses: { 200: answers(pageSchema(compactionSchema), 'A page of compactions'), ...problems },
});

const create = createRoute({
  method: 'post',
  path: '/v1/sessions/{id}/compactions',
  operationId: 'createCompaction',
  tags,
  summary: 'Compact now',
  description:
    'A session has one at a time: asked for again, the one that is under way is answered.',
  middleware: [requireScope('write')] as const,
  request: {
    params,
    body: body(
      z
        .strictObject({
          instructions: z.string().max(10_000).optional().openapi({
            description: 'What the summary is to keep or stress.',
          }),
        })
        .openapi('NewCompaction'),
    ),
  },
  responses: { 202: answers(jobSchema, 'The job, to be asked for at its Location'), ...problems },
});

export function addCompactionRoutes(app: ServerApp, { storeOf, jobs }: Services): void {
  addRoute(app, list, async (c) => {
    const query = c.req.valid('query');
    const { id } = c.req.valid('param');
    const store = storeOf(c.get('tenant'));
    await store.getSession(id);
    const page = await listPage(store, id, query);
    return c.json(page, 200);
  });

  addRoute(app, create, async (c) => {
    const { id } = c.req.valid('param');
    const { instructions } = c.req.valid('json');
    const tenant = c.get('tenant');
    await storeOf(tenant).getSession(id);
    const wanted = instructions === undefined ? {} : { instructions };
    const { job } = await jobs.add({ type: 'compaction', tenant, sessionId: id, ...wanted });
    if (job.instructions !== instructions) {
      throw problem(409, {
        code: 'compaction_under_way',
        detail: `Job ${job.id} compacts this session with other instructions. Wait for it, then ask again.`,
      });
    }
    c.header('location', `/v1/jobs/${job.id}`);
    return c.json(presentJob(job), 202);
  });
}

type StoredCompaction = StoredRecord & CompactionRecord;

async function listPage(store: Store, id: string, query: PageQuery) {
  const walk = walkOf(query);
  const cursor = walk.cursor === undefined ? undefined : /^cmp_(\d{1,9})$/.exec(walk.cursor)?.[1];
  if (walk.cursor !== undefined && cursor === undefined) throw unknownCursor(query);
  const place = cursor === undefined ? undefined : Number(cursor);
  const range = walk.ascending
    ? { from: (place ?? -1) + 1 }
    : { to: (place ?? Infinity) - 1, reverse: true };
  const items = [];
  const all = store.readRecords(id, {
    type: 'compaction',
    limit: query.limit + 1,
    ...range,
  });
  for await (const record of all) {
    if (record.type === 'compaction') items.push(presentCompaction(id, record));
  }
  return walkedPage(items, walk, query.limit);
}

function presentCompaction(id: string, record: StoredCompaction) {
  const { recordSeq, epoch, previousEpoch, kind, throughSeq, ranges, snapshot, usage } = record;
  return {
    object: 'compaction' as const,
    id: `cmp_${recordSeq}`,
    session_id: id,
    epoch,
    previous_epoch: previousEpoch,
    kind,
    through_seq: throughSeq,
    reason: record.reason,
    created_at: record.createdAt,
    summary: snapshot?.text ?? null,
    summary_tokens: snapshot?.tokens ?? null,
    ranges: ranges.map((range) => ({ ...range })),
    ...(usage === undefined ? {} : { usage: { ...usage } }),
  };
}
