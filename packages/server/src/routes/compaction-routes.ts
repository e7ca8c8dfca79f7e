import { isDeepStrictEqual } from 'node:util';

import { definedFields } from '@everlong/core/internal';
import { z } from '@hono/zod-openapi';
import {
  type CompactionRecord,
  ConfigError,
  type RewindRecord,
  type Store,
  type StoredRecord,
} from '@everlong/core';

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
import { invalidField, problem } from '../http/problem.js';
import type { ServerApp } from '../http/server-env.js';
import {
  compactionPreviewSchema,
  compactionSchema,
  jobSchema,
  newCompactionSchema,
  undoneSchema,
} from '../schemas/context-schemas.js';
import { answers, body } from '../schemas/problem-schema.js';
import { sessionId } from '../schemas/session-schemas.js';
import type { Services } from '../services/services.js';
import type { JobCompactOptions } from '../jobs/job.js';
import type { NewJob } from '../jobs/stored-jobs.js';
import { ifUnchanged, matchedState } from './if-unchanged.js';
import { presentJob } from './present.js';
import { requireMessage } from './require-message.js';

const tags = ['Compactions'];
const params = z.object({ id: sessionId });

const list = route('GET /v1/sessions/{id}/compactions', {
  operationId: 'listCompactions',
  tags,
  summary: 'List compactions: what was replaced, by what, and why',
  scope: 'read',
  request: { params, query: pageQuery },
  responses: { 200: answers(pageSchema(compactionSchema), 'A page of compactions') },
});

const create = route('POST /v1/sessions/{id}/compactions', {
  operationId: 'createCompaction',
  tags,
  summary: 'Compact now',
  description: 'A session has one at a time: asked again, the answer is the job that is under way.',
  scope: 'write',
  request: {
    params,
    headers: ifMatchHeader,
    body: body(newCompactionSchema),
  },
  responses: {
    200: answers(compactionPreviewSchema, 'With dry_run: what would happen'),
    202: answers(jobSchema, 'The job; poll it at Location'),
  },
});

const undo = route('POST /v1/sessions/{id}/compactions/undo', {
  operationId: 'undoCompaction',
  tags,
  summary: 'Undo the newest compaction',
  description: 'Called again, undoes the one before. 422 when the result would not fit the window.',
  scope: 'write',
  request: { params, headers: ifMatchHeader },
  responses: { 200: answers(undoneSchema, 'Whether anything was undone') },
});

export function addCompactionRoutes(app: ServerApp, services: Services): void {
  const { storeOf, jobs, pool } = services;

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
    const { dry_run: isDryRun, ...wanted } = c.req.valid('json');
    const options = toCompactOptions(wanted);
    const tenant = c.get('tenant');
    if (isDryRun && wanted.snapshot !== undefined) {
      throw invalidField(
        'dry_run',
        'There is nothing to preview of a snapshot of your own, which is sent unchanged. ' +
          'Leave dry_run or snapshot out; POST …/compactions/undo takes a compaction back.',
      );
    }
    const decidedOn = await matchedState(services, c, id);
    if (isDryRun) return c.json(await preview(services, tenant, id, options), 200);
    const info = await storeOf(tenant).getSession(id);
    requireMessage(info, 'snapshot.through_seq', wanted.snapshot?.through_seq);
    const wantedJob: NewJob = {
      type: 'compaction',
      tenant,
      sessionId: id,
      options,
      ...definedFields({ decidedOn }),
    };
    const job = await jobs.add(wantedJob);
    if (!isSameWork(job, wantedJob)) {
      throw problem(409, {
        code: 'compaction_under_way',
        detail: `Job ${job.id} compacts this session with other options or another If-Match. Wait for it, then ask again.`,
      });
    }
    c.header('location', `/v1/jobs/${job.id}`);
    return c.json(presentJob(job), 202);
  });

  addRoute(app, undo, async (c) => {
    const { id } = c.req.valid('param');
    const { compacted, reason, tokensBefore, tokensAfter, epoch } = await ifUnchanged(
      services,
      c,
      id,
      () => pool.use(c.get('tenant'), id, (session) => session.undoCompaction().catch(refuseUndo)),
    );
    const figures = { tokens_before: tokensBefore, tokens_after: tokensAfter, epoch };
    const undone = { undone: compacted, reason, ...figures };
    return c.json({ object: 'compaction_undone' as const, session_id: id, ...undone }, 200);
  });
}

function isSameWork(job: NewJob, { options = {}, decidedOn }: NewJob): boolean {
  return (
    isDeepStrictEqual(job.options ?? {}, options) && isDeepStrictEqual(job.decidedOn, decidedOn)
  );
}

/** An undo has no options that could be wrong: what it refuses does not fit. */
function refuseUndo(error: unknown): never {
  if (!ConfigError.isInstance(error)) throw error;
  throw problem(422, {
    code: 'undo_does_not_fit',
    detail:
      'What was sent before the newest compaction does not fit the window any more. Give the session ' +
      'a larger one (PATCH its context_window), or read the older messages with GET …/messages.',
  });
}

function toCompactOptions({ instructions, snapshot }: Wanted): JobCompactOptions {
  const own = snapshot && {
    text: snapshot.text,
    ...definedFields({ throughSeq: snapshot.through_seq }),
  };
  return definedFields({ instructions, snapshot: own });
}

async function preview({ pool }: Services, tenant: string, id: string, options: JobCompactOptions) {
  const { action, reason, tokensBefore, tokensAfter, ranges, snapshot, cost } = await pool.use(
    tenant,
    id,
    (session) => session.compact({ ...options, preview: true }),
  );
  return {
    object: 'compaction_preview' as const,
    session_id: id,
    action,
    reason,
    tokens_before: tokensBefore,
    tokens_after: tokensAfter,
    summary: snapshot?.text ?? null,
    ranges,
    cost,
  };
}

type Wanted = Omit<z.infer<typeof newCompactionSchema>, 'dry_run'>;
type StoredCompaction = StoredRecord & CompactionRecord;

async function listPage(store: Store, id: string, query: PageQuery) {
  const walk = walkOf(query);
  const cursor = walk.cursor === undefined ? undefined : /^cmp_(\d{1,9})$/.exec(walk.cursor)?.[1];
  if (walk.cursor !== undefined && cursor === undefined) throw unknownCursor(query);
  const place = cursor === undefined ? undefined : Number(cursor);
  const range = walk.ascending
    ? { from: (place ?? -1) + 1 }
    : { to: (place ?? Infinity) - 1, reverse: true };
  const rewinds: (StoredRecord & RewindRecord)[] = [];
  for await (const record of store.readRecords(id, { type: 'rewind' })) {
    if (record.type === 'rewind') rewinds.push(record);
  }
  const items = [];
  const all = store.readRecords(id, {
    type: 'compaction',
    limit: query.limit + 1,
    ...range,
  });
  for await (const record of all) {
    if (record.type !== 'compaction') continue;
    const { recordSeq, throughSeq } = record;
    const isWithdrawn = rewinds.some(
      (rewind) => rewind.recordSeq > recordSeq && rewind.fromSeq <= throughSeq,
    );
    const presented = presentCompaction(id, record);
    items.push(isWithdrawn ? { ...presented, ...withdrawnSummary } : presented);
  }
  return walkedPage(items, walk, query.limit);
}

/** For a compaction that knew messages withdrawn since. */
const withdrawnSummary = { summary: null, summary_tokens: null, withdrawn: true as const };

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
    ...definedFields({ usage: usage && { ...usage } }),
  };
}
