import type { Memory } from '@everlong/core';

import {
  type GraphEntity,
  type GraphRelation,
  isRelation,
  keyOf,
  observationFact,
  readGraph,
  relationFact,
  typeFact,
} from './memory-graph.js';

/** The memory of an agent. */
export interface ScopedMemory {
  memory: Memory;
  scope: string;
}

/** The memory that an agent's tools are on. */
export interface ToolMemory extends ScopedMemory {
  /** Memories of other agents, which are read as well. */
  others?: readonly ScopedMemory[];
}

/** Writes the entities that are new; resolves with them. */
export async function createEntities(
  { memory, scope }: ScopedMemory,
  given: readonly GraphEntity[],
): Promise<GraphEntity[]> {
  const known = await nodesByKey(memory, scope);
  const added: GraphEntity[] = [];
  for (const each of given) {
    if (known.has(keyOf(each.name))) continue;
    known.set(keyOf(each.name), each);
    added.push(each);
  }
  const facts = added.flatMap((each) => [
    typeFact(each),
    ...each.observations.map((text) => observationFact(each.name, text)),
  ]);
  if (facts.length > 0) await memory.write(scope, facts);
  return added;
}

/** Writes the relations that are new; resolves with them. */
export async function createRelations(
  { memory, scope }: ScopedMemory,
  given: readonly GraphRelation[],
): Promise<GraphRelation[]> {
  const known = await memory.list(scope);
  const added = given.filter((each) => !known.some((fact) => isRelation(fact, each)));
  if (added.length > 0) await memory.write(scope, added.map(relationFact));
  return added;
}

/** Adds what is new to existing entities; throws, with nothing written, if one is missing. */
export async function addObservations(
  { memory, scope }: ScopedMemory,
  observations: readonly { entityName: string; contents: readonly string[] }[],
): Promise<{ entityName: string; addedObservations: string[] }[]> {
  const known = await nodesByKey(memory, scope);
  const missing = observations.find(({ entityName }) => !known.has(keyOf(entityName)));
  if (missing !== undefined) {
    throw new Error(
      `Entity with name ${missing.entityName} not found. Create it with create_entities first.`,
    );
  }
  const results = observations.map(({ entityName, contents }) => {
    const old = known.get(keyOf(entityName))?.observations ?? [];
    return { entityName, addedObservations: contents.filter((text) => !old.includes(text)) };
  });
  const facts = results.flatMap(({ entityName, addedObservations }) =>
    addedObservations.map((text) => observationFact(entityName, text)),
  );
  if (facts.length > 0) await memory.write(scope, facts);
  return results;
}

async function nodesByKey(memory: Memory, scope: string): Promise<Map<string, GraphEntity>> {
  const { entities: known } = await readGraph([{ memory, scope }]);
  return new Map(known.map((each) => [keyOf(each.name), each]));
}
