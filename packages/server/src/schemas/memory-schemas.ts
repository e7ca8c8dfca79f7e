import { z } from '@hono/zod-openapi';

import { closedObject } from './closed-object.js';

export const agentName = z
  .string()
  .min(1)
  .max(128)
  .default('default')
  .describe('The agent whose memory it is.');

const source = z
  .object({
    session_id: z.string(),
    message_id: z
      .string()
      .describe('For a note: the numbers of its first and last message, such as "0-5".'),
  })
  .describe('The message that a memory comes from.')
  .openapi('MemorySource');
const sources = z.array(source);

const cardinality = z
  .enum(['one', 'many'])
  .describe('one: a newer value replaces the older; many: values hold side by side.');
const trust = z.enum(['user', 'assistant', 'tool']).describe('Who said it.');
const maxTokens = z
  .int()
  .min(1)
  .optional()
  .describe('Most tokens of all texts together. Default: no limit.');

export const memorySchema = z
  .object({
    object: z.literal('memory'),
    id: z.string(),
    text: z.string().describe('As a sentence.'),
    subject: z.string(),
    predicate: z.string(),
    value: z.string(),
    kind: z.string(),
    cardinality,
    negated: z.boolean().describe('The memory says that this does not hold.'),
    valid_from: z.string().describe('When it began to hold in the world; ISO 8601, as every time.'),
    valid_to: z.string().nullable().describe('When it ceased to hold; null: it still does.'),
    recorded_at: z.string().describe('When it was learned.'),
    retired_at: z
      .string()
      .nullable()
      .describe('When it was replaced or taken back; null while it counts.'),
    superseded_by: z.string().nullable().describe('The id of the memory that replaced it.'),
    disputed: z
      .boolean()
      .describe('Another valid memory contradicts it, and nothing decides between them.'),
    stale: z.boolean().describe('A memory that it was derived from has been superseded.'),
    outdated_since: z.string().nullable().describe('Always null: only a fact closes a fact.'),
    confidence: z.number().describe('From 0 to 1.'),
    trust,
    sources,
  })
  .describe('A fact. Nothing is overwritten: `superseded_by` names what replaced it.')
  .openapi('Memory');

export const newMemorySchema = closedObject({
  agent: agentName,
  subject: z.string().trim().min(1).max(1000).openapi({ example: 'staging' }),
  predicate: z.string().trim().min(1).max(1000).openapi({ example: 'port' }),
  value: z.string().trim().min(1).max(10_000).openapi({ example: '8471' }),
  cardinality: cardinality.optional(),
  valid_from: z.iso.datetime().optional().describe('Default: now.'),
  valid_to: z.iso.datetime().optional().describe('Default: until something replaces it.'),
  trust: trust.optional().describe('Who said it. Default: the user.'),
})
  .describe('A fact to store; one that is known already is not stored again.')
  .openapi('NewMemory');

export const memorySearchSchema = closedObject({
  agent: agentName,
  query: z.string().max(10_000),
  limit: z.int().min(1).max(100).default(10).describe('Most hits.'),
  max_tokens: maxTokens,
  valid_at: z.iso.datetime().optional().describe('Return what held at this time.'),
  known_at: z.iso.datetime().optional().describe('Return what was known at this time.'),
})
  .describe('A search of messages, memories and notes.')
  .openapi('MemorySearch');

const memoryHitSchema = z
  .object({
    kind: z.enum(['episode', 'fact', 'note']),
    text: z.string(),
    date: z.string().describe('When it was said, or since when the fact holds.'),
    score: z.number().describe('The sum of the breakdown; comparable within one answer only.'),
    breakdown: z.record(z.string(), z.number()).describe('The parts of the score, by name.'),
    tokens: z.int().describe('Those of the text in one line with its date and speaker.'),
    speaker: z.string().nullable().describe('A name, else the role.'),
    trust,
    sources,
    memory: memorySchema.nullable(),
  })
  .describe('A message (`episode`), a fact with its memory, or a note that a search found.')
  .openapi('MemoryHit');

