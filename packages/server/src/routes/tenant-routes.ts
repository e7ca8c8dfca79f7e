import { z } from '@hono/zod-openapi';
import type { Store } from '@everlong/core';
import { DEFAULT_TENANT } from '@everlong/core/store-kit';

import { addRoute, route } from '../http/route.js';
import { noteInAudit } from '../http/note-in-audit.js';
import { pageSchema, toPage } from '../http/pages.js';
import { problem } from '../http/problem.js';
import type { ServerApp, ServerContext } from '../http/server-env.js';
import {
  deletedSchema,
  newTenantSchema,
  tenantPatchSchema,
  tenantSchema,
} from '../schemas/admin-schemas.js';
import { answers, answersLines, body, LINES_TYPE } from '../schemas/problem-schema.js';
import { deleteSession } from '../services/delete-session.js';
import type { Memories } from '../services/memories.js';
import { presentMemory, presentNote } from '../services/present-memory.js';
import type { Services } from '../services/services.js';
import type { Tenant } from '../state/tenants.js';
import { linesOf, sessionLines } from './export-session.js';
import { requireSummaryModel } from '../services/summary-models.js';

const tags = ['Tenants'];
const params = z.object({ id: z.string().max(128) });

const list = route('GET /v1/tenants', {
  operationId: 'listTenants',
  tags,
  summary: 'List tenants',
  scope: 'operator',
  responses: { 200: answers(pageSchema(tenantSchema), 'All tenants') },
});

const create = route('POST /v1/tenants', {
  operationId: 'createTenant',
  tags,
  summary: 'Create a tenant',
  description: 'To create its keys, POST /v1/keys with the header X-Tenant-Id.',
  scope: 'operator',
  request: { body: body(newTenantSchema) },
  responses: { 201: answers(tenantSchema, 'The tenant') },
});

const patch = route('PATCH /v1/tenants/{id}', {
  operationId: 'updateTenant',
  tags,
  summary: "Change a tenant's limits; null lifts one",
  scope: 'operator',
  request: { params, body: body(tenantPatchSchema) },
  responses: { 200: answers(tenantSchema, 'The tenant') },
});

const remove = route('DELETE /v1/tenants/{id}', {
  operationId: 'deleteTenant',
  tags,
  summary: 'Delete a tenant: its sessions, memories, keys, jobs and usage, for good',
  scope: 'operator',
  request: { params },
  responses: { 200: answers(deletedSchema, 'Deleted') },
});

const exportRoute = route('GET /v1/tenants/{id}/export', {
  operationId: 'exportTenant',
  tags,
  summary: 'All sessions and memories of a tenant as lines of JSON',
  scope: 'operator',
  request: { params },
  responses: {
    200: answersLines,
  },
});

export function addTenantRoutes(app: ServerApp, services: Services): void {
  const { tenants, storeOf, memories, audit } = services;
  /** In the log of those who run the server: a deleted tenant's own is gone. */
  const note = (c: ServerContext, action: string, target: string): Promise<void> =>
    noteInAudit(audit, c, { action, target, tenant: DEFAULT_TENANT });

  addRoute(app, list, async (c) => {
    const all = (await tenants.list()).map(presentTenant);
    return c.json(toPage(all, all.length), 200);
  });

  addRoute(app, create, async (c) => {
    const { id, ...limits } = c.req.valid('json');
    requireSummaryModel(services.upstream, limits.summary_model);
    const tenant = await tenants.create(id, toLimits(limits));
    if (tenant === undefined) {
      const detail = `There is a tenant ${JSON.stringify(id)} already. Choose another id.`;
      throw problem(409, { code: 'tenant_exists', detail });
    }
    await note(c, 'tenant.created', id);
    return c.json(presentTenant(tenant), 201);
  });

  addRoute(app, patch, async (c) => {
    const { id } = c.req.valid('param');
    const limits = c.req.valid('json');
    requireSummaryModel(services.upstream, limits.summary_model);
    const tenant = await tenants.change(id, renamed(limits));
    if (tenant === undefined) throw unknownTenant(id);
    await note(c, 'tenant.changed', id);
    return c.json(presentTenant(tenant), 200);
  });

  addRoute(app, remove, async (c) => {
    const { id } = c.req.valid('param');
    if ((await tenants.get(id)) === undefined) throw unknownTenant(id);
    await memories.requireForgettable(id);
    // Refuses its keys while its sessions are being deleted.
    await tenants.remove(id);
    const agents = await memories.agentsOf(id);
    await memories.forgetAgents(id, agents);
    await services.state.deleteTenant(id);
    await deleteSessions(services, id);
    // Again for what a request in flight wrote meanwhile.
    await memories.forgetAgents(id, agents);
    await services.state.deleteTenant(id);
    await services.state.scrub();
    await note(c, 'tenant.deleted', id);
    return c.json({ object: 'deleted' as const, id, deleted: true as const }, 200);
  });

  addRoute(app, exportRoute, async (c) => {
    const { id } = c.req.valid('param');
    if ((await tenants.get(id)) === undefined) throw unknownTenant(id);
    await note(c, 'tenant.exported', id);
    return c.body(linesOf(tenantLines(storeOf(id), memories, id)), 200, {
      'content-type': LINES_TYPE,
    });
  });
}

