import { createMemoryStore } from '@everlong/core';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';

import { createMemoryState, createServer, type ServerOptions } from '../../src/index.js';
import { listen, type ListenOptions } from '../../src/node.js';
import { ADMIN_KEY } from './test-server.js';

/** A server on a port of its own. */
export async function startListening(
  options: Partial<ServerOptions> = {},
  how: Partial<ListenOptions> = {},
) {
  const server = createServer({
    store: createMemoryStore(),
    state: createMemoryState(),
    adminKey: ADMIN_KEY,
    ...options,
  });
  const listening = await listen(server, { port: 0, drainMs: 2000, ...how });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= listening.close());
  onTestFinished(close);
  const { port } = new URL(listening.url);

  /** Sends bytes as they are; resolves with all that comes back until the connection ends. */
  function raw(text: string | Buffer, { end = false } = {}): Promise<string> {
    return new Promise((resolve) => {
      let answer = '';
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(text);
        if (end) socket.destroy();
      });
      socket.setEncoding('latin1');
      socket.on('data', (data) => (answer += String(data)));
      socket.on('error', () => {});
      socket.on('close', () => resolve(answer));
    });
  }

  async function call(
    route: string,
    init: { body?: string; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const [method = 'GET', path = '/'] = route.split(' ');
    const headers = { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'application/json' };
    return fetch(listening.url + path, {
      method,
      ...init,
      headers: { ...headers, ...init.headers },
    });
  }

  return { url: listening.url, port: Number(port), raw, call, close };
}
