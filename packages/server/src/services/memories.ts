import type { Memory } from '@everlong/core';
import { checkName } from '@everlong/core/store-kit';

import { problem } from '../http/problem.js';
import type { ServerState } from '../state/server-state.js';

/** Long-term memory of tenants: one for each agent of each tenant, and nothing crosses it. */
export interface Memories {
  /** Whether there is any. */
  readonly isOn: boolean;
  /** The memory, and the scope of an agent in it; throws the answer 404 where there is none. */
  of(tenant: string, agent: string): Promise<{ memory: Memory; scope: string }>;
  /** Forgets what a session said; does nothing without a memory. */
  forgetSession(tenant: string, agent: string, sessionId: string): Promise<void>;
  /** The agents of a tenant that have memories. */
  agentsOf(tenant: string): Promise<string[]>;
  /** Forgets everything of these agents. */
  forgetAgents(tenant: string, agents: readonly string[]): Promise<void>;
}

export function createMemories(memory: Memory | undefined, state: ServerState): Memories {
  const known = new Set<string>();

  async function of(tenant: string, agent: string) {
    if (memory === undefined) {
      const detail = 'This server keeps no memories. Start it with EVERLONG_MEMORY=tools.';
      throw problem(404, { code: 'no_memory', detail });
    }
    checkName('agent', agent);
    const scope = scopeOf(tenant, agent);
    if (!known.has(scope)) {
      // So that a tenant can be forgotten whole.
      await state.insert({ tenant, kind: 'memory', id: agent }, { agent });
      known.add(scope);
    }
    return { memory, scope };
  }

  async function forgetSession(tenant: string, agent: string, sessionId: string): Promise<void> {
    if (memory === undefined) return;
    const scope = scopeOf(tenant, agent);
    if ((await memory.observedThroughSeq(scope, sessionId)) < 0) return;
    await memory.forget(scope, { sessionId });
  }

  return {
    isOn: memory !== undefined,
    of,
    forgetSession,
    async agentsOf(tenant) {
      if (memory === undefined) return [];
      return (await state.list({ tenant, kind: 'memory' })).map(({ id }) => id);
    },
    async forgetAgents(tenant, agents) {
      if (memory === undefined) return;
      for (const agent of agents) {
        const scope = scopeOf(tenant, agent);
        await memory.forget(scope, { everything: true });
        known.delete(scope);
      }
    },
  };
}

/** Ids of tenants hold no slash. */
function scopeOf(tenant: string, agent: string): string {
  return `${tenant}/${agent}`;
}
