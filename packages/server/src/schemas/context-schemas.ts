import { z } from '@hono/zod-openapi';

import { closedObject } from './closed-object.js';

import { sdkFormat } from './session-schemas.js';

const ofSession = z.string().describe('The session that it belongs to.');

/** The engine's gauge, in its own spelling: one for every surface. */
const contextStateSchema = z
  .looseObject({
    window: z.int(),
    inputBudget: z.int(),
    used: z.object({
      total: z.int(),
      instructions: z.int(),
      tools: z.int(),
      summary: z.int(),
      memory: z.int(),
      messages: z.int(),
    }),
    ratio: z.number(),
    level: z.enum(['normal', 'soft', 'hard', 'over']),
    source: z.string(),
    triggers: z.array(
      z.object({ name: z.string(), value: z.number(), limit: z.number(), ratio: z.number() }),
    ),
    willCompact: z.boolean(),
    next: z.object({ action: z.string(), reason: z.string() }),
    reason: z.string().optional(),
    epoch: z.int(),
  })
  .describe(
    'How full the next request is, and what fills it. `used` is occupancy, `spend` what was billed.',
  )
  .openapi('ContextState');

export const contextSchema = z
  .object({ object: z.literal('context'), session_id: ofSession, state: contextStateSchema })
  .describe('The gauge of a session.')
  .openapi('Context');

const tools = z.union([
  z.array(z.looseObject({})),
  z.record(
    z.string(),
    z.looseObject({ description: z.string().optional(), inputSchema: z.unknown() }),
  ),
]);

export const prepareSchema = closedObject({
  instructions: z.string().optional().describe('The system prompt.'),
  tools: tools
    .optional()
    .describe(
      'A list of tools in the shape of OpenAI, Anthropic, Gemini or MCP, or an object of AI SDK tools by name.',
    ),
  streamed: z
    .boolean()
    .optional()
    .describe(
      "The answer is streamed, by the AI SDK: it writes tools for Anthropic otherwise then, and a provider's summary is asked for in the same bytes. Default false.",
    ),
  as: sdkFormat
    .optional()
    .describe('The SDK whose body to write. Default: a request for the AI SDK.'),
})
  .describe("The parts of a request besides the session's messages.")
  .openapi('Prepare');

const ranges = z
  .array(z.looseObject({ from: z.int(), to: z.int(), disposition: z.string() }))
  .describe('The fate of the messages, by ranges of `seq`.');

const planRangeSchema = z
  .looseObject({
    from: z.int().describe('The first `seq`.'),
    to: z.int().describe('The last `seq`, itself included.'),
    disposition: z
      .string()
      .describe('`verbatim`, `masked`, `truncated`, `summarized`, `dropped` or `omitted`.'),
    reason: z.string(),
    tokens: z.int().describe('Tokens of the range in the request.'),
  })
  .describe('Messages next to each other that the request treats alike.')
  .openapi('PlanRange');

const planSchema = z
  .looseObject({
    policy: z.string(),
    epoch: z.int(),
    ranges: z
      .array(planRangeSchema)
      .describe('In the order of `seq`; together they cover every message once.'),
    decision: z.object({ action: z.string(), reason: z.string() }),
  })
  .describe('The fate of every message, in ranges of `seq`.')
  .openapi('RequestPlan');

const gauge = { state: contextStateSchema, plan: planSchema };

const requestFields = {
  session_id: ofSession,
  instructions: z.string().describe('The system prompt to send, which may hold the summary.'),
  messages: z
    .array(z.looseObject({ role: z.string() }).openapi('RequestMessage'))
    .describe('To send as they are, in this order.'),
  ...gauge,
};

export const requestSchema = z
  .object({ object: z.literal('request'), ...requestFields })
  .describe('The next request, ready for `generateText` and `streamText`.')
  .openapi('PreparedRequest');

export const requestBodySchema = z
  .object({
    object: z.literal('request_body'),
    session_id: ofSession,
    as: sdkFormat,
    body: z
      .record(z.string(), z.unknown())
      .describe("The SDK's request body, without the model and its settings."),
    betas: z
      .array(z.string())
      .describe('For Anthropic: the names that the header `anthropic-beta` has to have.'),
    losses: z
      .array(z.record(z.string(), z.unknown()))
      .describe('Parts that this format cannot express.'),
    ...gauge,
  })
  .describe('The next request as another SDK sends it.')
  .openapi('RequestBody');

export const pastRequestSchema = z
  .object({
    object: z.literal('past_request'),
    ...requestFields,
    message_count: z.int().describe('How many messages the session had then.'),
    answer_seq: z.int().nullable().describe('The message that answered it; null if none did.'),
    certain: z
      .boolean()
      .describe('True if the answer says which request it was; else it follows from the records.'),
    inputs_match: z
      .boolean()
      .describe('True if instructions and tools are those that the request was made with.'),
  })
  .describe('The request that the model saw at a message.')
  .openapi('PastRequest');

