import { z } from '@hono/zod-openapi';
import { parseUsage } from '@everlong/core';
import { readSettings } from '@everlong/core/internal';

import type { ServerLimits } from '../config/server-limits.js';
import { addRoute, route } from '../http/route.js';
import { ifMatchHeader } from '../http/etag.js';
import { invalidField, problem } from '../http/problem.js';
import type { ServerApp, ServerContext } from '../http/server-env.js';
import { chatSchema, stoppedSchema } from '../schemas/chat-schemas.js';
import { answers, body } from '../schemas/problem-schema.js';
import { sessionId } from '../schemas/session-schemas.js';
import type { ChatRequest } from '../services/chat-answers.js';
import type { Services } from '../services/services.js';
import { ifUnchanged } from './if-unchanged.js';
import { reserveBudget } from './require-budget.js';
import { requireMediaTypes } from './require-media-types.js';
import { requireRoom } from './require-room.js';
import { requireMessageSize, requireTextSize, requireToolsSize } from './require-size.js';

const tags = ['Chat'];
const params = z.object({ id: sessionId });
const headers = z.object({
  'x-session-id': z.string().max(256).optional().openapi({
    description: "The session's id, unless it is the chat's.",
  }),
});
const stream = { 'text/event-stream': { schema: z.string() } };

const chat = route('POST /v1/chat', {
  operationId: 'answerChat',
  tags,
  summary: "Answer AI SDK's useChat",
  description:
    "The session's model answers, from one of the server's upstreams. A regenerated answer or an edited question withdraws what it replaces; a repeated request gets the same answer; pages on one session are answered one after the other.",
  scope: 'write',
  request: { headers: headers.extend(ifMatchHeader.shape), body: body(chatSchema) },
  responses: { 200: { description: 'A UI message stream', content: stream } },
});

const resume = route('GET /v1/chat/{id}/stream', {
  operationId: 'resumeChat',
  tags,
  summary: 'Resume the running answer from its start',
  scope: 'read',
  request: { headers, params },
  responses: {
    200: { description: 'A UI message stream', content: stream },
    204: { description: 'No answer is running' },
  },
});

const stop = route('POST /v1/chat/{id}/stop', {
  operationId: 'stopChat',
  tags,
  summary: 'Stop the running answer; what was said so far is kept',
  scope: 'write',
  request: { headers, params },
  responses: { 200: answers(stoppedSchema, 'Whether an answer was running') },
});

/** The logged part of a model's error; its message may quote what was said. */
interface Failure {
  name?: string;
  statusCode?: number;
}

export function addChatRoutes(app: ServerApp, services: Services): void {
  const { storeOf, chats, usage, limits, log } = services;

  addRoute(app, chat, async (c) => {
    const tenant = c.get('tenant');
    const { messages } = c.get('body').value as Pick<Posted, 'messages'>;
    const posted = { ...c.req.valid('json'), messages };
    const id = c.req.valid('header')['x-session-id'] ?? posted.id ?? unnamed();
    const info = await storeOf(tenant).getSession(id);
    requireRoom(limits, info.entryCount, 1);
    requireChatSize(posted, limits);
    if (chats.count(tenant) >= limits.maxEventStreams) {
      throw problem(429, {
        code: 'too_many_streams',
        detail: `A tenant has at most ${limits.maxEventStreams} answers running at once. Wait for one to end.`,
        headers: { 'retry-after': '10' },
      });
    }
    const model = await findModel(services, readSettings(info).model);
    const request: ChatRequest = {
      tenant,
      sessionId: id,
      model,
      body: posted,
      instructions: posted.instructions,
      tools: posted.tools,
      historyTools: posted.history_tools,
      abortSignal: posted.resumable ? undefined : c.req.raw.signal,
      used: (reported, estimate) => usage.book(tenant, parseUsage(reported), estimate),
      ended() {},
      failed(error) {
        const { lastError } = error as { lastError?: Failure };
        // The last of several tries says why.
        const { name, statusCode } = lastError ?? (error as Failure);
        log?.warn({ requestId: c.get('requestId'), name, statusCode }, 'chat failed');
      },
    };
    const answered = () => ifUnchanged(services, c, id, () => chats.answer(request));
    return streamed(c, await withinBudget(services, request, answered));
  });

  addRoute(app, resume, async (c) => {
    const tenant = c.get('tenant');
    const id = c.req.valid('header')['x-session-id'] ?? c.req.valid('param').id;
    await storeOf(tenant).getSession(id);
    const response = await chats.resume(tenant, id);
    if (response.status === 409) throw madeElsewhere();
    return response.status === 204 ? c.body(null, 204) : streamed(c, response);
  });

  addRoute(app, stop, async (c) => {
    const tenant = c.get('tenant');
    const id = c.req.valid('header')['x-session-id'] ?? c.req.valid('param').id;
    await storeOf(tenant).getSession(id);
    const outcome = await chats.stop(tenant, id);
    if (outcome === 'elsewhere') throw madeElsewhere();
    const stopped = outcome === 'stopped';
    return c.json({ object: 'chat_stopped' as const, session_id: id, stopped }, 200);
  });
}

/** Answers with what that may take of the budget reserved until the answer is over. */
async function withinBudget(
  services: Services,
  request: ChatRequest,
  answered: () => Promise<Response>,
): Promise<Response> {
  request.ended = await reserveBudget(services, request.tenant, request.sessionId);
  try {
    return await answered();
  } catch (error) {
    request.ended();
    throw error;
  }
}

type Posted = z.infer<typeof chatSchema>;

/** Throws the answers 400 and 413 to what is new in a chat; earlier messages may be in the log. */
function requireChatSize({ messages, instructions, tools }: Posted, limits: ServerLimits): void {
  const last = messages.length - 1;
  requireMediaTypes(messages.slice(-1), last);
  requireMessageSize(messages[last], `messages.${last}`, limits);
  requireTextSize(instructions, 'instructions', limits);
  requireToolsSize(tools, limits);
}

function unnamed(): never {
  throw invalidField('id', 'Name the session, by id in the body or by the header X-Session-Id.');
}

function madeElsewhere(): Error {
  return problem(409, {
    code: 'answer_elsewhere',
    detail:
      'Another server is making the answer of this session. Send the requests of a session to one ' +
      'server, or read its messages again in a while.',
    headers: { 'retry-after': '5' },
  });
}

/** The upstream's model for the session's name of it, or for the server's default. */
async function findModel({ upstream, defaults }: Services, own: string | undefined) {
  const model = own ?? defaults.model;
  const found = model === undefined ? undefined : upstream(model);
  if (found !== undefined) return found.load();
  const what = model === undefined ? 'The session has no model' : `No upstream has ${model}`;
  throw problem(422, {
    code: 'no_upstream',
    detail: `${what}. Give the session a model that EVERLONG_UPSTREAMS of the server names.`,
    param: 'model',
  });
}

/** The stream as it comes, for as long as the key is valid. */
function streamed(c: ServerContext, answer: Response): Response {
  const chunks = answer.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, controller) {
        if (await c.get('mayGoOn')()) controller.enqueue(chunk);
        else controller.terminate();
      },
    }),
  );
  const all = {
    ...Object.fromEntries(answer.headers),
    'cache-control': 'no-cache, no-transform',
    // Keeps nginx and proxies like it from buffering chunks.
    'x-accel-buffering': 'no',
  };
  return chunks === undefined ? c.body(null, 200, all) : c.body(chunks, 200, all);
}
