import { setImmediate } from 'node:timers/promises';

import { createId } from '@everlong/core/store-kit';

import type { Place, ServerState } from '../state/server-state.js';
import type { Job } from './job.js';

export type NewJob = Pick<Job, 'type' | 'tenant'> &
  Partial<Pick<Job, 'sessionId' | 'options' | 'decidedOn'>>;

export interface JobRange {
  after?: string;
  limit: number;
  reverse: boolean;
}

/** Jobs as they are stored, with a note of the unfinished one of each type and session. */
export interface StoredJobs {
  /** Stores a new job; where one of its type and session is unfinished, that one is returned. */
  add(input: NewJob): Promise<{ job: Job; isNew: boolean }>;
  save(job: Job): Promise<void>;
  /**
   * Saves a job that has ended, without its options, which may say what is deleted later: another
   * one of its type and session can be added.
   */
  finish(job: Job): Promise<void>;
  get(tenant: string, id: string): Promise<Job | undefined>;
  list(tenant: string, range: JobRange): Promise<Job[]>;
  /** Removes the jobs of a session. */
  forget(tenant: string, sessionId: string): Promise<void>;
  /** The jobs that an earlier server left unfinished; those it was adding are removed. */
  takeUnfinished(): Promise<Job[]>;
}

export function createStoredJobs(state: ServerState): StoredJobs {
  async function save(job: Job): Promise<void> {
    // A job whose tenant was deleted stays deleted.
    await state.update<Job>(placeOf(job), (old) => old && job);
  }

  /** The unfinished job of the session, which the note names. */
  async function findActive(input: NewJob): Promise<Job | undefined> {
    const noted = await state.get<{ id: string }>(noteOf(input));
    if (noted === undefined) return undefined;
    const job = await state.get<Job>(placeOf({ tenant: input.tenant, id: noted.id }));
    if (job !== undefined && job.endedAt === undefined) return job;
    // A crash came between its end and the removal of this note.
    await state.update<{ id: string }>(noteOf(input), (current) =>
      current?.id === noted.id ? undefined : current,
    );
    return undefined;
  }

  return {
    async add(input) {
      const id = `job_${createId()}`;
      const createdAt = new Date().toISOString();
      const job: Job = { ...input, id, status: 'queued', createdAt, attempts: 0 };
      await state.insert(placeOf(job), job);
      while (!(await state.insert(noteOf(job), { id }))) {
        const active = await findActive(input);
        if (active === undefined) continue;
        await state.update(placeOf(job), () => undefined);
        return { job: active, isNew: false };
      }
      return { job, isNew: true };
    },
    save,
    async finish({ options: _done, ...job }) {
      await save(job);
      await state.update(noteOf(job), () => undefined);
    },
    get: (tenant, id) => state.get<Job>(placeOf({ tenant, id })),
    async list(tenant, range) {
      const documents = await state.list<Job>({ kind: 'job', tenant, ...range });
      return documents.map(({ value }) => value);
    },
    forget: (tenant, sessionId) => forgetJobs(state, tenant, sessionId),
    async takeUnfinished() {
      const unfinished: Job[] = [];
      const jobs = await state.list<Job>({ kind: 'job' });
      for (const { value: job } of jobs.filter(({ value }) => value.endedAt === undefined)) {
        const active = await state.get<{ id: string }>(noteOf(job));
        if (active?.id === job.id) unfinished.push(job);
        // Its server died while adding it: no client knows of it.
        else await state.update(placeOf(job), () => undefined);
      }
      return unfinished;
    },
  };
}

async function forgetJobs(state: ServerState, tenant: string, sessionId: string): Promise<void> {
  for (let after = ''; ;) {
    const jobs = await state.list<Job>({ kind: 'job', tenant, after, limit: 100 });
    for (const { value: job } of jobs) {
      if (job.sessionId !== sessionId) continue;
      await state.update(placeOf(job), () => undefined);
      await state.update(noteOf(job), () => undefined);
    }
    if (jobs.length < 100) return;
    after = jobs.at(-1)?.id ?? after;
    await setImmediate();
  }
}

function placeOf({ tenant, id }: Pick<Job, 'tenant' | 'id'>): Place {
  return { tenant, kind: 'job', id };
}

/** Holds the id of the unfinished job of a type and session. */
function noteOf({ tenant, type, sessionId }: NewJob): Place {
  return { tenant, kind: 'active-job', id: `${type}:${sessionId ?? ''}` };
}
