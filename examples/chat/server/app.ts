import { createUIMessageStreamResponse } from 'ai';
import { Hono } from 'hono';
import { z } from 'zod';

import { answerMessage } from './answer.ts';
import { openChat } from './chats.ts';

const sentSchema = z.object({
  message: z.object({
    id: z.string().max(100),
    role: z.literal('user'),
    parts: z.array(z.object({ type: z.literal('text'), text: z.string().max(10_000) })),
  }),
});

/** The server of the chat: what was said, an answer, a compaction by hand. */
export const app = new Hono()
  .get('/api/chat/:id', async (context) => {
    const { messages } = await openChat(context.req.param('id'));
    return context.json(messages);
  })
  .post('/api/chat/:id', async (context) => {
    const sent = sentSchema.safeParse(await context.req.json());
    if (!sent.success) return context.json({ error: 'expected { message }' }, 400);
    const chat = await openChat(context.req.param('id'));
    return createUIMessageStreamResponse({ stream: answerMessage(chat, sent.data.message) });
  })
  .post('/api/chat/:id/compact', async (context) => {
    const { session } = await openChat(context.req.param('id'));
    return context.json(await session.compact());
  });
