import { definedFields } from '@everlong/core/internal';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

import { titleOf } from '../sessions/session-settings.js';
import type { SessionSource } from './session-source.js';
import { answer, reads } from './tool-answer.js';
import { sessionId, toolInput } from './tool-inputs.js';

/** The tool that lists a tenant's sessions. */
export function addSessionList(
  server: McpServer,
  { storeOf }: SessionSource,
  tenant: string,
): void {
  const store = storeOf(tenant);

  server.registerTool(
    'sessions_list',
    {
      title: 'List sessions',
      description:
        'Lists stored conversations, the most recently used first. For those before the last one ' +
        'of an answer, pass its updated_at as before.',
      inputSchema: toolInput({
        agent: z.string().max(128).optional(),
        before: z.iso.datetime().optional(),
        limit: z.int().min(1).max(100).default(20),
      }),
      annotations: reads,
    },
    async ({ agent, before, limit }) => {
      const infos = await store.listSessions({ limit, ...definedFields({ agent, before }) });
      return answer({
        sessions: infos.map(({ id, title, updatedAt, entryCount, ...info }) => ({
          id,
          agent: info.agent,
          title: titleOf({ title }),
          messages: entryCount,
          updated_at: updatedAt,
        })),
      });
    },
  );
}

/** Tools that read one session: its summary, its gauge. */
export function addSessionTools(server: McpServer, { pool }: SessionSource, tenant: string): void {
  server.registerTool(
    'session_snapshot',
    {
      title: 'Read the summary',
      description: "The current summary of a session's oldest messages.",
      inputSchema: toolInput({ session_id: sessionId }),
      annotations: reads,
    },
    async ({ session_id: id }) => {
      const made = await pool.use(tenant, id, (session) => session.compactions());
      const newest = made.at(-1);
      const epoch = newest?.snapshot === undefined ? newest?.snapshotEpoch : newest.epoch;
      const { snapshot } = made.findLast((record) => record.epoch === epoch) ?? {};
      if (snapshot === undefined) return answer({ summary: null });
      const { text, throughSeq, messagesCovered } = snapshot;
      return answer({
        summary: text,
        through_seq: throughSeq,
        messages_covered: messagesCovered,
        epoch,
      });
    },
  );

  server.registerTool(
    'session_context',
    {
      title: 'Read the gauge',
      description: "How full a session's context is, what fills it, and when it will be compacted.",
      inputSchema: toolInput({ session_id: sessionId }),
      annotations: reads,
    },
    async ({ session_id: id }) => {
      const state = await pool.use(tenant, id, async (session) => session.state());
      return answer({ state });
    },
  );
}
