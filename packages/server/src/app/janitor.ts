import type { Job } from '../jobs/job.js';
import { IDEMPOTENCY_HOURS } from '../http/idempotency.js';
import type { Services } from '../services/services.js';

const HOUR_MS = 60 * 60_000;
/** How long an ended job can be read. */
const JOB_DAYS = 7;

/** Every hour removes old idempotent answers and jobs, and queues retention jobs. */
export interface Janitor {
  start(): void;
  stop(): void;
}

export function createJanitor(services: Services): Janitor {
  let timer: NodeJS.Timeout | undefined;

  function sweepAndLog(): void {
    sweep(services).catch((error: unknown) => services.log?.error({ err: error }, 'sweep failed'));
  }

  return {
    start() {
      sweepAndLog();
      timer = setInterval(sweepAndLog, HOUR_MS);
      timer.unref();
    },
    stop() {
      clearInterval(timer);
    },
  };
}

async function sweep({ state, jobs, tenants }: Services): Promise<void> {
  const answersBefore = timeBefore(IDEMPOTENCY_HOURS);
  for (const { tenant, id, value } of await state.list<{ at: string }>({ kind: 'idempotency' })) {
    if (value.at >= answersBefore) continue;
    await state.update({ tenant, kind: 'idempotency', id }, () => undefined);
  }
  const jobsBefore = timeBefore(JOB_DAYS * 24);
  for (const { tenant, id, value } of await state.list<Job>({ kind: 'job' })) {
    if (value.endedAt === undefined || value.endedAt >= jobsBefore) continue;
    await state.update({ tenant, kind: 'job', id }, () => undefined);
  }
  for (const { id, retentionDays } of await tenants.list()) {
    if (retentionDays !== undefined) await jobs.add({ type: 'retention', tenant: id });
  }
}

function timeBefore(hours: number): string {
  return new Date(Date.now() - hours * HOUR_MS).toISOString();
}
