import { z } from '@hono/zod-openapi';
import type { ExplainedRequest, PreparedRequest, Session } from '@everlong/context';
import { parseUsage, type ReportedUsage } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';

import { addRoute, route } from '../http/route.js';
import { ifMatchHeader } from '../http/etag.js';
import { invalidField } from '../http/problem.js';
import type { ServerApp } from '../http/server-env.js';
import { createFrozenListJson, jsonResponse, toWireJson } from '../http/wire-json.js';
import {
  contextSchema,
  pastRequestSchema,
  prepareSchema,
  requestBodySchema,
  requestSchema,
} from '../schemas/context-schemas.js';
import { answers, body } from '../schemas/problem-schema.js';
import { sessionId } from '../schemas/session-schemas.js';
import type { Services } from '../services/services.js';
import { estimateTokens } from '../state/token-usage.js';
import { ifUnchanged } from './if-unchanged.js';
import { requireBudget } from './require-budget.js';
import { messageNotFound } from './require-message.js';
import { requireTextSize, requireToolsSize } from './require-size.js';

const tags = ['Requests'];
const params = z.object({ id: sessionId });

const context = route('GET /v1/sessions/{id}/context', {
  operationId: 'getContext',
  tags,
  summary: 'How full the context is, and what fills it',
  scope: 'read',
  request: { params },
  responses: { 200: answers(contextSchema, 'The gauge') },
});

const prepare = route('POST /v1/sessions/{id}/prepare', {
  operationId: 'prepareRequest',
  tags,
  summary: 'Prepare the next request, within the window',
  scope: 'write',
  request: { params, headers: ifMatchHeader, body: body(prepareSchema) },
  responses: {
    200: answers(
      z.union([requestSchema, requestBodySchema]),
      'The request, or with `as` the body that another SDK sends, with gauge and plan',
    ),
  },
});

const explain = route('GET /v1/sessions/{id}/requests/{seq}', {
  operationId: 'explainRequest',
  tags,
  summary: 'What the model saw at a message',
  description:
    'The request that an assistant message answers, or the first one that held a message of another role.',
  scope: 'read',
  request: { params: params.extend({ seq: z.coerce.number().int().min(0) }) },
  responses: { 200: answers(pastRequestSchema, 'The request as it was') },
});

const usage = route('POST /v1/sessions/{id}/usage', {
  operationId: 'recordUsage',
  tags,
  summary: 'Record what the provider billed for the last request',
  description:
    'The `usage` object of the AI SDK, Anthropic or OpenAI, unchanged. One whose counts are all ' +
    "null is a call that ended before its provider reported any: the tenant's budget is charged " +
    'what the session counts.',
  scope: 'write',
  request: {
    params,
    headers: ifMatchHeader,
    body: body(z.looseObject({}).openapi('ReportedUsage')),
  },
  responses: { 200: answers(contextSchema, 'The gauge, corrected by the report') },
});

export function addRequestRoutes(app: ServerApp, services: Services): void {
  const { pool, limits } = services;
  const listJson = createFrozenListJson();
  /** Messages were written to JSON before, by the requests that held them. */
  const requestJson = (fields: object, request: PreparedRequest) => {
    const { instructions, messages, state, plan } = request;
    return listJson({ ...fields, instructions, state, plan }, 'messages', messages);
  };

  addRoute(app, context, async (c) => {
    const { id } = c.req.valid('param');
    const state = await pool.use(c.get('tenant'), id, async (session) => session.state());
    return c.json({ object: 'context' as const, session_id: id, state }, 200);
  });

  addRoute(app, prepare, async (c) => {
    const { id } = c.req.valid('param');
    const tenant = c.get('tenant');
    await requireBudget(services, tenant);
    const { instructions, tools, streamed, as } = c.req.valid('json');
    requireTextSize(instructions, 'instructions', limits);
    requireToolsSize(tools, limits);
    const inputs = {
      ...definedFields({ instructions, tools, streamed }),
    };
    if (as !== undefined) {
      const prepared = await ifUnchanged(services, c, id, () =>
        pool.use(tenant, id, (session) => session.prepare({ ...inputs, as })),
      );
      const fields = { object: 'request_body', session_id: id, as };
      return jsonResponse(c, toWireJson({ ...fields, ...prepared }));
    }
    const request = await ifUnchanged(services, c, id, () =>
      pool.use(tenant, id, (session) => session.prepare(inputs)),
    );
    return jsonResponse(c, requestJson({ object: 'request', session_id: id }, request));
  });

  addRoute(app, explain, async (c) => {
    const { id, seq } = c.req.valid('param');
    const { entryCount } = await services.storeOf(c.get('tenant')).getSession(id);
    if (seq >= entryCount) throw messageNotFound(id, seq);
    const request = await pool.use(c.get('tenant'), id, (session) =>
      session.explain({ atSeq: seq }),
    );
    return jsonResponse(c, requestJson(pastFields(id, request), request));
  });

  addUsageRoute(app, services);
}

function addUsageRoute(app: ServerApp, services: Services): void {
  const { pool, usage: tokenUsage } = services;

  addRoute(app, usage, async (c) => {
    const { id } = c.req.valid('param');
    const tenant = c.get('tenant');
    const given = c.req.valid('json');
    requireCounts(given);
    const reported = given as unknown as ReportedUsage;
    const record = async (session: Session) => {
      await session.recordUsage(reported);
      return session.state();
    };
    const state = await ifUnchanged(services, c, id, () => pool.use(tenant, id, record));
    await tokenUsage.book(tenant, parseUsage(reported), estimateTokens(state, state));
    return c.json({ object: 'context' as const, session_id: id, state }, 200);
  });
}

/** A count below 0 would be booked as a call that cost nothing, and there are no parts of tokens. */
function requireCounts(reported: object): void {
  for (const [name, count] of Object.entries(reported)) {
    const isTokens = /tokens$/i.test(name) && !Number.isInteger(count);
    if (typeof count !== 'number' || (count >= 0 && !isTokens)) continue;
    throw invalidField(name, `${name} is ${count}. Give a whole number of tokens, 0 or more.`);
  }
}

function pastFields(id: string, request: ExplainedRequest): object {
  const { entryCount, answerSeq = null, certain, inputsMatch } = request;
  return {
    object: 'past_request',
    session_id: id,
    message_count: entryCount,
    answer_seq: answerSeq,
    certain,
    inputs_match: inputsMatch,
  };
}
