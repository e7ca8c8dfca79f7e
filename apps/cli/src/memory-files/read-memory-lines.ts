import { ConfigError, type FactInput, type NoteInput } from '@everlong/core';
import { z } from 'zod';
import { BY_MODEL, type ForeignMemory } from './foreign-memory.js';

/** A line of the official MCP memory server: an entity with observations, or a relation. */
const entityLine = z.object({
  type: z.literal('entity'),
  name: z.string().min(1),
  entityType: z.string().optional(),
  observations: z.array(z.string()).optional(),
});

const relationLine = z.object({
  type: z.literal('relation'),
  from: z.string().min(1),
  to: z.string().min(1),
  relationType: z.string().min(1),
});

/** A line of `everlong memory export`. */
const factLine = z.object({
  type: z.literal('fact'),
  subject: z.string().min(1),
  predicate: z.string().min(1),
  object: z.string().min(1),
  kind: z
    .enum(['attribute', 'relation', 'preference', 'decision', 'event', 'constraint', 'procedure'])
    .optional(),
  cardinality: z.enum(['one', 'many']).optional(),
  isNegated: z.boolean().optional(),
  validFrom: z.string().optional(),
  validTo: z.string().optional(),
  trust: z.enum(['user', 'assistant', 'tool']).optional(),
  confidence: z.number().min(0).max(1).optional(),
  importance: z.number().min(0).max(1).optional(),
  id: z.int().optional(),
  text: z.string().optional(),
  derivedFrom: z.array(z.int()).optional(),
  isStale: z.boolean().optional(),
  isDisputed: z.boolean().optional(),
  uses: z.int().min(0).optional(),
  successes: z.int().min(0).optional(),
  sources: z
    .array(
      z.object({
        sessionId: z.string().min(1),
        entryId: z.string().min(1),
        seq: z.int().min(0).optional(),
      }),
    )
    .optional(),
});

const noteLine = z.object({
  type: z.literal('note'),
  sessionId: z.string().min(1),
  fromSeq: z.int().min(0),
  throughSeq: z.int().min(0),
  date: z.string(),
  text: z.string().min(1),
});

const line = z.discriminatedUnion('type', [entityLine, relationLine, factLine, noteLine]);

/** The facts and notes in JSON lines. Throws `ConfigError` with the number of an invalid line. */
export function readMemoryLines(text: string, file: string): ForeignMemory {
  const facts: FactInput[] = [];
  const notes: NoteInput[] = [];
  for (const [index, each] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    if (each.trim() === '') continue;
    const read = line.safeParse(parse(each));
    if (!read.success) {
      throw new ConfigError(
        `${file}:${index + 1}: neither an entity, a relation, a fact nor a note. Import takes the ` +
          "JSONL of the MCP memory server, an export of everlong, or supyagent's memory.db.",
      );
    }
    if (read.data.type === 'note') {
      const { type: _, ...note } = read.data;
      notes.push(note);
    } else facts.push(...toFacts(read.data));
  }
  return { facts, notes };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toFacts(read: Exclude<z.infer<typeof line>, { type: 'note' }>): FactInput[] {
  if (read.type === 'relation') {
    const predicate = spaced(read.relationType);
    return [
      {
        subject: read.from,
        predicate,
        object: read.to,
        kind: 'relation',
        cardinality: 'many',
        ...BY_MODEL,
      },
    ];
  }
  if (read.type === 'entity') {
    const { name: subject, entityType = '', observations = [] } = read;
    const said = observations.filter((text) => text.trim() !== '');
    return [
      ...(entityType.trim() === ''
        ? []
        : [{ subject, predicate: 'type', object: spaced(entityType), ...BY_MODEL }]),
      ...said.map((object) => ({
        subject,
        predicate: 'note',
        object,
        cardinality: 'many' as const,
        ...BY_MODEL,
      })),
    ];
  }
  const { type: _, ...fact } = read;
  return [withoutUndefined(fact)];
}

/** `works_at` and `worksAt` as words. */
function spaced(name: string): string {
  return name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}

function withoutUndefined(fact: object): FactInput {
  const given = Object.entries(fact).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as unknown as FactInput;
}
