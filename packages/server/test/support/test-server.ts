import { createMemoryStore } from '@everlong/core';
import { onTestFinished } from 'vitest';

import {
  createMemoryState,
  createServer,
  type Server,
  type ServerOptions,
} from '../../src/index.js';
import { checkAnswer } from './check-answer.js';

export const ADMIN_KEY = 'an-admin-key-for-tests-only';

interface Answer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- held to the OpenAPI document at run time
  body: any;
  text: string;
  headers: Headers;
}

interface CallOptions {
  /** JSON, or text that is sent as it is. */
  body?: unknown;
  key?: string | null;
  headers?: Record<string, string>;
}

export interface TestServer {
  server: Server;
  /** Calls a route; every answer is checked against the OpenAPI document. */
  call(route: string, options?: CallOptions): Promise<Answer>;
  /** A key of a tenant, which is made if need be. */
  keyFor(tenant: string, scope?: string): Promise<string>;
}

/** A server in memory, without sockets. */
export async function createTestServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const server = createServer({
    store: createMemoryStore(),
    state: createMemoryState(),
    adminKey: ADMIN_KEY,
    ...options,
  });
  await server.start();
  onTestFinished(async () => {
    await server.drain();
    await server.close();
  });

  async function call(
    route: string,
    { body, key, headers = {} }: CallOptions = {},
  ): Promise<Answer> {
    const [method = 'GET', path = '/'] = route.split(' ');
    const response = await server.app.request(path, {
      method,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key ?? ADMIN_KEY}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const isLines = response.headers.get('content-type')?.includes('ndjson') === true;
    const parsed: unknown = isJson && !isLines && text !== '' ? JSON.parse(text) : undefined;
    const answer = { status: response.status, body: parsed, text, headers: response.headers };
    await checkAnswer(server, method, path, answer);
    return answer;
  }

  async function keyFor(tenant: string, scope = 'write'): Promise<string> {
    if (tenant !== 'default') await call('POST /v1/tenants', { body: { id: tenant } });
    const headers = { 'x-tenant-id': tenant };
    const made = await call('POST /v1/keys', { body: { name: 'test', scope }, headers });
    return made.body.secret as string;
  }

  return { server, call, keyFor };
}

export const say = (content: string, more: object = {}) => ({
  ...more,
  message: { role: 'user', content },
});

/** A session with so many turns of about 100 tokens a message. */
export async function longSession(
  { call }: TestServer,
  turns: number,
  settings: object = { context_window: 4000 },
): Promise<string> {
  const { body } = await call('POST /v1/sessions', { body: settings });
  const messages = Array.from({ length: turns }, (_, turn) => [
    { role: 'user', content: `question ${turn} about port ${8000 + turn} ${'word '.repeat(80)}` },
    { role: 'assistant', content: `answer ${turn} ${'word '.repeat(80)}` },
  ]).flat();
  await call(`POST /v1/sessions/${body.id}/messages`, { body: { messages } });
  return body.id as string;
}

/** The job once it has ended. */
export async function jobEnd({ call }: TestServer, id: string) {
  for (;;) {
    const { body } = await call(`GET /v1/jobs/${id}`);
    if (body.ended_at !== null) return body;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
