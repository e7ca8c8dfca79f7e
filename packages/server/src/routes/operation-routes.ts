import { z } from '@hono/zod-openapi';

import { addRoute, route } from '../http/route.js';
import { problemResponse } from '../http/problem.js';
import type { ServerApp } from '../http/server-env.js';
import { answers, problems } from '../schemas/problem-schema.js';
import type { Services } from '../services/services.js';

const tags = ['Operation'];
const healthy = z.object({ status: z.literal('ok') }).openapi('Health');

const livez = route('GET /livez', {
  operationId: 'livez',
  tags,
  summary: 'Whether the server runs',
  security: [],
  responses: { 200: answers(healthy, 'It runs') },
});

const readyz = route('GET /readyz', {
  operationId: 'readyz',
  tags,
  summary:
    'Whether the server is ready: its databases answer, storing did not just fail, and it is not shutting down',
  security: [],
  responses: {
    200: answers(healthy, 'It is ready'),
    503: { description: 'It is not ready', content: problems[404].content },
  },
});

const metricsRoute = route('GET /metrics', {
  operationId: 'metrics',
  tags,
  summary: 'Metrics in the text format of Prometheus',
  description: 'For an administrator of the whole server.',
  scope: 'operator',
  responses: {
    200: { description: 'Metrics', content: { 'text/plain': { schema: z.string() } } },
  },
});

export function addOperationRoutes(app: ServerApp, services: Services): void {
  const { state, storeOf, metrics, storage, ending, log } = services;

  addRoute(app, livez, (c) => c.json({ status: 'ok' as const }, 200));

  addRoute(app, readyz, async (c) => {
    if (ending.signal.aborted) return notReady('The server is shutting down.');
    if (storage.isFailing) return notReady('Storing data failed a moment ago. The log says why.');
    try {
      await state.check();
      await storeOf('default').listSessions({ order: 'created', limit: 1 });
    } catch (error) {
      log?.error({ err: error }, 'not ready');
      return notReady('A database does not answer. The log says which.');
    }
    return c.json({ status: 'ok' as const }, 200);
  });

  addRoute(app, metricsRoute, async (c) => {
    const text = await metrics.text();
    return c.body(text, 200, { 'content-type': metrics.contentType });
  });
}

function notReady(detail: string): Response {
  return problemResponse(503, { code: 'not_ready', detail, headers: { 'retry-after': '1' } });
}
