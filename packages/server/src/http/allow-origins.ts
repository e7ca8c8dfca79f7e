import { cors } from 'hono/cors';
import type { MiddlewareHandler } from 'hono';

import type { ServerEnv } from './server-env.js';

/** The headers that pages may read, besides those that browsers always show them. */
const exposed = [
  'etag',
  'idempotent-replayed',
  'link',
  'location',
  'mcp-session-id',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'x-request-id',
  'x-should-retry',
  'x-vercel-ai-ui-message-stream',
];

/** Lets browsers call the server from pages of these origins. Keys are sent, cookies are not. */
export function createAllowOrigins(origins: readonly string[]): MiddlewareHandler<ServerEnv> {
  return cors({
    origin: origins.includes('*') ? '*' : [...origins],
    exposeHeaders: exposed,
    maxAge: 600,
  });
}
