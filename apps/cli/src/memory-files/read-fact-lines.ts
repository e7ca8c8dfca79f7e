import { ConfigError, type FactInput } from '@everlong/core';
import { z } from 'zod';
import { BY_MODEL } from './foreign-memory.js';

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
});

const line = z.discriminatedUnion('type', [entityLine, relationLine, factLine]);

/** The facts in JSON lines. Throws `ConfigError` with the number of an invalid line. */
export function readFactLines(text: string, file: string): FactInput[] {
  return text.split('\n').flatMap((each, index) => {
    if (each.trim() === '') return [];
    const read = line.safeParse(parse(each));
    if (read.success) return toFacts(read.data);
    throw new ConfigError(
      `${file}:${index + 1}: neither an entity, a relation nor a fact. Import takes the JSONL of ` +
        "the MCP memory server, an export of everlong, or supyagent's memory.db.",
    );
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toFacts(read: z.infer<typeof line>): FactInput[] {
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
