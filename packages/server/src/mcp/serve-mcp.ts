import type { Readable, Writable } from 'node:stream';

import type { Store } from '@everlong/core';
import { DEFAULT_TENANT } from '@everlong/core/store-kit';

import { createSessionPool } from '../sessions/session-pool.js';
import { readingStore } from './reading-store.js';
import type { ToolMemory } from './write-graph.js';

/** The options of `serveMcp`. */
export interface ServeMcpOptions {
  /** Holds the sessions, which are only read. The caller closes it. */
  store: Store;
  /** The memory of an agent, and those of others that are read. Default: no tools on a memory. */
  memory?: ToolMemory;
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
  /** Resolves when the client has left; rejects with what ended the connection otherwise. */
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
  const transport = new StdioServerTransport(stdin, stdout);
  let isClosing = false;
  let problem: Error | undefined;
  const ended = new Promise<void>((resolve, reject) => {
    const closeTransport = transport.close.bind(transport);
    transport.close = async () => {
      await closeTransport();
      const hasLeft = stdin.readableEnded || stdin.destroyed || stdout.destroyed;
      if (hasLeft || isClosing || problem === undefined) resolve();
      else reject(problem);
    };
  });
  const onerror = (error: Error): void => {
    problem = error;
    failed(error);
  };
  const serving = serveStdio(createTools, { transport, onerror });
  return {
    ended,
    async close() {
      isClosing = true;
      await serving.close();
      await pool.close();
    },
  };
}
