import type { Services } from '../services/services.js';

/** Queues, for each tenant with memories, what a crash left between the log and the memory. */
export async function queueExtraction({ state, jobs, sessionMemory }: Services): Promise<void> {
  if (!sessionMemory) return;
  const agents = await state.list({ kind: 'memory' });
  for (const tenant of new Set(agents.map((agent) => agent.tenant))) {
    await jobs.add({ type: 'extraction', tenant });
  }
}
