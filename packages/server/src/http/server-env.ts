import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';

import type { Principal } from './principal.js';

/** What middleware sets for routes. */
export interface ServerEnv {
  Variables: {
    requestId: string;
    principal: Principal;
    /** The tenant that the request is about. */
    tenant: string;
  };
}

export type ServerApp = OpenAPIHono<ServerEnv>;
export type ServerContext = Context<ServerEnv>;
