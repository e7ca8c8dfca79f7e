import { z } from '@hono/zod-openapi';

export const chatSchema = z
  .looseObject({
    id: z.string().max(256).optional().openapi({
      description: "The chat's id, and the session's unless X-Session-Id names one.",
    }),
    messages: z
      .array(
        z
          .object({
            id: z.string().min(1).max(256),
            role: z.enum(['system', 'user', 'assistant']),
            parts: z.array(z.object({ type: z.string() }).openapi({ additionalProperties: {} })),
          })
          .openapi({ additionalProperties: {} }),
      )
      .openapi({ description: "The page's messages, as UI messages of the AI SDK." }),
    trigger: z.enum(['submit-message', 'regenerate-message']).optional(),
    messageId: z.string().max(256).optional(),
    instructions: z.string().optional(),
    tools: z
      .record(
        z.string().max(128),
        z.object({
          description: z.string().optional(),
          inputSchema: z.record(z.string(), z.unknown()),
        }),
      )
      .default({})
      .openapi({ description: 'Tools that the page runs, with the JSON Schema of their input.' }),
    history_tools: z.boolean().default(false).openapi({
      description: 'Whether the model may search and open older messages.',
    }),
    resumable: z.boolean().default(false).openapi({
      description: 'Complete the answer even if the page leaves; only the stop route ends it then.',
    }),
  })
  .openapi('Chat', { description: "What `useChat` posts, with the transport's `body` merged in." });

export const stoppedSchema = z
  .object({ object: z.literal('chat_stopped'), session_id: z.string(), stopped: z.boolean() })
  .openapi('ChatStopped');
