import { createId } from '@everlong/core/store-kit';

import type { ServerState } from '../state/server-state.js';
import type { Job } from './job.js';

/** Jobs: durable, a compaction at a time for each session, resumed after a crash. */
export interface JobQueue {
  /**
   * The new job, or the one that is still to be done for the same session; `isNew` says which. One
   * that asks for something else is for the caller to refuse.
   */
  add(input: NewJob): Promise<{ job: Job; isNew: boolean }>;
  get(tenant: string, id: string): Promise<Job | undefined>;
  list(tenant: string, range: { after?: string; limit: number; reverse: boolean }): Promise<Job[]>;
  /** Goes on with what a server before left undone. */
  resume(): Promise<void>;
  readonly running: number;
  /** Resolves when nothing is queued or running. */
  idle(): Promise<void>;
  /** Starts nothing more, and resolves when what runs has ended. */
  drain(): Promise<void>;
}

type NewJob = Pick<Job, 'type' | 'tenant'> & Partial<Pick<Job, 'sessionId' | 'options'>>;

export interface JobQueueOptions {
  state: ServerState;
  /** Does a job; resolves with its result. Called again for one that was cut short. */
  run(job: Job): Promise<Job['result']>;
  maxRunning: number;
  ended(job: Job): void;
}

/** A job that was begun so often and never ended is the cause, not the victim. */
const MAX_ATTEMPTS = 5;

export function createJobQueue({ state, run, maxRunning, ended }: JobQueueOptions): JobQueue {
  const queued: Job[] = [];
  const running = new Set<Promise<void>>();
  const draining = new AbortController();

  const placeOf = ({ tenant, id }: Pick<Job, 'tenant' | 'id'>) =>
    ({ tenant, kind: 'job', id }) as const;
  /** Where the job that is to be done for a session is noted. */
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
      if (attempts > MAX_ATTEMPTS) throw new Error(`It was begun ${MAX_ATTEMPTS} times in vain.`);
      const result = await run(job);
      done = { ...job, status: 'succeeded', endedAt: now(), ...(result && { result }) };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
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
      const work_ = work(job)
        .catch(() => undefined)
        .finally(() => {
          running.delete(work_);
          startNext();
        });
      running.add(work_);
    }
  }

  async function findActive(input: NewJob): Promise<Job | undefined> {
    const active = await state.get<{ id: string }>(activePlace(input));
    return active && state.get<Job>(placeOf({ tenant: input.tenant, id: active.id }));
  }

  return {
    async add(input) {
      const id = `job_${createId()}`;
      const job: Job = { ...input, id, status: 'queued', createdAt: now(), attempts: 0 };
      await state.insert(placeOf(job), job);
      while (!(await state.insert(activePlace(job), { id }))) {
        const active = await findActive(input);
        if (active !== undefined && active.endedAt === undefined) {
          await state.update(placeOf(job), () => undefined);
          return { job: active, isNew: false };
        }
        // What is noted has ended meanwhile.
        await state.update<{ id: string }>(activePlace(job), (noted) =>
          noted?.id === active?.id ? undefined : noted,
        );
      }
      queued.push(job);
      startNext();
      return { job, isNew: true };
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
        // Its server died while it was being added: no client knows of it.
        else await state.update(placeOf(job), () => undefined);
      }
      startNext();
    },
    get running() {
      return running.size;
    },
    async idle() {
      while (running.size > 0 || queued.length > 0) await Promise.all(running);
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