export const memoryHitsSchema = z
  .object({
    object: z.literal('list'),
    data: z.array(memoryHitSchema),
    tokens: z.int().describe('Those of all texts together.'),
  })
  .describe('Best first.')
  .openapi('MemoryHits');

export const memoryEntitySchema = z
  .object({
    object: z.literal('memory_entity'),
    name: z.string(),
    aliases: z.array(z.string()).describe('Its other names.'),
    memories: z.array(memorySchema),
    past: z.array(memorySchema).describe('Memories that no longer hold.'),
    related: z.array(memorySchema).describe('Memories of others that name it as their value.'),
    beyond: z
      .array(memorySchema)
      .describe('With steps=2: memories of those others, and of what its own memories name.'),
    messages: z.array(memoryHitSchema).describe('Messages that name it, newest first.'),
    suggestions: z.array(z.string()).describe('Names that may mean the same.'),
  })
  .describe('All that is known of a person or thing.')
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
  .describe('A person or thing to forget, a session or one of its messages, or everything.')
  .openapi('Forget');

export const forgottenSchema = z
  .object({
    object: z.literal('forgotten'),
    memory_ids: z.array(z.string()).describe('The memories that were deleted.'),
    also_forgotten: z
      .array(z.object({ memory_id: z.string(), text: z.string() }))
      .describe(
        'Memories among them that do not name the entity: they were said in the same sentence.',
      ),
    messages: z.int().describe('How many messages memory forgot; the sessions keep them.'),
    notes: z.int().describe('How many notes were deleted.'),
    session_ids: z.array(z.string()).describe('Sessions whose messages still contain it.'),
    quoting_session_ids: z
      .array(z.string())
      .describe(
        'Other sessions that quote it: it was recalled there, or a message or a summary names it.',
      ),
  })
  .describe('The memories that are forgotten, and where their content still stands.')
  .openapi('Forgotten');

export const profileSchema = z
  .object({
    object: z.literal('memory_profile'),
    text: z.string().describe('Lines of Markdown; empty when nothing is known.'),
    tokens: z.int(),
    memory_ids: z.array(z.string()).describe('The memories that the text states.'),
    sources,
  })
  .describe('Who the user is and what holds for the project, from what is known now.')
  .openapi('MemoryProfile');

export const learningSearchSchema = closedObject({
  agent: agentName,
  query: z
    .string()
    .max(10_000)
    .openapi({ description: 'The task at hand.', example: 'Run the tests of the parser' }),
  limit: z.int().min(1).max(100).default(5).describe('Most learnings.'),
  max_tokens: maxTokens,
})
  .describe('A search for what earlier runs of tools taught.')
  .openapi('LearningSearch');

const learningSchema = z
  .object({
    memory_id: z.string(),
    text: z.string(),
    task: z.string(),
    date: z.string().describe('When it last worked.'),
    uses: z.int().describe('How often it was recalled.'),
    successes: z.int().describe('How often it worked.'),
    score: z.number().describe('Comparable within one answer only.'),
    tokens: z.int(),
    sources,
  })
  .describe('A lesson of an earlier run of tools for a task.')
  .openapi('Learning');

export const learningsSchema = z
  .object({ object: z.literal('list'), data: z.array(learningSchema) })
  .describe('Best first.')
  .openapi('Learnings');

export const newNoteSchema = closedObject({
  agent: agentName,
  session_id: z.string().min(1).max(256),
  from_seq: z.int().min(0).describe('The first message of the range.'),
  through_seq: z.int().min(0).describe('The last message of the range.'),
  date: z.iso.datetime().optional().describe('Default: now.'),
  text: z.string().trim().min(1).max(100_000),
})
  .describe('A note on what a range of a session was about.')
  .openapi('NewMemoryNote');

export const noteSchema = z
  .object({
    object: z.literal('memory_note'),
    session_id: z.string(),
    added: z.boolean().describe('false: this range was noted before.'),
  })
  .describe('The answer to a new note.')
  .openapi('MemoryNote');
