import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import { ConfigError, type Store } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';
import { createFactModel, createServer, type SummaryModelOptions } from '@everlong/server';
import {
  createSqliteState,
  type EnvironmentOrigin,
  listen,
  readEnvironment,
  realFile,
} from '@everlong/server/node';
import { createSqliteStore } from '@everlong/store-sqlite';
import { pino } from 'pino';

import { letSessionsDieYoung } from './let-sessions-die-young.js';
import { upstreamModels } from './upstream-models.js';

/** How to start the server; its settings are environment variables. */
export interface StartOptions extends EnvironmentOrigin {
  /** Such as `process.env`. */
  variables: Readonly<Record<string, string | undefined>>;
  /** The folder that relative paths start from. */
  cwd: string;
  /** Anyone who can connect may do everything; only on a loopback address. */
  withoutKeys?: boolean;
}

/** A running server. */
export interface Running {
  url: string;
  /** The key that the first start creates. */
  firstKey?: string;
  /** The file or folder that holds the sessions. */
  database: string;
  /** Ends streams, waits for requests and jobs, then closes everything. */
  close(): Promise<void>;
}

const defaultDatabase = '.everlong/sessions.db';
const loopback = /^(?:localhost|127(?:\.\d+){3}|::1)$/;

/** Wires store, state and logs to the server and listens. Rejects with `ConfigError`. */
export async function startServer(options: StartOptions): Promise<Running> {
  const environment = readEnvironment(options.variables, options);
  const { host, port, adminKey, limits, defaults, logLevel, drainMs } = environment;
  const { upstreams, memory: memoryUse, allowedOrigins, summaryModel, compaction } = environment;
  const upstream = upstreamModels(upstreams);
  const withoutKeys = options.withoutKeys === true;
  if (withoutKeys) requireLoopback(host);
  const { databasePath } = environment;
  const path = realDatabase(options.cwd, databasePath ?? defaultDatabase);
  const ownFolder = databasePath === undefined ? sessionsFolder(path) : undefined;
  letSessionsDieYoung();
  const log = pino({ level: logLevel }, pino.destination({ dest: 2, sync: false }));
  /** What is open, the last first. */
  const open: { close(): Promise<void> }[] = [];
  const closeAll = async (): Promise<void> => {
    for (const each of open.splice(0)) await each.close();
  };
  const opened = <Resource extends { close(): Promise<void> }>(resource: Resource): Resource => {
    open.unshift(resource);
    return resource;
  };
  try {
    const forgetsOnly = memoryUse === 'off';
    const state = opened(createSqliteState({ path: pathBeside(path, 'server') }));
    const memory = await openMemory(path, { forgetsOnly, state, upstream, summaryModel });
    if (memory !== undefined) opened(memory);
    const server = createServer({
      ...(memory === undefined
        ? {}
        : { memory, forgetsOnly, sessionMemory: memoryUse === 'sessions' }),
      store: opened(await openStore(path, ownFolder)),
      state,
      limits,
      allowedOrigins,
      defaults,
      upstream,
      compaction,
      log,
      auth: withoutKeys ? 'none' : 'keys',
      ...definedFields({ summaryModel, adminKey }),
    });
    const { url } = opened(await listen(server, { host, port, drainMs }));
    const needsKey = !withoutKeys && adminKey === undefined;
    const firstKey = needsKey ? await server.createFirstKey() : undefined;
    await server.start();
    return {
      url,
      database: ownFolder ?? path,
      ...(firstKey === undefined ? {} : { firstKey }),
      async close() {
        log.info('ending');
        await closeAll();
        await new Promise<void>((done) => log.flush(() => done()));
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

function requireLoopback(host: string): void {
  if (loopback.test(host)) return;
  throw new ConfigError(
    `Without keys the server listens on this machine only, not on ${host}. ` +
      'Leave --no-auth out, or use the host 127.0.0.1.',
  );
}

/** What lies beside it, the lock among it, is beside the file itself, not beside a link to it. */
function realDatabase(cwd: string, database: string): string {
  return database === ':memory:' ? database : realFile(resolve(cwd, database));
}

/** The folder of a command line's sessions beside a database that is not there. */
function sessionsFolder(database: string): string | undefined {
  const folder = join(dirname(database), 'sessions');
  return !existsSync(database) && existsSync(folder) ? folder : undefined;
}

async function openStore(path: string, folder: string | undefined): Promise<Store> {
  if (folder === undefined) return createSqliteStore({ path });
  const { createJsonlStore } = await import('@everlong/store-jsonl');
  return createJsonlStore({ directory: folder });
}

/** The memory; one that nobody uses is opened where there is something to forget in it. */
async function openMemory(
  database: string,
  { forgetsOnly, ...facts }: SummaryModelOptions & { forgetsOnly: boolean },
) {
  const path = pathBeside(database, 'memory');
  if (forgetsOnly && !existsSync(path)) return undefined;
  const { createMemory } = await import('@everlong/memory');
  if (forgetsOnly || facts.summaryModel === undefined) return createMemory({ path });
  return createMemory({ path, model: await createFactModel(facts) });
}

/** The path of another database of the server, next to that of the sessions. */
function pathBeside(database: string, kind: string): string {
  if (database === ':memory:') return database;
  return join(dirname(database), `${basename(database, '.db')}.${kind}.db`);
}
