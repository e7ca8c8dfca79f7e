import type { Readable, Writable } from 'node:stream';

import type { Store } from '@everlong/core';
import { DEFAULT_TENANT } from '@everlong/core/store-kit';

import { createSessionPool } from '../sessions/session-pool.js';
import { readingStore } from './reading-store.js';
import type { ScopedMemory } from './write-graph.js';

/** The options of `serveMcp`. */
export interface ServeMcpOptions {
  /** Holds the sessions, which are only read. The caller closes it. */
  store: Store;
  /** A memory, and the scope of one agent in it. Default: no tools on a memory. */
  memory?: ScopedMemory;
  /** Whether the tools may change the memory. Default false. */
  mayWrite?: boolean;
  /** Where the client writes. */
  stdin: Readable;
  /** Where the client reads. */
  stdout: Writable;
  /** What failed because of the client. */
  failed?(error: Error): void;
}

/** MCP for one client over its two streams. */
export interface McpConnection {
  /** Resolves when the client has left. */
  readonly ended: Promise<void>;
  /** Ends the connection and closes the sessions. */
  close(): Promise<void>;
}

/** Sessions that stay open between two calls. */
const MAX_OPEN = 8;

/** Serves the tools of the route `/mcp` over two streams, as an agent's own process. */
export async function serveMcp(options: ServeMcpOptions): Promise<McpConnection> {
  const { memory, mayWrite = false, stdin, stdout, failed = () => {} } = options;
  const [{ serveStdio, StdioServerTransport }, tools, { addMemoryTools }, { addGraphTools }] =
    await Promise.all([
      import('@modelcontextprotocol/server/stdio'),
      import('./mcp-tools.js'),
      import('./memory-tools.js'),
      import('./graph-tools.js'),
    ]);
  const store = readingStore(options.store);
  const pool = createSessionPool({
    storeOf: () => store,
    defaults: {},
    summarizerOf: async () => undefined,
    upstream: () => undefined,
    memoryOf: undefined,
    maxOpen: MAX_OPEN,
    closeFailed: (error) => failed(error as Error),
  });
  const createTools = () => {
    const server = tools.createMcpTools({ storeOf: () => store, pool }, DEFAULT_TENANT);
    if (memory !== undefined) {
      addMemoryTools(server, { ...memory, mayWrite });
      addGraphTools(server, { ...memory, mayWrite });
    }
    return server;
  };
  const ended = new Promise<void>((resolve) => {
    for (const name of ['end', 'close', 'error']) stdin.once(name, () => resolve());
    for (const name of ['close', 'error']) stdout.once(name, () => resolve());
  });
  const transport = new StdioServerTransport(stdin, stdout);
  const serving = serveStdio(createTools, { transport, onerror: failed });
  return {
    ended,
    async close() {
      await serving.close();
      await pool.close();
    },
  };
}
