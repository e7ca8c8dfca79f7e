import { sdkFormatNames } from '@everlong/core/internal';
import { z } from '@hono/zod-openapi';

import { closedObject } from './closed-object.js';

export const sdkFormat = z
  .enum(sdkFormatNames)
  .describe('The SDKs whose messages are read and whose bodies are written.')
  .openapi('SdkFormat');

const metadata = z.record(z.string().max(128), z.unknown());
/** For a session or a tenant. */
export const summaryModel = z.string().min(1).max(256).openapi({
  description:
    "The upstream's model that writes summaries, booked to the tenant; `none`: code alone.",
  example: 'gpt-5-mini',
});

const settings = {
  model: z.string().min(1).max(256).optional().openapi({
    description:
      'A name of the model registry, for counting, limits and prices; chats ask the upstream of this name.',
    example: 'gpt-6.1-sol',
  }),
  context_window: z
    .int()
    .min(100)
    .max(100_000_000)
    .optional()
    .describe("In tokens; replaces the model's."),
  policy: z.string().max(64).optional().openapi({
    description: "When to compact and what to keep. Default: the server's.",
    example: 'everlong',
  }),
  summary_model: summaryModel.optional(),
};

export const sessionId = z
  .string()
  .max(256)
  .openapi({ param: { name: 'id', in: 'path' } });

export const sessionSchema = z
  .object({
    object: z.literal('session'),
    id: z.string(),
    agent: z.string(),
    title: z.string().nullable(),
    metadata,
    ...settings,
    message_count: z.int().describe('Also the `seq` of the next message.'),
    epoch: z
      .int()
      .describe('Grows with every compaction and rewind; requests of one epoch share a prefix.'),
    forked_from: z.object({ session_id: z.string(), through_seq: z.int() }).optional(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    etag: z.string().describe('Names this state, as the header ETag does: for If-Match.'),
  })
  .describe('A conversation.')
  .openapi('Session');

export const newSessionSchema = closedObject({
  id: z.string().max(128).optional().describe('Default: a UUID.'),
  agent: z
    .string()
    .max(128)
    .default('default')
    .describe('Groups sessions, and names the memory that they share.'),
  title: z.string().max(1000).optional(),
  metadata: metadata.optional(),
  ...settings,
})
  .describe('A session to create.')
  .openapi('NewSession');

export const sessionPatchSchema = closedObject({
  title: z.string().max(1000).nullable().optional().describe('null takes it back.'),
  metadata: metadata.optional().describe('Replaces all metadata.'),
  ...settings,
})
  .describe('A change of a session; what it leaves out stays.')
  .openapi('SessionPatch');

/** An AI SDK message; the engine checks its content, and takes it from the body as it came. */
const modelMessage = z
  .object({ role: z.enum(['system', 'user', 'assistant', 'tool']), content: z.unknown() })
  .openapi('ModelMessage', {
    description: 'A message of AI SDK 7. Files are base64 or a URL, which is never fetched.',
    additionalProperties: {},
  });

export const messageSchema = z
  .object({
    object: z.literal('message'),
    id: z.string(),
    session_id: z.string(),
    seq: z.int().describe('Its place in the session, from 0 without gaps.'),
    created_at: z.string(),
    message: modelMessage,
    model: z.string().optional().describe('The model that wrote it.'),
    usage: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('The tokens that the provider billed for it.'),
    metadata: z.record(z.string(), z.unknown()).optional(),
    withdrawn: z
      .literal(true)
      .optional()
      .describe('Withdrawn by a rewind, an edit or a regenerated answer: no request shows it.'),
  })
  .describe('A stored message.')
  .openapi('Message');

const ownId = z
  .string()
  .min(1)
  .max(256)
  .optional()
  .describe(
    'A message is stored once under its id: sent again, even with other content, it stays as it is, ' +
      'and the answer shows it as stored.',
  );

const identifiedMessage = modelMessage.extend({ id: ownId }).openapi('IdentifiedMessage');
const messageInput = closedObject({
  id: ownId,
  message: modelMessage,
  created_at: z.iso.datetime().optional().describe('Default: now.'),
  model: z.string().max(256).optional().describe('The model that wrote it.'),
  metadata: metadata.optional().describe('Kept with the message, and never sent to a model.'),
})
  .describe('A message with its metadata.')
  .openapi('MessageInput');
const appendedMessage = z.union([identifiedMessage, messageInput]);

/** The engine checks each SDK's shapes. */
const anything = z.union([z.looseObject({}), z.array(z.looseObject({})).min(1)]);
const ownMessages = z.array(appendedMessage).min(1);

/** Faults of a message that has neither form: of the form that it resembles more. */
function nearestIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const [nearest = []] = issue.errors.toSorted((left, right) => left.length - right.length);
  return nearest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

export const appendSchema = closedObject({
  messages: z
    .union([ownMessages, z.unknown()])
    .describe(
      'Messages of the AI SDK; with `as`, a message of that SDK, a list of them, or the body of a ' +
        'request or response.',
    ),
  as: sdkFormat.optional(),
  expected_seq: z
    .int()
    .min(0)
    .optional()
    .describe('Append only if the session has exactly this many messages.'),
})
  .superRefine(({ messages, as }, context) => {
    const { error } = (as === undefined ? ownMessages : anything).safeParse(messages);
    for (const { path, message } of (error?.issues ?? []).flatMap(nearestIssues)) {
      context.addIssue({ code: 'custom', path: ['messages', ...path], message });
    }
  })
  .openapi('Append');

export const appendedSchema = z
  .object({
    object: z.literal('list'),
    data: z.array(messageSchema),
    next_seq: z.int().describe("The `seq` of the session's next message."),
  })
  .describe('The messages as stored, in order; those that were there already among them.')
  .openapi('Appended');