async function deleteSessions(services: Services, tenant: string): Promise<void> {
  const store = services.storeOf(tenant);
  for (;;) {
    const sessions = await store.listSessions({ limit: 100 });
    for (const info of sessions) await deleteSession(services, tenant, info);
    if (sessions.length < 100) return;
  }
}

async function* tenantLines(
  store: Store,
  memories: Memories,
  tenant: string,
): AsyncGenerator<object> {
  yield* storedLines(store);
  if (!memories.isOn) return;
  for (const agent of await memories.agentsOf(tenant)) {
    const { memory, scope } = memories.of(tenant, agent);
    for (const note of await memory.notes(scope)) yield { agent, ...presentNote(note) };
    for (const merge of await memory.merges(scope)) {
      yield { agent, object: 'memory_merge' as const, ...merge };
    }
    for (let after = 0; ;) {
      const facts = await memory.list(scope, { past: true, after, limit: 1000 });
      for (const fact of facts) yield { agent, ...presentMemory(fact) };
      after = facts.at(-1)?.id ?? after;
      if (facts.length < 1000) break;
    }
  }
}

async function* storedLines(store: Store): AsyncGenerator<object> {
  for (let after: string | undefined; ;) {
    const range = { order: 'created', reverse: true, limit: 100 } as const;
    const sessions = await store.listSessions({ ...range, ...(after !== undefined && { after }) });
    for (const info of sessions) yield* sessionLines(store, info);
    after = sessions.at(-1)?.id;
    if (sessions.length < 100) return;
  }
}

interface GivenLimits {
  tokens_per_month?: number | null | undefined;
  retention_days?: number | null | undefined;
  summary_model?: string | null | undefined;
}

function renamed(limits: GivenLimits) {
  const { tokens_per_month: tokensPerMonth, retention_days: retentionDays } = limits;
  return { tokensPerMonth, retentionDays, summaryModel: limits.summary_model };
}

function toLimits(limits: GivenLimits) {
  const { tokensPerMonth, retentionDays, summaryModel } = renamed(limits);
  return {
    ...(typeof summaryModel === 'string' ? { summaryModel } : {}),
    ...(typeof tokensPerMonth === 'number' ? { tokensPerMonth } : {}),
    ...(typeof retentionDays === 'number' ? { retentionDays } : {}),
  };
}

function unknownTenant(id: string) {
  const detail = `There is no tenant ${JSON.stringify(id)}. GET /v1/tenants lists them.`;
  return problem(404, { code: 'tenant_not_found', detail });
}

function presentTenant({ id, createdAt, tokensPerMonth, retentionDays, summaryModel }: Tenant) {
  return {
    object: 'tenant' as const,
    id,
    created_at: createdAt,
    tokens_per_month: tokensPerMonth ?? null,
    retention_days: retentionDays ?? null,
    summary_model: summaryModel ?? null,
  };
}
