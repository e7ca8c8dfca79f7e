import { type Entry, messageText } from '@everlong/core';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

import { titleOf } from '../sessions/session-settings.js';
import type { SessionSource } from './session-source.js';
import { answer, reads } from './tool-answer.js';
import { sessionId, toolInput } from './tool-inputs.js';

/** The most characters of one message in an answer. */
const MAX_TEXT = 8000;
/** The same where a session is read page by page. */
const MAX_PAGE_TEXT = 1000;

/** Tools that search a tenant's messages and open them. */
export function addHistoryTools(server: McpServer, source: SessionSource, tenant: string): void {
  addSearch(server, source, tenant);
  addReading(server, source, tenant);
}

function addSearch(server: McpServer, { storeOf, pool }: SessionSource, tenant: string): void {
  server.registerTool(
    'history_search',
    {
      title: 'Search the history',
      description:
        'Finds messages by words, in one session or in all, including messages that the model no ' +
        'longer sees. Open a hit with history_expand.',
      inputSchema: toolInput({
        query: z.string().min(1).max(4000),
        session_id: sessionId.optional(),
        limit: z.int().min(1).max(50).default(10),
      }),
      annotations: reads,
    },
    async ({ query, session_id: id, limit }) => {
      const hits =
        id === undefined
          ? await storeOf(tenant).search(query, { limit })
          : await pool.use(tenant, id, (session) => session.search(query, { limit }));
      const titles = new Map<string, string | null>();
      for (const { sessionId: of } of hits) {
        if (!titles.has(of)) titles.set(of, titleOf(await storeOf(tenant).getSession(of)));
      }
      return answer({
        hits: hits.map(({ sessionId: of, entryId, seq, excerpt }) => ({
          session_id: of,
          title: titles.get(of),
          id: entryId,
          seq,
          excerpt,
        })),
      });
    },
  );
}

function addReading(server: McpServer, { pool }: SessionSource, tenant: string): void {
  server.registerTool(
    'history_expand',
    {
      title: 'Open messages',
      description: 'Opens the original messages of a session by their numbers (seq).',
      inputSchema: toolInput({
        session_id: sessionId,
        entries: z.array(z.int().min(0)).min(1).max(20),
      }),
      annotations: reads,
    },
    async ({ session_id: id, entries }) => {
      const found = await pool.use(tenant, id, (session) => session.expand(entries));
      return answer({ messages: found.map((entry) => presentText(entry, MAX_TEXT)) });
    },
  );

  server.registerTool(
    'history_read',
    {
      title: 'Read a session',
      description:
        'Reads a session in order, long messages cut off; history_expand opens these. Go on with ' +
        'from = next_from, until there is none.',
      inputSchema: toolInput({
        session_id: sessionId,
        from: z.int().min(0).default(0),
        limit: z.int().min(1).max(100).default(20),
      }),
      annotations: reads,
    },
    async ({ session_id: id, from, limit }) => {
      const page = await pool.use(tenant, id, async (session) => {
        const found: Entry[] = [];
        const range = { from, limit: limit + 1, withdrawn: false };
        for await (const entry of session.entries(range)) found.push(entry);
        return found;
      });
      const [next] = page.splice(limit);
      return answer({
        messages: page.map((entry) => presentText(entry, MAX_PAGE_TEXT)),
        ...(next === undefined ? {} : { next_from: next.seq }),
      });
    },
  );
}

function presentText({ id, seq, createdAt, message }: Entry, most: number) {
  const text = messageText(message);
  return {
    id,
    seq,
    created_at: createdAt,
    role: message.role,
    text: text.slice(0, most),
    ...(text.length > most ? { characters: text.length } : {}),
  };
}
