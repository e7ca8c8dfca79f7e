import { ConfigError, type FactInput, type NoteInput } from '@everlong/core';
import openDatabase from 'better-sqlite3';
import { z } from 'zod';
import { BY_MODEL, type ForeignMemory } from './foreign-memory.js';

const text = z.string().nullish();

const entityRow = z.object({
  id: z.coerce.string(),
  name: z.string().min(1),
  entity_type: text,
  summary: text,
  properties: text,
});

const edgeRow = z.object({
  source_id: z.coerce.string(),
  target_id: z.coerce.string(),
  relationship: text,
  fact: text,
  confidence: z.number().nullish(),
  valid_from: text,
  valid_until: text,
});

const episodeRow = z.object({
  session_id: text,
  summary: text,
  observations: text,
  outcome: text,
  timestamp: text,
});

/**
 * Entities, edges and episodes of supyagent's `memory.db`. Throws `ConfigError` for any other file.
 */
export function readSupyagentMemory(path: string): ForeignMemory {
  const database = openDatabase(path, { readonly: true });
  try {
    const read = <Row>(table: string, row: z.ZodType<Row>): Row[] =>
      z.array(row).parse(database.prepare(`SELECT * FROM ${table}`).all());
    const entities = read('entities', entityRow);
    const names = new Map(entities.map(({ id, name }) => [id, name]));
    return {
      facts: [
        ...entities.flatMap(entityFacts),
        ...read('edges', edgeRow).flatMap((edge) => edgeFacts(edge, names)),
      ],
      notes: read('episodes', episodeRow).flatMap(episodeNotes),
    };
  } catch (error) {
    const problem = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    throw new ConfigError(`${path} is not a memory.db of supyagent: ${problem}.`, error);
  } finally {
    database.close();
  }
}

function entityFacts({
  name: subject,
  entity_type,
  summary,
  properties,
}: z.infer<typeof entityRow>): FactInput[] {
  const fact = (predicate: string, object: string | null | undefined): FactInput[] =>
    isSaid(object) ? [{ subject, predicate, object: object.trim(), ...BY_MODEL }] : [];
  const own = Object.entries(parsed(z.record(z.string(), z.unknown()), properties) ?? {});
  return [
    ...fact('type', entity_type?.toLowerCase()),
    ...fact('note', summary),
    ...own.flatMap(([name, value]) =>
      isSaid(name) && value !== null ? fact(name.replaceAll('_', ' '), written(value)) : [],
    ),
  ];
}

function written(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The JSON of a column; `undefined` where it is none of this shape. */
function parsed<Shape>(
  shape: z.ZodType<Shape>,
  json: string | null | undefined,
): Shape | undefined {
  try {
    return shape.safeParse(JSON.parse(json ?? '')).data;
  } catch {
    return undefined;
  }
}

/** An edge of an entity to itself is a statement about it. */
function edgeFacts(edge: z.infer<typeof edgeRow>, names: ReadonlyMap<string, string>): FactInput[] {
  const subject = names.get(edge.source_id);
  const target = names.get(edge.target_id);
  if (subject === undefined || target === undefined) return [];
  const predicate = isSaid(edge.relationship) ? edge.relationship.replaceAll('_', ' ') : 'note';
  const object = edge.source_id === edge.target_id ? edge.fact : target;
  if (!isSaid(object)) return [];
  const { confidence } = edge;
  const fact: FactInput = {
    subject,
    predicate,
    object,
    cardinality: 'many',
    ...BY_MODEL,
    ...(typeof confidence === 'number' && confidence >= 0 && confidence <= 1 ? { confidence } : {}),
    ...timeOf('validFrom', edge.valid_from),
    ...timeOf('validTo', edge.valid_until),
  };
  const said = isSaid(edge.fact) && saysMore(edge.fact, fact) ? edge.fact.trim() : undefined;
  return said === undefined ? [fact] : [fact, { ...fact, predicate: 'note', object: said }];
}

/** Whether a sentence has words beyond those of the fact. */
function saysMore(sentence: string, { subject, predicate, object }: FactInput): boolean {
  const wordsOf = (each: string): string[] => each.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const known = new Set(wordsOf([subject, predicate, object].join(' ')));
  return wordsOf(sentence).some((word) => !known.has(word));
}

function episodeNotes(
  { session_id, summary, observations, outcome, timestamp }: z.infer<typeof episodeRow>,
  index: number,
): NoteInput[] {
  const seen = (parsed(z.array(z.unknown()), observations) ?? []).map((each) => written(each));
  const list = seen.filter(isSaid).map((each) => `- ${each.trim()}`);
  const said = [summary, list.join('\n'), outcome].filter(isSaid);
  if (said.length === 0) return [];
  const { date = new Date(0).toISOString() } = timeOf('date', timestamp);
  const sessionId = `supyagent-${session_id ?? 'memory'}`;
  return [{ sessionId, fromSeq: index, throughSeq: index, date, text: said.join('\n\n') }];
}

function isSaid(value: string | null | undefined): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** Python writes times without a zone, in UTC. */
function timeOf<Name extends string>(
  name: Name,
  value: string | null | undefined,
): Partial<Record<Name, string>> {
  if (!isSaid(value)) return {};
  const time = new Date(/[zZ]|[+-]\d\d:?\d\d$/.test(value) ? value : `${value.replace(' ', 'T')}Z`);
  if (Number.isNaN(time.getTime())) return {};
  return { [name]: time.toISOString() } as Partial<Record<Name, string>>;
}
