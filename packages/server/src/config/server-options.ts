import type { SessionOptions } from '@everlong/context';
import type { HandleChatOptions } from '@everlong/context/ai-sdk';
import type { Memory, Store } from '@everlong/core';

import type { ServerState } from '../state/server-state.js';
import type { ServerLimits } from './server-limits.js';

/** The options of `createServer`: only `store` and `state` are required. */
export interface ServerOptions {
  /** Keeps the sessions. The caller closes it. */
  store: Store;
  /** Keeps keys, jobs, tenants and the audit log. The caller closes it. */
  state: ServerState;
  /** A key that may do everything for every tenant, besides the stored keys. */
  adminKey?: string;
  /** `none`: anyone who can reach the server may do everything. Default `keys`. */
  auth?: 'keys' | 'none';
  /** Replace single ones of `defaultLimits`. */
  limits?: Partial<ServerLimits>;
  /**
   * Origins of pages that browsers let call the server, such as `https://app.example.com`; `*` for
   * all. Default: none but the server's own.
   */
  allowedOrigins?: readonly string[];
  /** Settings of sessions that have none of their own. */
  defaults?: SessionDefaults;
  /**
   * The upstream's model that writes snapshots where neither the session nor its tenant names one;
   * what it is asked is booked to the tenant. Needs `ai`. Default: `summarizer`.
   */
  summaryModel?: string;
  /**
   * Who writes the summaries of compactions (see `openSession`): with `provider` or `auto`, the
   * upstream of a session's model is asked wherever it offers that. Needs `ai`. Default `own`.
   */
  compaction?: SessionOptions['compaction'];
  /** Writes the snapshots' prose where no model is named. Default: code alone. */
  summarizer?: SessionOptions['summarizer'];
  /**
   * Keeps the memories of every tenant and agent. The caller closes it. Default: none. A server
   * without the memory that an earlier one had refuses to delete tenants with memories, and deletes
   * sessions without what was remembered of them: give it, with `forgetsOnly`.
   */
  memory?: Memory;
  /**
   * Uses `memory` only to forget what was said in deleted sessions and by deleted tenants: nothing
   * else reads or writes it. Default false.
   */
  forgetsOnly?: boolean;
  /**
   * True if sessions use `memory`: messages are observed, and requests contain what is relevant to
   * a question. Default false: only routes and agents' tools use it.
   */
  sessionMemory?: boolean;
  /** Finds the model that answers a chat. Default: none. Needs the package `ai`, 6 or newer. */
  upstream?: FindUpstream;
  /** Milliseconds between heartbeats on an event stream. Default 15000. */
  heartbeatMs?: number;
  /** Jobs that run at once. Default 2. */
  maxRunningJobs?: number;
  /** Receives every request and failure, never a message's text. */
  log?: ServerLog;
}

/** A session's model (a registry name), window and policy. */
export interface SessionDefaults {
  model?: string;
  /** In tokens. */
  contextWindow?: number;
  policy?: string;
}

/** The part of pino's logger that the server uses. */
export interface ServerLog {
  /** Requests answered, jobs done. */
  info(fields: object, message: string): void;
  /** Failures of others: a chat's provider, an MCP client. */
  warn(fields: object, message: string): void;
  /** Failures of the server itself, with the error as `err`. */
  error(fields: object, message: string): void;
}

/** A model that answers chats. */
export interface UpstreamModel {
  /** Its window in tokens, whatever the registry says. Default: the registry's. */
  contextWindow?: number;
  /** Creates the AI SDK's model. */
  load(): Promise<HandleChatOptions['model']>;
}

/** Finds a model by its name; `undefined` when no upstream serves it. */
export type FindUpstream = (model: string) => UpstreamModel | undefined;
