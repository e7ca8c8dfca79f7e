import type { SessionOptions } from '@everlong/context';
import type { Memory, Store } from '@everlong/core';

import type { ServerState } from '../state/server-state.js';
import type { ServerLimits } from './server-limits.js';
import type { FindUpstream } from './upstream.js';

/** What a server is made of: only `store` and `state` are needed. */
export interface ServerOptions {
  /** Where sessions are kept. Closing it is the caller's business. */
  store: Store;
  /** Where the server keeps keys, jobs, tenants and its audit log. Closing it is the caller's. */
  state: ServerState;
  /** A key that may do everything, for every tenant, whatever keys are stored. */
  adminKey?: string;
  /** `none`: whoever can reach the server may do everything. Default `keys`. */
  auth?: 'keys' | 'none';
  limits?: Partial<ServerLimits>;
  /**
   * Origins of pages that browsers let call the server, such as `https://app.example.com`; `*` for
   * all. Default: none but the server's own.
   */
  allowedOrigins?: readonly string[];
  /** How sessions are opened that do not say otherwise. */
  defaults?: SessionDefaults;
  /** Writes the snapshots' prose. Default: none is asked. */
  summarizer?: SessionOptions['summarizer'];
  /** Keeps the memories of every tenant and agent. Closing it is the caller's. Default: none. */
  memory?: Memory;
  /**
   * Whether sessions use it: what is said is observed, and what is relevant to a question is sent
   * along.
   * Default false: only the routes and the tools of agents do.
   */
  sessionMemory?: boolean;
  /** The models that answer chats. Default: none. Needs `ai`, from 6 on. */
  upstream?: FindUpstream;
  /** Milliseconds between two signs of life on a stream of events. Default 15000. */
  heartbeatMs?: number;
  /** Compactions that run at once. Default 2. */
  maxRunningJobs?: number;
  /** Told about every request and every failure; never about what was said. */
  log?: ServerLog;
}

/** A session's model (a registry name), window and policy. */
export interface SessionDefaults {
  model?: string;
  contextWindow?: number;
  policy?: string;
}

/** The part of pino's logger that the server uses. */
export interface ServerLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