export const compactionSchema = z
  .object({
    object: z.literal('compaction'),
    id: z.string(),
    session_id: ofSession,
    epoch: z.int().describe('The epoch that it began.'),
    previous_epoch: z.int().describe('The epoch in which it was decided.'),
    kind: z
      .enum(['trim', 'mask', 'snapshot'])
      .describe('`trim` leaves out, `mask` replaces tool results, `snapshot` adds a summary.'),
    through_seq: z.int().describe('The last message that it decided on.'),
    reason: z.string(),
    created_at: z.string(),
    summary: z
      .string()
      .nullable()
      .describe('The text that replaces the covered messages; null without a snapshot.'),
    summary_tokens: z.int().nullable(),
    withdrawn: z
      .literal(true)
      .optional()
      .describe('It knew messages that were withdrawn since: its summary is not shown.'),
    ranges,
    usage: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("Tokens of the summarizer's model calls."),
  })
  .describe('One compaction, as recorded.')
  .openapi('Compaction');

export const newCompactionSchema = closedObject({
  instructions: z
    .string()
    .max(10_000)
    .optional()
    .describe('Facts that the summary should keep or stress.'),
  snapshot: closedObject({
    text: z.string().min(1).max(200_000),
    through_seq: z
      .int()
      .min(0)
      .optional()
      .describe('The last message that it covers. Default: all that leave the request.'),
  })
    .optional()
    .describe('A summary written by a person, sent unchanged.'),
  dry_run: z
    .boolean()
    .default(false)
    .describe('Only say what would happen: no job, no model, nothing recorded.'),
})
  .describe("How to compact. Without fields: as the session's policy would.")
  .openapi('NewCompaction');

const figures = {
  tokens_before: z.int().describe('Tokens of the next request.'),
  tokens_after: z.int().describe('Tokens of the next request afterwards.'),
};

export const compactionPreviewSchema = z
  .object({
    object: z.literal('compaction_preview'),
    session_id: ofSession,
    action: z.enum(['keep', 'trim', 'mask', 'snapshot']),
    reason: z.string(),
    ...figures,
    summary: z.string().nullable().describe('The text that code would write, without a model.'),
    ranges,
    cost: z
      .looseObject({ unit: z.enum(['usd', 'tokens']) })
      .describe('The price of the input of coming calls with and without it, in `unit`.'),
  })
  .describe('The effect that a compaction would have; nothing is recorded.')
  .openapi('CompactionPreview');

export const undoneSchema = z
  .object({
    object: z.literal('compaction_undone'),
    session_id: ofSession,
    undone: z.boolean().describe('false: there was nothing to undo; `reason` says why.'),
    reason: z.string(),
    ...figures,
    epoch: z.int(),
  })
  .describe('The answer to undoing the newest compaction.')
  .openapi('CompactionUndone');

export const rewoundSchema = z
  .object({
    object: z.literal('rewind'),
    session_id: ofSession,
    rewound: z.boolean().describe('false: nothing that is not withdrawn came after the message.'),
    from_seq: z.int().describe('The first message withdrawn.'),
    withdrawn: z.int().describe('How many messages.'),
    epoch: z.int(),
  })
  .describe('The messages that a rewind withdrew.')
  .openapi('Rewound');

const results = {
  compaction: z.object({ compacted: z.boolean(), reason: z.string(), ...figures, epoch: z.int() }),
  retention: z.object({ deleted_sessions: z.int() }),
  extraction: z.object({ caught_up_sessions: z.int() }),
};

export const jobSchema = z
  .object({
    object: z.literal('job'),
    id: z.string(),
    type: z.enum(['compaction', 'retention', 'extraction']),
    session_id: z
      .string()
      .nullable()
      .describe('null for a retention or an extraction, which are of all sessions.'),
    status: z.enum(['queued', 'running', 'succeeded', 'failed']),
    attempts: z.int().describe('How often it was begun.'),
    created_at: z.string(),
    started_at: z.string().nullable(),
    ended_at: z.string().nullable(),
    result: z
      .union([results.compaction, results.retention, results.extraction])
      .nullable()
      .describe('The outcome; null until the job has succeeded.'),
    error: z.string().nullable().describe('Why it failed; null otherwise.'),
  })
  .describe('Work that outlives its request. It can be read for seven days after its end.')
  .openapi('Job');

export const searchHitSchema = z
  .object({
    id: z.string().describe('The id of the message.'),
    session_id: ofSession,
    seq: z.int(),
    score: z.number().describe('Higher is better; comparable within one answer only.'),
    excerpt: z.string().describe('The text around what was found, secrets redacted.'),
  })
  .describe('A message that a search found.')
  .openapi('SearchHit');
