import { basename, dirname, join, resolve } from 'node:path';

import { ConfigError } from '@everlong/core';
import { createServer } from '@everlong/server';
import {
  createSqliteState,
  type Environment,
  listen,
  readEnvironment,
} from '@everlong/server/node';
import { createSqliteStore } from '@everlong/store-sqlite';
import { pino } from 'pino';

import { upstreamModels } from './upstream-models.js';

/** How the server is started; what is left out, the environment says. */
export interface StartOptions {
  variables: Readonly<Record<string, string | undefined>>;
  /** The folder that relative paths start from. */
  cwd: string;
  /** Whoever reaches the server may do everything: on this machine's own address only. */
  withoutKeys?: boolean;
}

/** A server that listens. */
export interface Running {
  url: string;
  /** The key that was made, at the first start only. */
  firstKey?: string;
  /** The file that holds the sessions. */
  database: string;
  /** Ends streams, waits for requests and jobs, closes everything. */
  close(): Promise<void>;
}

const defaultDatabase = '.everlong/sessions.db';
const loopback = /^(?:localhost|127(?:\.\d+){3}|::1)$/;

/** Wires store, state and logs to the server and listens. Rejects with `ConfigError`. */
export async function startServer(options: StartOptions): Promise<Running> {
  const environment = readEnvironment(options.variables);
  const { host, port, adminKey, limits, defaults, logLevel, drainMs } = environment;
  const { upstreams, memory: memoryUse, allowedOrigins } = environment;
  const withoutKeys = options.withoutKeys === true;
  if (withoutKeys && !loopback.test(host)) {
    throw new ConfigError(
      `Without keys the server listens on this machine only, not on ${host}. ` +
        'Leave --no-auth out, or use the host 127.0.0.1.',
    );
  }
  const path = databasePath(environment, options.cwd);
  const log = pino({ level: logLevel }, pino.destination({ dest: 2, sync: false }));
  const store = createSqliteStore({ path });
  const state = createSqliteState({ path: pathBeside(path, 'server') });
  const memory = memoryUse === 'off' ? undefined : await openMemory(path);
  const server = createServer({
    ...(memory === undefined ? {} : { memory, sessionMemory: memoryUse === 'sessions' }),
    store,
    state,
    limits,
    allowedOrigins,
    defaults,
    upstream: upstreamModels(upstreams),
    log,
    auth: withoutKeys ? 'none' : 'keys',
    ...(adminKey === undefined ? {} : { adminKey }),
  });
  async function closeAll(): Promise<void> {
    await store.close();
    await state.close();
    await memory?.close();
  }
  try {
    const listening = await listen(server, { host, port, drainMs });
    const needsKey = !withoutKeys && adminKey === undefined;
    const firstKey = needsKey ? await server.createFirstKey() : undefined;
    await server.start();
    return {
      url: listening.url,
      database: path,
      ...(firstKey === undefined ? {} : { firstKey }),
      async close() {
        log.info('ending');
        await listening.close();
        await closeAll();
        await new Promise<void>((done) => log.flush(() => done()));
      },
    };
  } catch (error) {
    await server.close();
    await closeAll();
    throw error;
  }
}

function databasePath({ databaseUrl = defaultDatabase }: Environment, cwd: string): string {
  const [, scheme, rest = databaseUrl] =
    /^([a-z][a-z\d+]+):(?:\/\/)?(.+)$/i.exec(databaseUrl) ?? [];
  if (scheme === undefined || scheme === 'sqlite' || scheme === 'file') {
    return rest === ':memory:' ? rest : resolve(cwd, rest);
  }
  throw new ConfigError(
    `This server cannot keep sessions in ${scheme}: it has SQLite only. ` +
      'Give a path, or a URL such as sqlite:/var/lib/everlong/sessions.db.',
  );
}

async function openMemory(database: string) {
  const { createMemory } = await import('@everlong/memory');
  return createMemory({ path: pathBeside(database, 'memory') });
}

/** Another database of the server, beside that of the sessions. */
function pathBeside(database: string, kind: string): string {
  if (database === ':memory:') return database;
  return join(dirname(database), `${basename(database, '.db')}.${kind}.db`);
}
