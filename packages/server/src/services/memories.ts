import type { FactInput, Memory } from '@everlong/core';
import { checkName } from '@everlong/core/store-kit';

import { forgetAnswers, MEMORIES } from '../http/idempotency.js';
import { problem } from '../http/problem.js';
import type { ServerState } from '../state/server-state.js';
import { inTenant } from './summary-models.js';

/** Long-term memory: a scope for each agent of each tenant; no request reaches another one. */
export interface Memories {
  /** Whether the server keeps memories; else it can only forget those of earlier. */
  readonly isOn: boolean;
  /** The memory and an agent's scope in it, to read; throws the answer 404 when memory is off. */
  of(tenant: string, agent: string): ScopedMemory;
  /** The same to write: lists the agent first, so that its tenant can be forgotten whole. */
  toWrite(tenant: string, agent: string): Promise<ScopedMemory>;
  /**
   * The same for tools that read and write: the agent is listed by the first write, and forgetting
   * removes stored answers.
   */
  listedByWriting(tenant: string, agent: string): ScopedMemory;
  /**
   * Forgets what was said in a session and in no other one, also when memory is off: what a fork or
   * another session says too stays known.
   */
  forgetSession(tenant: string, agent: string, sessionId: string): Promise<void>;
  /** Throws the answer 409 when the tenant has memories that this server was not given. */
  requireForgettable(tenant: string): Promise<void>;
  /** The agents of a tenant that may have memories. */
  agentsOf(tenant: string): Promise<string[]>;
  /** Forgets everything that these agents know. */
  forgetAgents(tenant: string, agents: readonly string[]): Promise<void>;
}

/** A memory, and the scope of one agent in it. */
interface ScopedMemory {
  memory: Memory;
  scope: string;
}

/** @param forgetsOnly nothing reads or writes the memory; what is deleted is forgotten in it */
export function createMemories(
  memory: Memory | undefined,
  state: ServerState,
  { forgetsOnly = false } = {},
): Memories {
  /** Scopes whose agent is listed. */
  const listed = new Set<string>();

  function of(tenant: string, agent: string): ScopedMemory {
    if (memory === undefined || forgetsOnly) {
      const detail = 'This server keeps no memories. Start it with EVERLONG_MEMORY=tools.';
      throw problem(404, { code: 'no_memory', detail });
    }
    checkName('agent', agent);
    return { memory: readingFor(tenant, memory), scope: scopeOf(tenant, agent) };
  }

  async function toWrite(tenant: string, agent: string): Promise<ScopedMemory> {
    const scoped = of(tenant, agent);
    if (!listed.has(scoped.scope)) {
      await state.insert({ tenant, kind: 'memory', id: agent }, { agent });
      listed.add(scoped.scope);
    }
    return scoped;
  }

  return {
    isOn: memory !== undefined && !forgetsOnly,
    of,
    toWrite,
    listedByWriting: (tenant, agent) =>
      watched(
        of(tenant, agent),
        () => toWrite(tenant, agent),
        () => forgetShown(state, tenant),
      ),
    async forgetSession(tenant, agent, sessionId) {
      if (memory !== undefined) await forgetIn(memory, scopeOf(tenant, agent), sessionId);
    },
    async requireForgettable(tenant) {
      if (memory !== undefined) return;
      const [known] = await state.list({ tenant, kind: 'memory', limit: 1 });
      if (known !== undefined) throw memoryMissing();
    },
    async agentsOf(tenant) {
      if (memory === undefined) return [];
      return (await state.list({ tenant, kind: 'memory' })).map(({ id }) => id);
    },
    async forgetAgents(tenant, agents) {
      if (memory === undefined) return;
      for (const agent of agents) {
        const scope = scopeOf(tenant, agent);
        await memory.forget(scope, { everything: true });
        listed.delete(scope);
      }
    },
  };
}

/** The memory, whose model is that of the tenant. */
function readingFor(tenant: string, memory: Memory): Memory {
  return new Proxy(memory, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]) =>
        inTenant(tenant, () => member.apply(target, given) as unknown);
    },
  });
}

/** The memory, with what is to be done before a write and after forgetting. */
function watched(
  { memory, scope }: ScopedMemory,
  beforeWriting: () => Promise<unknown>,
  forgotten: () => Promise<void>,
): ScopedMemory {
  const tools: Pick<Memory, 'write' | 'forget'> = {
    write: (async (of: string, facts: FactInput) => {
      await beforeWriting();
      return memory.write(of, facts);
    }) as Memory['write'],
    async forget(of, selector) {
      const receipt = await memory.forget(of, selector);
      await forgotten();
      return receipt;
    },
  };
  return { memory: { ...memory, ...tools }, scope };
}

async function forgetShown(state: ServerState, tenant: string): Promise<void> {
  await forgetAnswers(state, tenant, MEMORIES);
  await state.scrub();
}

async function forgetIn(memory: Memory, scope: string, sessionId: string): Promise<void> {
  if ((await memory.observedThroughSeq(scope, sessionId)) < 0) return;
  // What forks share with it becomes theirs; the rest leaves every file.
  await memory.withdraw(scope, { sessionId, fromSeq: 0 });
  await memory.forget(scope, { sessionId });
}

function memoryMissing(): Error {
  return problem(409, {
    code: 'memory_missing',
    detail:
      'This tenant has memories, and the server was started without the memory that holds ' +
      'them. Give it to createServer, with forgetsOnly where it is to be off.',
    headers: { 'x-should-retry': 'false' },
  });
}

/** Unambiguous, since ids of tenants contain no slash. */
function scopeOf(tenant: string, agent: string): string {
  return `${tenant}/${agent}`;
}
