import { z } from '@hono/zod-openapi';

import { closedObject } from './closed-object.js';

export const agentName = z
  .string()
  .min(1)
  .max(128)
  .default('default')
  .openapi({ description: 'The agent whose memory it is.' });

const source = z.object({
  session_id: z.string(),
  message_id: z.string().openapi({
    description: 'Of a note: the numbers of its first and last message, such as "0-5".',
  }),
});

export const memorySchema = z
  .object({
    object: z.literal('memory'),
    id: z.string(),
    text: z.string().openapi({ description: 'As a sentence.' }),
    subject: z.string(),
    predicate: z.string(),
    value: z.string(),
    kind: z.string(),
    cardinality: z.enum(['one', 'many']),
    negated: z.boolean(),
    valid_from: z.string(),
    valid_to: z.string().nullable(),
    recorded_at: z.string(),
    retired_at: z.string().nullable(),
    superseded_by: z.string().nullable(),
    disputed: z.boolean(),
    stale: z.boolean(),
    outdated_since: z.string().nullable().openapi({
      description:
        'The date of a later statement that seems to take it back; it still counts as valid.',
    }),
    confidence: z.number(),
    trust: z.enum(['user', 'assistant', 'tool']),
    sources: z.array(source),
  })
  .openapi('Memory', {
    description: 'A fact. Nothing is overwritten: `superseded_by` names what replaced it.',
  });

export const newMemorySchema = closedObject({
  agent: agentName,
  subject: z.string().trim().min(1).max(1000).openapi({ example: 'staging' }),
  predicate: z.string().trim().min(1).max(1000).openapi({ example: 'port' }),
  value: z.string().trim().min(1).max(10_000).openapi({ example: '8471' }),
  cardinality: z.enum(['one', 'many']).optional().openapi({
    description: 'one: a newer value replaces the older.',
  }),
  valid_from: z.iso.datetime().optional(),
  valid_to: z.iso.datetime().optional(),
  trust: z.enum(['user', 'assistant', 'tool']).optional(),
}).openapi('NewMemory');

export const memorySearchSchema = closedObject({
  agent: agentName,
  query: z.string().max(10_000),
  limit: z.int().min(1).max(100).default(10),
  max_tokens: z.int().min(1).optional(),
  valid_at: z.iso.datetime().optional().openapi({ description: 'Return what held at this time.' }),
  known_at: z.iso
    .datetime()
    .optional()
    .openapi({ description: 'Return what was known at this time.' }),
}).openapi('MemorySearch');

const memoryHitSchema = z
  .object({
    kind: z.enum(['episode', 'fact', 'note']),
    text: z.string(),
    date: z.string(),
    score: z.number().openapi({
      description: 'The sum of the breakdown; comparable within one answer only.',
    }),
    breakdown: z.record(z.string(), z.number()).openapi({
      description: 'What the score is made of, by the name of each part.',
    }),
    tokens: z.int(),
    speaker: z.string().nullable(),
    trust: z.enum(['user', 'assistant', 'tool']),
    sources: z.array(source),
    memory: memorySchema.nullable(),
  })
  .openapi('MemoryHit');

export const memoryHitsSchema = z
  .object({ object: z.literal('list'), data: z.array(memoryHitSchema), tokens: z.int() })
  .openapi('MemoryHits', { description: 'Best first.' });

export const memoryEntitySchema = z
  .object({
    object: z.literal('memory_entity'),
    name: z.string(),
    aliases: z.array(z.string()),
    memories: z.array(memorySchema),
    past: z.array(memorySchema).openapi({ description: 'Memories that no longer hold.' }),
    related: z
      .array(memorySchema)
      .openapi({ description: 'Memories of others that name it as their value.' }),
    beyond: z.array(memorySchema).openapi({
      description: 'With steps=2: memories of those others, and of what its own memories name.',
    }),
    messages: z
      .array(memoryHitSchema)
      .openapi({ description: 'Messages that name it, newest first.' }),
    suggestions: z.array(z.string()).openapi({ description: 'Names that may mean the same.' }),
  })
  .openapi('MemoryEntity');

export const forgetSchema = z
  .union(
    [
      z.strictObject({ agent: agentName, entity: z.string().min(1).max(1000) }),
      z.strictObject({
        agent: agentName,
        session_id: z.string().max(256),
        message_id: z.string().max(256).optional(),
      }),
      z.strictObject({ agent: agentName, everything: z.literal(true) }),
    ],
    {
      error:
        'Say what to forget: either entity, or session_id (and message_id), or everything: true; ' +
        'and nothing else but agent.',
    },
  )
  .openapi('Forget');

export const forgottenSchema = z
  .object({
    object: z.literal('forgotten'),
    memory_ids: z.array(z.string()),
    also_forgotten: z.array(z.object({ memory_id: z.string(), text: z.string() })).openapi({
      description:
        'Memories among them that do not name the entity: they were said in the same sentence.',
    }),
    messages: z.int(),
    notes: z.int(),
    session_ids: z.array(z.string()).openapi({
      description: 'Sessions whose messages still contain it.',
    }),
    quoting_session_ids: z.array(z.string()).openapi({
      description:
        'Other sessions that quote it: it was recalled there, or a message or a summary names it.',
    }),
  })
  .openapi('Forgotten');

export const profileSchema = z
  .object({
    object: z.literal('memory_profile'),
    text: z.string().openapi({ description: 'Lines of Markdown; empty when nothing is known.' }),
    tokens: z.int(),
    memory_ids: z.array(z.string()),
    sources: z.array(source),
  })
  .openapi('MemoryProfile', {
    description: 'Who the user is and what holds for the project, from what is known now.',
  });

export const learningSearchSchema = closedObject({
  agent: agentName,
  query: z.string().max(10_000).openapi({ example: 'Run the tests of the parser' }),
  limit: z.int().min(1).max(100).default(5),
  max_tokens: z.int().min(1).optional(),
}).openapi('LearningSearch');

export const learningsSchema = z
  .object({
    object: z.literal('list'),
    data: z.array(
      z
        .object({
          memory_id: z.string(),
          text: z.string(),
          task: z.string(),
          date: z.string(),
          uses: z.int(),
          successes: z.int(),
          score: z.number(),
          tokens: z.int(),
          sources: z.array(source),
        })
        .openapi('Learning'),
    ),
  })
  .openapi('Learnings', { description: 'Best first.' });

export const newNoteSchema = closedObject({
  agent: agentName,
  session_id: z.string().min(1).max(256),
  from_seq: z.int().min(0),
  through_seq: z.int().min(0),
  date: z.iso.datetime().optional().openapi({ description: 'Default: now.' }),
  text: z.string().trim().min(1).max(100_000),
}).openapi('NewMemoryNote');

export const noteSchema = z
  .object({
    object: z.literal('memory_note'),
    session_id: z.string(),
    added: z.boolean().openapi({ description: 'false: this range was noted before.' }),
  })
  .openapi('MemoryNote');
