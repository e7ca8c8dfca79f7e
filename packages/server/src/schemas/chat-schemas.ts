import { z } from '@hono/zod-openapi';

const message = z
  .object({
    id: z.string().min(1).max(256),
    role: z.enum(['system', 'user', 'assistant']),
    parts: z.array(z.object({ type: z.string() }).openapi({ additionalProperties: {} })),
  })
  .openapi({ additionalProperties: {} });

const tool = z.object({
  description: z.string().optional(),
  inputSchema: z.record(z.string(), z.unknown()),
});

export const chatSchema = z
  .looseObject({
    id: z
      .string()
      .max(256)
      .optional()
      .describe("The chat's id, and the session's unless X-Session-Id names one."),
    messages: z.array(message).describe("The page's messages, as UI messages of the AI SDK."),
    trigger: z
      .enum(['submit-message', 'regenerate-message'])
      .optional()
      .describe('The act of the user.'),
    messageId: z.string().max(256).optional().describe('The message to regenerate.'),
    instructions: z.string().optional().describe('The system prompt.'),
    tools: z
      .record(z.string().max(128), tool)
      .default({})
      .describe('Tools that the page runs, with the JSON Schema of their input.'),
    history_tools: z
      .boolean()
      .default(false)
      .describe('Lets the model search and open older messages.'),
    resumable: z
      .boolean()
      .default(false)
      .describe('Complete the answer even if the page leaves; only the stop route ends it then.'),
  })
  .describe("The body that `useChat` posts, with the transport's `body` merged in.")
  .openapi('Chat');

export const stoppedSchema = z
  .object({
    object: z.literal('chat_stopped'),
    session_id: z.string(),
    stopped: z.boolean().describe('false: no answer was running.'),
  })
  .describe('The answer to stopping a chat.')
  .openapi('ChatStopped');
