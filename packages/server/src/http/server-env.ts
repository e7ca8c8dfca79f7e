import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';

import type { Scope } from '../state/api-keys.js';

/** Variables that middleware sets for routes. */
export interface ServerEnv {
  Variables: {
    requestId: string;
    principal: Principal;
    /** Tells whether its key is still valid: for answers that go on for long. */
    mayGoOn(): Promise<boolean>;
    /** The tenant that the request is about. */
    tenant: string;
    /** The body, with its size in bytes; of requests to change something only. */
    body: { size: number; text: string; value: unknown };
    /** Headers that the answer gets at the end, whichever route or error makes it. */
    headers: Record<string, string>;
  };
}

export type ServerApp = OpenAPIHono<ServerEnv>;
export type ServerContext = Context<ServerEnv>;

/** Who sends a request. */
export interface Principal {
  /** The key's id, `admin` for the configured key, `anyone` for a server without keys. */
  id: string;
  tenant: string;
  scope: Scope;
  allTenants: boolean;
}
