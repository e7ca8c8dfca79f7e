import { type AdminCalls, createAdminCalls } from './admin-calls.js';
import { createMemoryCalls, type MemoryCalls } from './memory-calls.js';
import { createSessionCalls, type SessionCalls } from './session-calls.js';
import { type ClientOptions, createTransport } from './transport.js';

/**
 * Everything that the API offers. Calls reject with `ApiError`; what fails for a moment is
 * repeated.
 */
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
