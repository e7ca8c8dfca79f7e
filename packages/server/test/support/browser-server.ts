import { createMemoryStore } from '@everlong/core';
import { createMemory } from '@everlong/memory';
import type { TestProject } from 'vitest/node';

import { createMemoryState, createServer } from '../../src/index.js';
import { listen } from '../../src/node.js';

declare module 'vitest' {
  export interface ProvidedContext {
    everlongServer: { url: string; key: string };
  }
}

const KEY = 'a-key-of-more-than-24-characters';

/** A server for the tests that run in a page: it listens beside the one that serves the page. */
export default async function startServer(project: TestProject) {
  const memory = await createMemory({ path: ':memory:' });
  const server = createServer({
    store: createMemoryStore(),
    state: createMemoryState(),
    adminKey: KEY,
    allowedOrigins: ['*'],
    memory,
  });
  await server.start();
  const listening = await listen(server, { port: 0 });
  project.provide('everlongServer', { url: listening.url, key: KEY });
  return async () => {
    await listening.close();
    await memory.close();
  };
}
