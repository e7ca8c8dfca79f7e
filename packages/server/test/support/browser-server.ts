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

/** Ends the server. */
export let teardown = async (): Promise<void> => {};

/** A server for the tests that run in a page: it listens beside the one that serves the page. */
export async function setup(project: TestProject) {
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
  teardown = async () => {
    await listening.close();
    await memory.close();
  };
}
