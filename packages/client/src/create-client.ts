import { type AdminCalls, createAdminCalls } from './calls/admin-calls.js';
import { createMemoryCalls, type MemoryCalls } from './calls/memory-calls.js';
import { createSessionCalls, type SessionCalls } from './calls/session-calls.js';
import type { ClientOptions } from './transport/client-options.js';
import { createTransport } from './transport/transport.js';

/** The whole API. Calls reject with `ApiError`; temporary failures are retried. */
export type Client = SessionCalls & MemoryCalls & AdminCalls;

/** A client of an everlong server, for Node, browsers and edge runtimes. */
export function createClient(options: ClientOptions): Client {
  const transport = createTransport(options);
  return {
    ...createSessionCalls(transport),
    ...createMemoryCalls(transport),
    ...createAdminCalls(transport),
  };
}
