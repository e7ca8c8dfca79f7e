import { definedFields } from '@everlong/core/internal';
import { z } from '@hono/zod-openapi';

import { addRoute, route } from '../http/route.js';
import { pageQuery, pageSchema, walkedPage, walkOf } from '../http/pages.js';
import { problem } from '../http/problem.js';
import type { ServerApp } from '../http/server-env.js';
import { jobSchema } from '../schemas/context-schemas.js';
import { answers } from '../schemas/problem-schema.js';
import type { Services } from '../services/services.js';
import { presentJob } from './present.js';

const tags = ['Jobs'];

const list = route('GET /v1/jobs', {
  operationId: 'listJobs',
  tags,
  summary: 'List jobs, the newest first',
  scope: 'read',
  request: { query: pageQuery },
  responses: { 200: answers(pageSchema(jobSchema), 'A page of jobs') },
});

const get = route('GET /v1/jobs/{id}', {
  operationId: 'getJob',
  tags,
  summary: 'Get a job: its status and result',
  scope: 'read',
  request: { params: z.object({ id: z.string().max(256) }) },
  responses: { 200: answers(jobSchema, 'The job') },
});

export function addJobRoutes(app: ServerApp, { jobs }: Services): void {
  addRoute(app, list, async (c) => {
    const query = c.req.valid('query');
    const walk = walkOf(query);
    const found = await jobs.list(c.get('tenant'), {
      limit: query.limit + 1,
      reverse: !walk.ascending,
      ...definedFields({ after: walk.cursor }),
    });
    return c.json(walkedPage(found.map(presentJob), walk, query.limit), 200);
  });

  addRoute(app, get, async (c) => {
    const { id } = c.req.valid('param');
    const job = await jobs.get(c.get('tenant'), id);
    if (job !== undefined) return c.json(presentJob(job), 200);
    const detail = `There is no job ${JSON.stringify(id)}. Ended jobs are kept for a week.`;
    throw problem(404, { code: 'job_not_found', detail });
  });
}
