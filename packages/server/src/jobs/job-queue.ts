import { createId } from '@everlong/core/store-kit';
import { redactSecrets } from '@everlong/redaction';

import type { ServerState } from '../state/server-state.js';
import type { Job } from './job.js';

/** Durable jobs: one at a time of each type and session, resumed after a crash. */
export interface JobQueue {
  /**
   * Queues a job, unless one of its type is queued or running for the same session: then resolves
   * with that one, whatever its options.
   */
  add(input: NewJob): Promise<Job>;
  get(tenant: string, id: string): Promise<Job | undefined>;
  list(tenant: string, range: { after?: string; limit: number; reverse: boolean }): Promise<Job[]>;
  /** Queues the jobs that an earlier server left unfinished. */
  resume(): Promise<void>;
  readonly running: number;
  /** Starts no more jobs; resolves when the running ones have ended. */
  drain(): Promise<void>;
}

type NewJob = Pick<Job, 'type' | 'tenant'> & Partial<Pick<Job, 'sessionId' | 'options'>>;

export interface JobQueueOptions {
  state: ServerState;
  /** Does a job; resolves with its result. Called again for a job that a crash interrupted. */
  run(job: Job): Promise<Job['result']>;
  maxRunning: number;
  ended(job: Job): void;
}

/** After so many attempts without an end, a job is assumed to crash the server and fails. */
const MAX_ATTEMPTS = 5;

export function createJobQueue({ state, run, maxRunning, ended }: JobQueueOptions): JobQueue {
  const queued: Job[] = [];
  const running = new Set<Promise<void>>();
  const draining = new AbortController();

  const placeOf = ({ tenant, id }: Pick<Job, 'tenant' | 'id'>) =>
    ({ tenant, kind: 'job', id }) as const;
  /** Holds the id of the unfinished job of a session. */
  const activePlace = ({ tenant, type, sessionId }: NewJob) =>
    ({ tenant, kind: 'active-job', id: `${type}:${sessionId ?? ''}` }) as const;

  function save(job: Job): Promise<Job | undefined> {
    // A job whose tenant was deleted stays deleted.
    return state.update<Job>(placeOf(job), (old) => old && job);
  }

  async function work(queuedJob: Job): Promise<void> {
    const attempts = queuedJob.attempts + 1;
    const startedAt = queuedJob.startedAt ?? now();
    const job: Job = { ...queuedJob, status: 'running', startedAt, attempts };
    await save(job);
    let done: Job;
    try {
      if (attempts > MAX_ATTEMPTS) {
        throw new Error(`It did not end in ${MAX_ATTEMPTS} attempts.`);
      }
      const result = await run(job);
      done = { ...job, status: 'succeeded', endedAt: now(), ...(result && { result }) };
    } catch (error) {
      const message = redactSecrets(error instanceof Error ? error.message : String(error));
      done = { ...job, status: 'failed', endedAt: now(), error: message.slice(0, 1000) };
    }
    await save(done);
    await state.update(activePlace(job), () => undefined);
    ended(done);
  }

  function startNext(): void {
    while (!draining.signal.aborted && running.size < maxRunning) {
      const job = queued.shift();
      if (job === undefined) return;
      const task = work(job)
        .catch(() => undefined)
        .finally(() => {
          running.delete(task);
          startNext();
        });
      running.add(task);
    }
  }

  /** The unfinished job of the session, which `activePlace` names. */
  async function findActive(input: NewJob): Promise<Job | undefined> {
    const noted = await state.get<{ id: string }>(activePlace(input));
    if (noted === undefined) return undefined;
    const job = await state.get<Job>(placeOf({ tenant: input.tenant, id: noted.id }));
    if (job !== undefined && job.endedAt === undefined) return job;
    // A crash came between its end and the removal of this note.
    await state.update<{ id: string }>(activePlace(input), (current) =>
      current?.id === noted.id ? undefined : current,
    );
    return undefined;
  }

  return {
    async add(input) {
      const id = `job_${createId()}`;
      const job: Job = { ...input, id, status: 'queued', createdAt: now(), attempts: 0 };
      await state.insert(placeOf(job), job);
      while (!(await state.insert(activePlace(job), { id }))) {
        const active = await findActive(input);
        if (active === undefined) continue;
        await state.update(placeOf(job), () => undefined);
        return active;
      }
      queued.push(job);
      startNext();
      return job;
    },
    get: (tenant, id) => state.get<Job>(placeOf({ tenant, id })),
    async list(tenant, range) {
      const documents = await state.list<Job>({ kind: 'job', tenant, ...range });
      return documents.map(({ value }) => value);
    },
    async resume() {
      const jobs = await state.list<Job>({ kind: 'job' });
      for (const { value: job } of jobs.filter(({ value }) => value.endedAt === undefined)) {
        const active = await state.get<{ id: string }>(activePlace(job));
        if (active?.id === job.id) queued.push(job);
        // Its server died while adding it: no client knows of it.
        else await state.update(placeOf(job), () => undefined);
      }
      startNext();
    },
    get running() {
      return running.size;
    },
    async drain() {
      draining.abort();
      queued.length = 0;
      await Promise.all(running);
    },
  };
}

function now(): string {
  return new Date().toISOString();
}
