import { type Entry, messageText } from '@everlong/core';
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

import type { Services } from '../services/services.js';
import { answer, reads } from './tool-answer.js';

/** The most characters of one message in an answer. */
const MAX_TEXT = 8000;

const sessionId = z.string().max(256).describe('The id of a session');

/** The MCP server of one tenant, with the read-only tools on its sessions. */
export function createMcpTools({ storeOf, pool }: Services, tenant: string): McpServer {
  const server = new McpServer({ name: 'everlong', version: '0.0.0' });
  const store = storeOf(tenant);

  server.registerTool(
    'sessions_list',
    {
      title: 'List sessions',
      description: 'Lists stored conversations, the most recently used first.',
      inputSchema: z.object({
        agent: z.string().max(128).optional(),
        limit: z.int().min(1).max(100).default(20),
      }),
      annotations: reads,
    },
    async ({ agent, limit }) => {
      const infos = await store.listSessions({ limit, ...(agent === undefined ? {} : { agent }) });
      return answer({
        sessions: infos.map(({ id, title, updatedAt, entryCount, ...info }) => ({
          id,
          agent: info.agent,
          title: title ?? null,
          messages: entryCount,
          updated_at: updatedAt,
        })),
      });
    },
  );

  server.registerTool(
    'history_search',
    {
      title: 'Search the history',
      description:
        'Finds messages by words, in one session or in all, including messages that the model no ' +
        'longer sees. Open a hit with history_expand.',
      inputSchema: z.object({
        query: z.string().min(1).max(4000),
        session_id: sessionId.optional(),
        limit: z.int().min(1).max(50).default(10),
      }),
      annotations: reads,
    },
    async ({ query, session_id: id, limit }) => {
      const hits =
        id === undefined
          ? await store.search(query, { limit })
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
      inputSchema: z.object({
        session_id: sessionId,
        seqs: z.array(z.int().min(0)).min(1).max(20),
      }),
      annotations: reads,
    },
    async ({ session_id: id, seqs }) => {
      const entries = await pool.use(tenant, id, (session) => session.expand(seqs));
      return answer({ messages: entries.map(presentText) });
    },
  );

  server.registerTool(
    'session_snapshot',
    {
      title: 'Read the summary',
      description: "The current summary of a session's oldest messages.",
      inputSchema: z.object({ session_id: sessionId }),
      annotations: reads,
    },
    async ({ session_id: id }) => {
      await store.getSession(id);
      const newest = { type: 'compaction', reverse: true } as const;
      for await (const record of store.readRecords(id, newest)) {
        if (record.type !== 'compaction' || record.snapshot === undefined) continue;
        const { text, throughSeq, messagesCovered } = record.snapshot;
        return answer({
          summary: text,
          through_seq: throughSeq,
          messages_covered: messagesCovered,
          epoch: record.epoch,
        });
      }
      return answer({ summary: null });
    },
  );

  server.registerTool(
    'session_context',
    {
      title: 'Read the gauge',
      description: "How full a session's context is, what fills it, and when it will be compacted.",
      inputSchema: z.object({ session_id: sessionId }),
      annotations: reads,
    },
    async ({ session_id: id }) => {
      const state = await pool.use(tenant, id, async (session) => session.state());
      return answer({ state });
    },
  );

  return server;
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
