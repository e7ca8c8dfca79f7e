import { countRecords } from '@everlong/core/internal';
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';

import { addRoute, route } from '../http/route.js';
import { problem } from '../http/problem.js';
import type { ServerApp } from '../http/server-env.js';
import { sessionId } from '../schemas/session-schemas.js';
import type { Services } from '../services/services.js';
import { type EventPlace, followSession, parseEventId } from '../sessions/session-events.js';

const events = route('GET /v1/sessions/{id}/events', {
  operationId: 'followSession',
  tags: ['Events'],
  summary: "Follow a session's events (SSE)",
  description:
    'Events `message`, `compaction` and `record`, from now on or after the event that Last-Event-ID names; ids stay valid across restarts. Comments with an `id` are heartbeats. Events hold no text: fetch messages by `seq`.',
  scope: 'read',
  request: {
    params: z.object({ id: sessionId }),
    headers: z.object({ 'last-event-id': z.string().max(64).optional() }),
    query: z.object({
      from: z.enum(['now', 'start']).default('now').openapi({
        description: 'Where to start without Last-Event-ID.',
      }),
    }),
  },
  responses: {
    200: {
      description: 'The stream',
      content: { 'text/event-stream': { schema: z.string() } },
    },
  },
});

export function addEventRoutes(app: ServerApp, services: Services): void {
  const { storeOf, signalsOf, limits, heartbeatMs, ending } = services;
  const open = new Map<string, number>();

  addRoute(app, events, async (c) => {
    const tenant = c.get('tenant');
    const { id } = c.req.valid('param');
    const store = storeOf(tenant);
    const info = await store.getSession(id);
    const last = c.req.valid('header')['last-event-id'];
    const start = c.req.valid('query').from === 'start' ? 0 : undefined;
    const end = { entries: info.entryCount, records: await countRecords(store, id) };
    const place =
      last === undefined
        ? { entries: start ?? end.entries, records: start ?? end.records }
        : requirePlace(last, end);
    const count = open.get(tenant) ?? 0;
    if (count >= limits.maxEventStreams) {
      throw problem(429, {
        code: 'too_many_streams',
        detail: `A tenant has at most ${limits.maxEventStreams} event streams open. Close one first.`,
        headers: { 'retry-after': '10' },
      });
    }
    open.set(tenant, count + 1);
    return stream(c, async (sse, signal) => {
      try {
        const happened = followSession({
          store,
          sessionId: id,
          signals: signalsOf(tenant),
          from: place,
          signal: AbortSignal.any([signal, ending.signal]),
          pollMs: heartbeatMs,
        });
        for await (const event of happened) {
          if (!(await c.get('mayGoOn')())) break;
          if ('event' in event) await sse.writeSSE({ ...event, data: JSON.stringify(event.data) });
          else await sse.write(`: still here\nid: ${event.id}\n\n`);
        }
      } finally {
        open.set(tenant, (open.get(tenant) ?? 1) - 1);
      }
    });
  });
}

/** Server-sent events; the signal aborts when the client disconnects. */
function stream(
  c: Context,
  write: (sse: SSEStreamingApi, signal: AbortSignal) => Promise<void>,
): Response {
  c.header('cache-control', 'no-cache, no-transform');
  // Keeps nginx and proxies like it from buffering events.
  c.header('x-accel-buffering', 'no');
  return streamSSE(c, async (sse) => {
    const gone = new AbortController();
    sse.onAbort(() => gone.abort());
    await write(sse, gone.signal);
  });
}

/** A place past the end is of another session: one that was deleted and had the same id. */
function requirePlace(id: string, end: EventPlace): EventPlace {
  const place = parseEventId(id);
  const isKnown = place && place.entries <= end.entries && place.records <= end.records;
  if (isKnown === true) return place;
  throw problem(400, {
    code: 'unknown_event',
    detail: `Last-Event-ID is ${JSON.stringify(id)}, which no event of this stream has. Leave it out, with ?from=start to get all events again.`,
    param: 'Last-Event-ID',
  });
}
