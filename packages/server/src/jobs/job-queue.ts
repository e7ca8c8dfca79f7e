import { redactSecrets } from '@everlong/redaction';

import type { ServerState } from '../state/server-state.js';
import type { Job } from './job.js';
import { createStoredJobs, type NewJob } from './stored-jobs.js';

/** Durable jobs: one at a time of each type and session, resumed after a crash. */
export type JobQueue = ReturnType<typeof createJobQueue>;

export interface JobQueueOptions {
  state: ServerState;
  /** Does a job; resolves with its result. Called again for a job that a crash interrupted. */
  run(job: Job): Promise<Job['result']>;
  maxRunning: number;
  ended(job: Job): void;
}

/** After so many attempts without an end, a job is assumed to crash the server and fails. */
const MAX_ATTEMPTS = 5;

export function createJobQueue({ state, run, maxRunning, ended }: JobQueueOptions) {
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
    /**
     * Queues a job, unless one of its type is queued or running for the same session: then resolves
     * with that one, whatever its options.
     */
    async add(input: NewJob): Promise<Job> {
      const { job, isNew } = await jobs.add(input);
      if (!isNew) return job;
      queued.push(job);
      startNext();
      return job;
    },
    get: jobs.get,
    list: jobs.list,
    forget: jobs.forget,
    /** Queues the jobs that an earlier server left unfinished. */
    async resume(): Promise<void> {
      queued.push(...(await jobs.takeUnfinished()));
      startNext();
    },
    get running(): number {
      return running.size;
    },
    /** Starts no more jobs; resolves when the running ones have ended. */
    async drain(): Promise<void> {
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
