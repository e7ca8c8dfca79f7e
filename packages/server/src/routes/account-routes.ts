import { z } from '@hono/zod-openapi';

import { addRoute, route } from '../http/route.js';
import { pageQuery, pageSchema, walkedPage, walkOf } from '../http/pages.js';
import { invalidField } from '../http/problem.js';
import type { ServerApp } from '../http/server-env.js';
import { auditEventSchema, usageSchema } from '../schemas/admin-schemas.js';
import { answers } from '../schemas/problem-schema.js';
import type { Services } from '../services/services.js';
import { sum, type UsageTotals } from '../state/token-usage.js';

const usage = route('GET /v1/usage', {
  operationId: 'getUsage',
  tags: ['Usage'],
  summary: 'Billed tokens by day (UTC)',
  scope: 'read',
  request: {
    query: z.object({
      from: z.iso.date().optional().openapi({ description: 'Default: the first of this month.' }),
      through: z.iso.date().optional().openapi({ description: 'Default: today.' }),
    }),
  },
  responses: { 200: answers(usageSchema, 'Billed tokens') },
});

const audit = route('GET /v1/audit', {
  operationId: 'listAuditEvents',
  tags: ['Audit'],
  summary: 'Who did what: keys, tenants, deletions, exports',
  scope: 'admin',
  request: { query: pageQuery },
  responses: { 200: answers(pageSchema(auditEventSchema), 'A page of events') },
});

export function addAccountRoutes(app: ServerApp, services: Services): void {
  addRoute(app, usage, async (c) => {
    const today = new Date().toISOString().slice(0, 10);
    const { from = `${today.slice(0, 7)}-01`, through = today } = c.req.valid('query');
    if (through < from) {
      throw invalidField('through', `through is ${through}, before from, ${from}.`);
    }
    const tenant = c.get('tenant');
    const days = await services.usage.days(tenant, from, through);
    const limits = await services.tenants.get(tenant);
    const left = limits && (await services.usage.left(limits));
    const total = days.reduce<UsageTotals>(sum, {
      inputTokens: 0,
      outputTokens: 0,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
      calls: 0,
    });
    return c.json(
      {
        object: 'usage' as const,
        tenant,
        from,
        through,
        ...presentTotals(total),
        days: days.map((day) => ({ date: day.date, ...presentTotals(day) })),
        tokens_left: left ?? null,
      },
      200,
    );
  });

  addRoute(app, audit, async (c) => {
    const query = c.req.valid('query');
    const walk = walkOf(query);
    const events = await services.audit.list(c.get('tenant'), {
      after: walk.cursor,
      limit: query.limit + 1,
      reverse: !walk.ascending,
    });
    const items = events.map(({ requestId, ...event }) => ({
      object: 'audit_event' as const,
      ...event,
      request_id: requestId ?? null,
    }));
    return c.json(walkedPage(items, walk, query.limit), 200);
  });
}

function presentTotals(totals: UsageTotals) {
  return {
    input_tokens: totals.inputTokens,
    output_tokens: totals.outputTokens,
    cache_read_tokens: totals.cacheReadTokens,
    cache_write_tokens: totals.cacheWriteTokens,
    calls: totals.calls,
    estimated_tokens: totals.estimatedTokens ?? 0,
  };
}
