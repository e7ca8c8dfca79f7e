import { ConfigError, type Store } from '@everlong/core';
import { checkOptions, type OptionNames } from '@everlong/core/internal';

import { defaultLimits, type ServerLimits } from '../config/server-limits.js';
import type { ServerLog, ServerOptions } from '../config/server-options.js';
import type { FindUpstream } from '../config/server-options.js';
import { forgetAnswers } from '../http/idempotency.js';
import { createMetrics, type Metrics } from '../http/metrics.js';
import { createStorageHealth, type StorageHealth } from '../http/storage-failure.js';
import { catchUpMemories } from './catch-up-memories.js';
import { deleteSession } from './delete-session.js';
import { createMemories, type Memories } from './memories.js';
import { type ChatAnswers, createChatAnswers } from './chat-answers.js';
import type { Job } from '../jobs/job.js';
import { createJobQueue, type JobQueue } from '../jobs/job-queue.js';
import { createRunJob } from '../jobs/run-job.js';
import { createSummaryModels, requireUpstream } from './summary-models.js';
import { createSessionPool, type SessionPool } from '../sessions/session-pool.js';
import { registryName } from '../sessions/session-settings.js';
import { createTenantStores, type TenantStores } from '../sessions/tenant-stores.js';
import { type ApiKeys, createApiKeys } from '../state/api-keys.js';
import { type AuditLog, createAuditLog } from '../state/audit-log.js';
import type { ServerState } from '../state/server-state.js';
import { createTenants, type Tenants } from '../state/tenants.js';
import { createTokenUsage, type TokenUsage } from '../state/token-usage.js';

/** Everything that routes use. */
export interface Services extends TenantStores {
  state: ServerState;
  pool: SessionPool;
  chats: ChatAnswers;
  memories: Memories;
  /** True if sessions use the memory. */
  sessionMemory: boolean;
  upstream: FindUpstream;
  jobs: JobQueue;
  keys: ApiKeys;
  tenants: Tenants;
  usage: TokenUsage;
  audit: AuditLog;
  metrics: Metrics;
  storage: StorageHealth;
  limits: ServerLimits;
  defaults: NonNullable<ServerOptions['defaults']>;
  heartbeatMs: number;
  log: ServerLog | undefined;
  /** Aborts when the server shuts down, which ends the streams of events. */
  ending: AbortController;
}

const OPTIONS: OptionNames<ServerOptions> = {
  store: true,
  state: true,
  adminKey: true,
  auth: true,
  limits: true,
  allowedOrigins: true,
  defaults: true,
  summarizer: true,
  summaryModel: true,
  compaction: true,
  upstream: true,
  memory: true,
  forgetsOnly: true,
  sessionMemory: true,
  heartbeatMs: true,
  maxRunningJobs: true,
  log: true,
};

/** Throws `ConfigError` for an invalid option. */
export function createServices(options: ServerOptions): Services {
  checkOptions('createServer', options, OPTIONS);
  const { store, state, defaults = {}, heartbeatMs = 15_000, maxRunningJobs = 2, log } = options;
  const upstream = upstreamOf(options);
  checkStore(store);
  const limits = resolveLimits(options.limits);
  const stores = createTenantStores(store, async (tenant, sessionId) => {
    await forgetAnswers(state, tenant, sessionId);
    await state.scrub();
  });
  const memories = createMemories(options.memory, state, {
    forgetsOnly: options.forgetsOnly === true,
  });
  const sessionMemory = options.sessionMemory === true && memories.isOn;
  const summaries = summaryModelsOf(options, upstream);
  const pool = createSessionPool({
    storeOf: stores.storeOf,
    defaults,
    summarizerOf: async (tenant, own) =>
      (await summaries.summarizerOf(tenant, own)) ?? options.summarizer,
    compactionOf: async (tenant, model) => summaries.compactionOf(tenant, model),
    upstream,
    memoryOf: sessionMemory ? memories.toWrite : undefined,
    maxOpen: limits.maxOpenSessions,
    closeFailed: (error) => log?.error({ err: error }, 'closing a session failed'),
  });
  const chats = createChatAnswers(pool, stores.storeOf);
  const tenants = createTenants(state);
  const audit = createAuditLog(state);
  const metrics: Metrics = createMetrics(
    () => pool.size,
    () => jobs.running,
  );
  const parts = { ...stores, state, pool, chats, memories, tenants, audit };
  const jobs: JobQueue = createJobs(parts, maxRunningJobs, (job) => {
    metrics.jobEnded(job.status);
    log?.info({ job: job.id, type: job.type, status: job.status }, 'job ended');
  });
  return {
    ...stores,
    state,
    pool,
    chats,
    memories,
    sessionMemory,
    upstream,
    jobs,
    keys: createApiKeys(state),
    tenants,
    usage: createTokenUsage(state),
    audit,
    metrics,
    storage: createStorageHealth(),
    limits,
    defaults,
    heartbeatMs,
    log,
    ending: new AbortController(),
  };
}

function summaryModelsOf(
  { state, summaryModel, compaction }: ServerOptions,
  upstream: FindUpstream,
): ReturnType<typeof createSummaryModels> {
  if (summaryModel !== undefined) requireUpstream(upstream, 'summaryModel', summaryModel);
  return createSummaryModels({ state, upstream, summaryModel, compaction });
}

function upstreamOf({ upstream: find = () => undefined }: ServerOptions): FindUpstream {
  return (model) => find(model) ?? find(registryName(model));
}

type JobParts = TenantStores &
  Pick<Services, 'state' | 'pool' | 'chats' | 'memories' | 'tenants' | 'audit'>;

function createJobs(parts: JobParts, maxRunning: number, ended: (job: Job) => void): JobQueue {
  const { state, audit } = parts;
  const run = createRunJob({
    ...parts,
    catchUp: (tenant) => catchUpMemories(parts, tenant),
    deleteSession: (tenant, info) => deleteSession({ ...parts, jobs: queue }, tenant, info),
    deleted: (tenant, target) =>
      audit.add(tenant, { action: 'session.expired', actor: 'server', target }),
  });
  const queue = createJobQueue({ state, run, maxRunning, ended });
  return queue;
}

function checkStore(store: Partial<Store> | undefined): void {
  if (typeof store?.forTenant === 'function') return;
  throw new ConfigError('createServer needs a store with forTenant, such as createSqliteStore.');
}

function resolveLimits(given: Partial<ServerLimits> = {}): ServerLimits {
  checkOptions<ServerLimits>('The `limits` of createServer', given, defaultLimits);
  for (const [name, value] of Object.entries(given)) {
    const least = name === 'requestsPerMinute' ? 0 : 1;
    if (Number.isSafeInteger(value) && value >= least) continue;
    throw new ConfigError(`limits.${name} is ${value}. Give a whole number of at least ${least}.`);
  }
  return { ...defaultLimits, ...given };
}
