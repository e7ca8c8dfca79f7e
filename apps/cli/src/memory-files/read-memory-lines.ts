import { ConfigError, type FactInput, type NameMerge, type NoteInput } from '@everlong/core';
import { parseJson } from '@everlong/core/internal';
import { z } from 'zod';
import { BY_MODEL, type ForeignMemory } from './foreign-memory.js';

const said = z.string().refine((text) => text.trim() !== '', 'says nothing');

const time = z
  .string()
  .refine(
    (text) => /^\d{4}(?:-|$)/.test(text) && !Number.isNaN(Date.parse(text)),
    'is no time as ISO 8601',
  );

/** A line of the official MCP memory server: an entity with observations, or a relation. */
const entityLine = z.object({
  type: z.literal('entity'),
  name: said,
  entityType: z.string().optional(),
  observations: z.array(z.string()).optional(),
});

const relationLine = z.object({
  type: z.literal('relation'),
  from: said,
  to: said,
  relationType: said,
});

/** A line of `everlong memory export`. */
const factLine = z
  .object({
    type: z.literal('fact'),
    subject: said,
    predicate: said,
    object: said,
    kind: z
      .enum(['attribute', 'relation', 'preference', 'decision', 'event', 'constraint', 'procedure'])
      .optional(),
    cardinality: z.enum(['one', 'many']).optional(),
    isNegated: z.boolean().optional(),
    validFrom: time.optional(),
    validTo: time.optional(),
    trust: z.enum(['user', 'assistant', 'tool']).optional(),
    confidence: z.number().min(0).max(1).optional(),
    importance: z.number().min(0).max(1).optional(),
    id: z.int().optional(),
    text: z.string().optional(),
    derivedFrom: z.array(z.int()).optional(),
    isStale: z.boolean().optional(),
    isDisputed: z.boolean().optional(),
    isDated: z.boolean().optional(),
    recordedAt: time.optional(),
    retiredAt: time.optional(),
    supersededBy: z.int().optional(),
    uses: z.int().min(0).optional(),
    successes: z.int().min(0).optional(),
    sources: z
      .array(
        z.object({
          sessionId: z.string().min(1),
          entryId: z.string().min(1),
          seq: z.int().min(0).optional(),
          start: z.int().min(0).optional(),
          end: z.int().min(0).optional(),
        }),
      )
      .optional(),
  })
  .refine(({ retiredAt, validTo }) => retiredAt === undefined || validTo !== undefined, {
    path: ['retiredAt'],
    message: 'needs validTo',
  });

const noteLine = z
  .object({
    type: z.literal('note'),
    sessionId: said,
    fromSeq: z.int().min(0),
    throughSeq: z.int().min(0),
    date: time,
    text: said,
  })
  .refine(({ fromSeq, throughSeq }) => fromSeq <= throughSeq, {
    path: ['throughSeq'],
    message: 'is before fromSeq',
  });

const mergeLine = z.object({ type: z.literal('merge'), name: said, alias: said });

const line = z.discriminatedUnion('type', [
  entityLine,
  relationLine,
  factLine,
  noteLine,
  mergeLine,
]);

/** The facts, notes and merges in JSON lines. Throws `ConfigError` with the number of an invalid line. */
export function readMemoryLines(text: string, file: string): ForeignMemory {
  const facts: FactInput[] = [];
  const notes: NoteInput[] = [];
  const merges: NameMerge[] = [];
  for (const [index, each] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    if (each.trim() === '') continue;
    const read = line.safeParse(parseJson(each));
    if (!read.success) throw invalidLine(`${file}:${index + 1}`, read.error);
    if (read.data.type === 'note') {
      const { type: _, ...note } = read.data;
      notes.push(note);
    } else if (read.data.type === 'merge') {
      const { name, alias } = read.data;
      merges.push({ name, alias });
    } else facts.push(...toFacts(read.data));
  }
  return { facts, notes, merges };
}

function invalidLine(place: string, { issues: [issue] }: z.ZodError): ConfigError {
  const isKnown = issue !== undefined && issue.path.length > 0 && issue.path[0] !== 'type';
  const fault = isKnown
    ? `${issue.path.join('.')}: ${issue.message}`
    : 'neither an entity, a relation, a fact, a merge nor a note';
  return new ConfigError(
    `${place}: ${fault}. Import takes the JSONL of the MCP memory server, an export of everlong, ` +
      "or supyagent's memory.db.",
  );
}

function toFacts(read: Exclude<z.infer<typeof line>, { type: 'note' | 'merge' }>): FactInput[] {
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
    const told = observations.filter((text) => text.trim() !== '');
    return [
      ...(entityType.trim() === ''
        ? []
        : [{ subject, predicate: 'type', object: spaced(entityType), ...BY_MODEL }]),
      ...told.map((object) => ({
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
