import { z } from '@hono/zod-openapi';

import { closedObject } from './closed-object.js';

import { sdkFormat } from './session-schemas.js';

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
  .openapi('ContextState', {
    description:
      'How full the next request is, and what fills it. `used` is occupancy, `spend` what was billed.',
  });

export const contextSchema = z
  .object({
    object: z.literal('context'),
    session_id: z.string(),
    state: contextStateSchema,
  })
  .openapi('Context');

export const prepareSchema = closedObject({
  instructions: z.string().optional(),
  tools: z
    .union([
      z.array(z.looseObject({})),
      z.record(z.string(), z.looseObject({ inputSchema: z.unknown() })),
    ])
    .optional()
    .openapi({
      description:
        'A list of tools in the shape of OpenAI, Anthropic, Gemini or MCP, or an object of AI SDK ' +
        'tools by name.',
    }),
  streamed: z
    .boolean()
    .optional()
    .openapi({
      description:
        'The answer is streamed, by the AI SDK: it writes tools for Anthropic otherwise then, and a ' +
        "provider's summary is asked for in the same bytes. Default false.",
    }),
  as: sdkFormat
    .optional()
    .openapi({ description: 'The SDK whose body to write. Default: a request for the AI SDK.' }),
}).openapi('Prepare');

const planSchema = z
  .looseObject({
    policy: z.string(),
    epoch: z.int(),
    ranges: z.array(
      z.looseObject({
        from: z.int(),
        to: z.int(),
        disposition: z.string(),
        reason: z.string(),
        tokens: z.int(),
      }),
    ),
    decision: z.object({ action: z.string(), reason: z.string() }),
  })
  .openapi('RequestPlan', { description: 'What became of every message, in ranges of `seq`.' });

const requestFields = {
  session_id: z.string(),
  instructions: z.string(),
  messages: z.array(z.looseObject({ role: z.string() })),
  state: contextStateSchema,
  plan: planSchema,
};

export const requestSchema = z
  .object({ object: z.literal('request'), ...requestFields })
  .openapi('Request', { description: 'Ready for `generateText` and `streamText`.' });

export const requestBodySchema = z
  .object({
    object: z.literal('request_body'),
    session_id: z.string(),
    as: sdkFormat,
    body: z.looseObject({}).openapi({
      description: "The SDK's request body, without the model and its settings.",
    }),
    betas: z.array(z.string()).openapi({
      description: 'For Anthropic, what the header `anthropic-beta` has to name.',
    }),
    losses: z.array(z.looseObject({})).openapi({
      description: 'What this format cannot express.',
    }),
    state: contextStateSchema,
    plan: planSchema,
  })
  .openapi('RequestBody', { description: 'The next request as another SDK sends it.' });

export const pastRequestSchema = z
  .object({
    object: z.literal('past_request'),
    ...requestFields,
    message_count: z.int(),
    answer_seq: z.int().nullable(),
    certain: z.boolean(),
    inputs_match: z.boolean(),
  })
  .openapi('PastRequest', { description: 'What the model saw at a message.' });

export const compactionSchema = z
  .object({
    object: z.literal('compaction'),
    id: z.string(),
    session_id: z.string(),
    epoch: z.int(),
    previous_epoch: z.int(),
    kind: z.enum(['trim', 'mask', 'snapshot']),
    through_seq: z.int(),
    reason: z.string(),
    created_at: z.string(),
    summary: z
      .string()
      .nullable()
      .openapi({ description: 'The text that replaces the covered messages.' }),
    summary_tokens: z.int().nullable(),
    withdrawn: z.literal(true).optional().openapi({
      description: 'It knew messages that were withdrawn since: its summary is not shown.',
    }),
    ranges: z.array(z.looseObject({ from: z.int(), to: z.int(), disposition: z.string() })),
    usage: z.record(z.string(), z.unknown()).optional(),
  })
  .openapi('Compaction');

export const newCompactionSchema = closedObject({
  instructions: z.string().max(10_000).optional().openapi({
    description: 'What the summary should keep or stress.',
  }),
  snapshot: closedObject({
    text: z.string().min(1).max(200_000),
    through_seq: z.int().min(0).optional().openapi({
      description: 'The last message that it covers. Default: all that leave the request.',
    }),
  })
    .optional()
    .openapi({ description: 'A summary written by a person, sent unchanged.' }),
  dry_run: z.boolean().default(false).openapi({
    description: 'Only say what would happen: no job, no model, nothing recorded.',
  }),
}).openapi('NewCompaction');

export const compactionPreviewSchema = z
  .object({
    object: z.literal('compaction_preview'),
    session_id: z.string(),
    action: z.enum(['keep', 'trim', 'mask', 'snapshot']),
    reason: z.string(),
    tokens_before: z.int(),
    tokens_after: z.int(),
    summary: z.string().nullable(),
    ranges: z.array(z.looseObject({ from: z.int(), to: z.int(), disposition: z.string() })),
    cost: z.looseObject({ unit: z.enum(['usd', 'tokens']) }),
  })
  .openapi('CompactionPreview');

export const undoneSchema = z
  .object({
    object: z.literal('compaction_undone'),
    session_id: z.string(),
    undone: z.boolean(),
    reason: z.string(),
    tokens_before: z.int(),
    tokens_after: z.int(),
    epoch: z.int(),
  })
  .openapi('CompactionUndone');

export const rewoundSchema = z
  .object({
    object: z.literal('rewind'),
    session_id: z.string(),
    rewound: z.boolean(),
    from_seq: z.int(),
    withdrawn: z.int(),
    epoch: z.int(),
  })
  .openapi('Rewound');

export const jobSchema = z
  .object({
    object: z.literal('job'),
    id: z.string(),
    type: z.enum(['compaction', 'retention', 'extraction']),
    session_id: z.string().nullable(),
    status: z.enum(['queued', 'running', 'succeeded', 'failed']),
    attempts: z.int(),
    created_at: z.string(),
    started_at: z.string().nullable(),
    ended_at: z.string().nullable(),
    result: z
      .union([
        z.object({
          compacted: z.boolean(),
          reason: z.string(),
          tokens_before: z.int(),
          tokens_after: z.int(),
          epoch: z.int(),
        }),
        z.object({ deleted_sessions: z.int() }),
        z.object({ caught_up_sessions: z.int() }),
      ])
      .nullable(),
    error: z.string().nullable(),
  })
  .openapi('Job');

export const searchHitSchema = z
  .object({
    id: z.string().openapi({ description: 'The id of the message.' }),
    session_id: z.string(),
    seq: z.int(),
    score: z.number(),
    excerpt: z.string(),
  })
  .openapi('SearchHit');
