import { createMemory } from '@everlong/memory';
import { onTestFinished } from 'vitest';

import type { ServerOptions } from '../../src/index.js';
import { createTestServer, type TestServer } from './test-server.js';

/** A server with a memory, and that memory. */
export async function memoryServer(sessionMemory = false, options: Partial<ServerOptions> = {}) {
  const memory = await createMemory({ path: ':memory:' });
  onTestFinished(() => memory.close());
  const server = await createTestServer({ memory, sessionMemory, ...options });
  return { ...server, memory };
}

/** A `fetch` that asks the server without a connection. */
export const fetchOf = ({ server }: Pick<TestServer, 'server'>) =>
  ((input: URL | string, init?: RequestInit) =>
    server.app.request(input instanceof URL ? input.href : input, init)) as typeof fetch;
