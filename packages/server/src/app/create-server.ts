import { DEFAULT_TENANT } from '@everlong/core/store-kit';
import { OpenAPIHono } from '@hono/zod-openapi';
import type { Hono } from 'hono';

import type { ServerOptions } from '../config/server-options.js';
import { addDocRoutes } from '../docs/doc-routes.js';
import { createAllowOrigins } from '../http/allow-origins.js';
import { createAuthenticate, requireScope } from '../http/authenticate.js';
import { errorResponse } from '../http/error-response.js';
import { createIdempotency } from '../http/idempotency.js';
import { createJsonBody } from '../http/json-body.js';
import { createRateLimit } from '../http/rate-limit.js';
import { isStorageFailure } from '../http/storage-failure.js';
import { createRequireLocal } from '../http/require-local.js';
import { createRequestLog } from '../http/request-log.js';
import { createRouteNotFound } from '../http/route-not-found.js';
import type { ServerApp, ServerEnv } from '../http/server-env.js';
import { addMcpRoute } from '../mcp/mcp-route.js';
import { addAccountRoutes } from '../routes/account-routes.js';
import { addChatRoutes } from '../routes/chat-routes.js';
import { addCompactionRoutes } from '../routes/compaction-routes.js';
import { addEventRoutes } from '../routes/event-routes.js';
import { addHistoryRoutes } from '../routes/history-routes.js';
import { addJobRoutes } from '../routes/job-routes.js';
import { addLearnedRoutes } from '../routes/learned-routes.js';
import { addKeyRoutes } from '../routes/key-routes.js';
import { addMemoryRoutes } from '../routes/memory-routes.js';
import { addMessageRoutes } from '../routes/message-routes.js';
import { addOperationRoutes } from '../routes/operation-routes.js';
import { addRequestRoutes } from '../routes/request-routes.js';
import { addSessionRoutes } from '../routes/session-routes.js';
import { addTenantRoutes } from '../routes/tenant-routes.js';
import { createServices, type Services } from '../services/services.js';
import { createJanitor } from './janitor.js';

/** everlong over HTTP. */
export interface Server {
  /** Answers requests; mounts in any `fetch` server, at its root or below a path. */
  readonly app: Hono<ServerEnv>;
  /** Resumes the jobs that an earlier server left unfinished, and starts the hourly cleanup. */
  start(): Promise<void>;
  /** Creates an admin key for all tenants unless any key exists; resolves with its secret. */
  createFirstKey(): Promise<string | undefined>;
  /** Ends event streams and waits for running jobs; the next `start` resumes the queued ones. */
  drain(): Promise<void>;
  /** After `drain`: ends chat answers and closes sessions. The caller closes store and state. */
  close(): Promise<void>;
}

const adders = [
  addSessionRoutes,
  addMessageRoutes,
  addRequestRoutes,
  addChatRoutes,
  addCompactionRoutes,
  addHistoryRoutes,
  // Before the memories, whose ids would take `profile` for one.
  addLearnedRoutes,
  addMemoryRoutes,
  addEventRoutes,
  addJobRoutes,
  addKeyRoutes,
  addAccountRoutes,
  addTenantRoutes,
  addOperationRoutes,
];

/** Creates the server. Throws `ConfigError` for an invalid option. */
export function createServer(options: ServerOptions): Server {
  const services = createServices(options);
  const janitor = createJanitor(services);
  return {
    app: createApp(services, options),
    async start() {
      await services.jobs.resume();
      await queueExtraction(services);
      janitor.start();
    },
    createFirstKey: () => createFirstKey(services),
    async drain() {
      services.ending.abort();
      janitor.stop();
      await services.jobs.drain();
    },
    async close() {
      await services.chats.end();
      await services.pool.close();
    },
  };
}

function createApp(services: Services, options: ServerOptions): ServerApp {
  const app: ServerApp = new OpenAPIHono<ServerEnv>();
  const { adminKey, auth = 'keys', allowedOrigins = [] } = options;
  const { keys, tenants, limits, log, metrics, state } = services;
  const authenticate = createAuthenticate({ keys, tenants, adminKey, auth });
  const rateLimit = createRateLimit(limits.requestsPerMinute);
  app.onError((error, c) => {
    const response = errorResponse(error);
    if (isStorageFailure(error)) services.storage.failed();
    if (response.status >= 500) log?.error({ err: error, requestId: c.get('requestId') }, 'failed');
    return response;
  });
  app.notFound(createRouteNotFound(app));
  app.use(createRequestLog(log, metrics));
  if (auth === 'none') app.use(createRequireLocal(allowedOrigins));
  // Before keys: browsers ask first whether they may, without one.
  if (allowedOrigins.length > 0) app.use(createAllowOrigins(allowedOrigins));
  for (const path of ['/v1/*', '/mcp', '/metrics']) app.use(path, authenticate, rateLimit);
  const jsonBody = createJsonBody(limits);
  app.use('/v1/*', jsonBody, createIdempotency(state));
  app.use('/mcp', requireScope('read'), jsonBody);
  for (const add of adders) add(app, services);
  addMcpRoute(app, services);
  addDocRoutes(app);
  return app;
}

async function createFirstKey({ keys, state, audit }: Services): Promise<string | undefined> {
  const [known] = await state.list({ kind: 'key', limit: 1 });
  if (known !== undefined) return undefined;
  const tenant = DEFAULT_TENANT;
  const input = { name: 'first key', tenant, scope: 'admin', allTenants: true } as const;
  const { key, secret } = await keys.create(input);
  await audit.add(tenant, { action: 'key.created', actor: 'server', target: key.id });
  return secret;
}

/** Queues, for each tenant with memories, what a crash left between the log and the memory. */
async function queueExtraction({ state, jobs, sessionMemory }: Services): Promise<void> {
  if (!sessionMemory) return;
  const agents = await state.list({ kind: 'memory' });
  for (const tenant of new Set(agents.map((agent) => agent.tenant))) {
    await jobs.add({ type: 'extraction', tenant });
  }
}
