import type { FactInput, Memory, MemoryFact } from '@everlong/core';

/** An entity as MCP's official memory server shows it. */
export interface GraphEntity {
  name: string;
  entityType: string;
  observations: string[];
}

export interface GraphRelation {
  from: string;
  to: string;
  relationType: string;
}

export interface Graph {
  entities: GraphEntity[];
  relations: GraphRelation[];
}

const TYPE = 'entity type';
const OBSERVATION = 'observation';
/** Facts of a graph: more than a model can read. */
const MAX_FACTS = 10_000;

/** The facts of memories as a graph: all but relations are observations. */
export async function readGraph(
  memories: readonly { memory: Memory; scope: string }[],
): Promise<Graph> {
  const facts: MemoryFact[] = [];
  for (const { memory, scope } of memories) {
    facts.push(...(await memory.list(scope, { limit: MAX_FACTS })));
  }
  return graphOf(facts);
}

function graphOf(facts: readonly MemoryFact[]): Graph {
  const entities = new Map<string, GraphEntity>();
  const relations: GraphRelation[] = [];
  for (const fact of facts) {
    if (fact.kind === 'relation') {
      relations.push({ from: fact.subject, to: fact.object, relationType: fact.predicate });
      continue;
    }
    const key = keyOf(fact.subject);
    const entity = entities.get(key) ?? {
      name: fact.subject,
      entityType: 'unknown',
      observations: [],
    };
    entities.set(key, entity);
    if (fact.predicate === TYPE) entity.entityType = fact.object;
    else entity.observations.push(observationOf(fact));
  }
  return { entities: [...entities.values()], relations };
}

function observationOf({ predicate, object, text }: MemoryFact): string {
  return predicate === OBSERVATION ? object : text;
}

/** The entities of these names, with every relation from or to them. */
export function nodesOf({ entities, relations }: Graph, names: readonly string[]): Graph {
  const keys = new Set(names.map(keyOf));
  return {
    entities: entities.filter(({ name }) => keys.has(keyOf(name))),
    relations: relations.filter(({ from, to }) => keys.has(keyOf(from)) || keys.has(keyOf(to))),
  };
}

/** Names of the entities whose name, type or observations contain the text, ignoring case. */
export function matchingNames({ entities }: Graph, query: string): string[] {
  const wanted = keyOf(query);
  return entities
    .filter(({ name, entityType, observations }) =>
      [name, entityType, ...observations].some((text) => keyOf(text).includes(wanted)),
    )
    .map(({ name }) => name);
}

export function typeFact({ name, entityType }: GraphEntity): FactInput {
  return { subject: name, predicate: TYPE, object: entityType, cardinality: 'one' };
}

export function observationFact(name: string, content: string): FactInput {
  return { subject: name, predicate: OBSERVATION, object: content, cardinality: 'many' };
}

export function relationFact({ from, to, relationType }: GraphRelation): FactInput {
  return {
    subject: from,
    predicate: relationType,
    object: to,
    kind: 'relation',
    cardinality: 'many',
  };
}

export function isOfEntity({ kind, subject, object }: MemoryFact, name: string): boolean {
  const key = keyOf(name);
  return keyOf(subject) === key || (kind === 'relation' && keyOf(object) === key);
}

export function isObservation(fact: MemoryFact, name: string, content: string): boolean {
  const isOther = fact.kind === 'relation' || fact.predicate === TYPE;
  return !isOther && keyOf(fact.subject) === keyOf(name) && observationOf(fact) === content;
}

export function isRelation(fact: MemoryFact, { from, to, relationType }: GraphRelation): boolean {
  return (
    fact.kind === 'relation' &&
    keyOf(fact.subject) === keyOf(from) &&
    keyOf(fact.object) === keyOf(to) &&
    fact.predicate === relationType
  );
}

/** Forgets every fact that the predicate picks. */
export async function forgetFacts(
  memory: Memory,
  scope: string,
  isPicked: (fact: MemoryFact) => boolean,
): Promise<void> {
  const picked = (await memory.list(scope)).filter(isPicked);
  for (const { id } of picked) await memory.forget(scope, { factId: id });
}

/** Names are compared trimmed and without case, as memory does. */
export function keyOf(name: string): string {
  return name.trim().toLowerCase();
}
