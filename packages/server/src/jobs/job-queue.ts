import { redactSecrets } from '@everlong/redaction';

import type { ServerState } from '../state/server-state.js';
import type { Job } from './job.js';
import { createStoredJobs, type JobRange, type NewJob } from './stored-jobs.js';

/** Durable jobs: one at a time of each type and session, resumed after a crash. */
export interface JobQueue {
  /**
   * Queues a job, unless one of its type is queued or running for the same session: then resolves
   * with that one, whatever its options.
   */
  add(input: NewJob): Promise<Job>;
  get(tenant: string, id: string): Promise<Job | undefined>;
  list(tenant: string, range: JobRange): Promise<Job[]>;
  /** Removes the jobs of a session that is deleted. */
  forget(tenant: string, sessionId: string): Promise<void>;
  /** Queues the jobs that an earlier server left unfinished. */
  resume(): Promise<void>;
  readonly running: number;
  /** Starts no more jobs; resolves when the running ones have ended. */
  drain(): Promise<void>;
}

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
  const jobs = createStoredJobs(state);
  const queued: Job[] = [];
  const running = new Set<Promise<void>>();
  const draining = new AbortController();

  async function work(queuedJob: Job): Promise<void> {
    const attempts = queuedJob.attempts + 1;
    const startedAt = queuedJob.startedAt ?? now();
    const job: Job = { ...queuedJob, status: 'running', startedAt, attempts };
    await jobs.save(job);
    const done: Job = { ...job, ...(await outcomeOf(job, run)) };
    await jobs.finish(done);
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

  return {
    async add(input) {
      const { job, isNew } = await jobs.add(input);
      if (!isNew) return job;
      queued.push(job);
      startNext();
      return job;
    },
    get: jobs.get,
    list: jobs.list,
    forget: jobs.forget,
    async resume() {
      queued.push(...(await jobs.takeUnfinished()));
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

/** Runs a job; never rejects. */
async function outcomeOf(
  job: Job,
  run: JobQueueOptions['run'],
): Promise<Pick<Job, 'status' | 'endedAt' | 'result' | 'error'>> {
  try {
    if (job.attempts > MAX_ATTEMPTS) {
      throw new Error(`It did not end in ${MAX_ATTEMPTS} attempts.`);
    }
    const result = await run(job);
    return { status: 'succeeded', endedAt: now(), ...(result && { result }) };
  } catch (error) {
    const message = redactSecrets(error instanceof Error ? error.message : String(error));
    return { status: 'failed', endedAt: now(), error: message.slice(0, 1000) };
  }
}

function now(): string {
  return new Date().toISOString();
}
