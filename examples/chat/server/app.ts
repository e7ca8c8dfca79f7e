import { openSession, type Session } from '@everlong/context';
import { handleChat, type SessionMessageMetadata, toUIMessages } from '@everlong/context/ai-sdk';
import { type ContextDataParts, createMemoryStore } from '@everlong/core';
import { tool, type UIMessage } from 'ai';
import { Hono } from 'hono';
import { z } from 'zod';

import { scriptedModel } from './scripted-model.ts';

/** What the browser sees: messages with the gauge and the compactions in them. */
export type ChatMessage = UIMessage<SessionMessageMetadata, ContextDataParts>;

const tools = {
  readPage: tool({
    description: 'Reads a page of the handbook',
    inputSchema: z.object({ page: z.number() }),
    execute: ({ page }) =>
      `Page ${page}. The port is ${5000 + page}. ${'More of the same. '.repeat(60)}`,
  }),
};

// Another store, for example `createSqliteStore`, keeps sessions beyond the process.
const store = createMemoryStore();

/** The session of a chat, begun when it is asked for. A small window, so that it soon fills. */
const open = (id: string): Promise<Session> => openSession({ store, id, contextWindow: 3000 });

/** The server of the chat: what was said, and answers to what `useChat` posts. */
export const app = new Hono()
  .get('/api/chat/:id', async (context) => {
    const session = await open(context.req.param('id'));
    return context.json(await toUIMessages(session));
  })
  .post('/api/chat/:id', async (context) =>
    handleChat({
      session: await open(context.req.param('id')),
      model: scriptedModel,
      body: await context.req.json(),
      instructions: 'Answer briefly.',
      tools,
      abortSignal: context.req.raw.signal, // the stop button
    }),
  );
