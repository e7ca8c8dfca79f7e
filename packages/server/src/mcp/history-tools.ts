import { type Entry, messageText } from '@everlong/core';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

import type { Services } from '../services/services.js';
import { answer, reads } from './tool-answer.js';
import { sessionId, toolInput } from './tool-inputs.js';

/** The most characters of one message in an answer. */
const MAX_TEXT = 8000;

/** Tools that search a tenant's messages and open them. */
export function addHistoryTools(
  server: McpServer,
  { storeOf, pool }: Services,
  tenant: string,
): void {
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
      return answer({
        hits: hits.map(({ sessionId: of, entryId, seq, excerpt }) => ({
          session_id: of,
          id: entryId,
          seq,
          excerpt,
        })),
      });
    },
  );

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
      return answer({ messages: found.map(presentText) });
    },
  );
}

function presentText({ id, seq, createdAt, message }: Entry) {
  const text = messageText(message);
  return {
    id,
    seq,
    created_at: createdAt,
    role: message.role,
    text: text.slice(0, MAX_TEXT),
    ...(text.length > MAX_TEXT ? { characters: text.length } : {}),
  };
}
