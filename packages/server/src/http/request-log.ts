import { randomUUID } from 'node:crypto';

import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';

import type { ServerLog } from '../config/server-options.js';
import type { Metrics } from './metrics.js';
import type { ServerEnv } from './server-env.js';

/**
 * Gives each request an id (the client's `x-request-id`, if well-formed), answers with it and the
 * other headers of every answer, logs and counts the request. Never logs what was sent.
 */
export function createRequestLog(
  log: ServerLog | undefined,
  metrics: Metrics,
): MiddlewareHandler<ServerEnv> {
  return async function requestLog(c, next) {
    const given = c.req.header('x-request-id');
    const requestId = given !== undefined && /^[\w.-]{1,128}$/.test(given) ? given : randomUUID();
    c.set('requestId', requestId);
    c.set('headers', { 'x-request-id': requestId });
    const start = performance.now();
    await next();
    for (const [name, value] of Object.entries(c.get('headers'))) c.res.headers.set(name, value);
    const seconds = (performance.now() - start) / 1000;
    const { method } = c.req;
    const { status } = c.res;
    const route = routePath(c, -1);
    metrics.request({ method, route, status, seconds });
    log?.info(
      {
        requestId,
        method,
        route,
        status,
        ms: Math.round(seconds * 1e5) / 100,
        key: c.get('principal')?.id,
      },
      'request',
    );
  };
}
