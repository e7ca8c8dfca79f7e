import { createAdminCalls } from './admin-calls.js';
import { createSessionCalls } from './session-calls.js';
import { type ClientOptions, createTransport } from './transport.js';

/** Everything that the API offers. Calls reject with `ApiError`; what fails for a moment is repeated. */
export type Client = ReturnType<typeof createClient>;

/** A client of an everlong server, for Node, browsers and edge runtimes. */
export function createClient(options: ClientOptions) {
  const transport = createTransport(options);
  return { ...createSessionCalls(transport), ...createAdminCalls(transport) };
}
