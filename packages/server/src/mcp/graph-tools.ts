import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

import {
  forgetFacts,
  isObservation,
  isOfEntity,
  isRelation,
  matchingNames,
  nodesOf,
  readGraph,
} from './memory-graph.js';
import { deletes, reads, structured, writes } from './tool-answer.js';
import { toolInput } from './tool-inputs.js';
import {
  addObservations,
  createEntities,
  createRelations,
  type ScopedMemory,
  type ToolMemory,
} from './write-graph.js';

const name = z.string().min(1).max(1000);
const content = z.string().min(1).max(10_000);
const entity = z.object({ name, entityType: name, observations: z.array(content).max(1000) });
const relation = z.object({ from: name, to: name, relationType: name });
const entities = z.array(entity).max(1000);
const relations = z.array(relation).max(1000);
const graph = z.object({
  entities: z.array(
    z.object({ name: z.string(), entityType: z.string(), observations: z.array(z.string()) }),
  ),
  relations: z.array(z.object({ from: z.string(), to: z.string(), relationType: z.string() })),
});
const done = z.object({ success: z.boolean(), message: z.string() });

/** The nine tools of MCP's official memory server, on the agent's memory. */
export function addGraphTools(
  server: McpServer,
  { mayWrite, ...where }: ToolMemory & { mayWrite: boolean },
): void {
  addReadingTools(server, where);
  if (!mayWrite) return;
  addWritingTools(server, where);
  addDeletingTools(server, where);
}

function addReadingTools(server: McpServer, { others = [], ...own }: ToolMemory): void {
  const read = () => readGraph([own, ...others]);
  server.registerTool(
    'read_graph',
    {
      title: 'Read Graph',
      description: 'Read the entire knowledge graph',
      inputSchema: toolInput({}),
      outputSchema: graph,
      annotations: reads,
    },
    async () => structured(await read()),
  );
  server.registerTool(
    'search_nodes',
    {
      title: 'Search Nodes',
      description: 'Search for nodes whose names, types or observations contain a text',
      inputSchema: toolInput({ query: z.string().max(4000) }),
      outputSchema: graph,
      annotations: reads,
    },
    async ({ query }) => {
      const all = await read();
      return structured(nodesOf(all, matchingNames(all, query)));
    },
  );
  server.registerTool(
    'open_nodes',
    {
      title: 'Open Nodes',
      description: 'Open nodes of the knowledge graph by their names',
      inputSchema: toolInput({ names: z.array(name).max(1000) }),
      outputSchema: graph,
      annotations: reads,
    },
    async ({ names }) => structured(nodesOf(await read(), names)),
  );
}

function addWritingTools(server: McpServer, where: ScopedMemory): void {
  server.registerTool(
    'create_entities',
    {
      title: 'Create Entities',
      description: 'Create new entities in the knowledge graph; existing ones stay unchanged',
      inputSchema: toolInput({ entities }),
      outputSchema: z.object({ entities }),
      annotations: writes,
    },
    async ({ entities: given }) => structured({ entities: await createEntities(where, given) }),
  );
  server.registerTool(
    'create_relations',
    {
      title: 'Create Relations',
      description: 'Create relations between entities, in the active voice',
      inputSchema: toolInput({ relations }),
      outputSchema: z.object({ relations }),
      annotations: writes,
    },
    async ({ relations: given }) => structured({ relations: await createRelations(where, given) }),
  );
  server.registerTool(
    'add_observations',
    {
      title: 'Add Observations',
      description: 'Add observations to existing entities',
      inputSchema: toolInput({
        observations: z
          .array(z.object({ entityName: name, contents: z.array(content).max(1000) }))
          .max(1000),
      }),
      outputSchema: z.object({
        results: z.array(
          z.object({ entityName: z.string(), addedObservations: z.array(z.string()) }),
        ),
      }),
      annotations: writes,
    },
    async ({ observations }) => structured({ results: await addObservations(where, observations) }),
  );
}

function addDeletingTools(server: McpServer, { memory, scope }: ScopedMemory): void {
  server.registerTool(
    'delete_entities',
    {
      title: 'Delete Entities',
      description: 'Delete entities with their observations and relations',
      inputSchema: toolInput({ entityNames: z.array(name).max(1000) }),
      outputSchema: done,
      annotations: deletes,
    },
    async ({ entityNames }) => {
      await forgetFacts(memory, scope, (fact) =>
        entityNames.some((each) => isOfEntity(fact, each)),
      );
      return structured({ success: true, message: 'Entities deleted successfully' });
    },
  );
  server.registerTool(
    'delete_observations',
    {
      title: 'Delete Observations',
      description: 'Delete observations of entities',
      inputSchema: toolInput({
        deletions: z
          .array(z.object({ entityName: name, observations: z.array(content).max(1000) }))
          .max(1000),
      }),
      outputSchema: done,
      annotations: deletes,
    },
    async ({ deletions }) => {
      await forgetFacts(memory, scope, (fact) =>
        deletions.some(({ entityName, observations }) =>
          observations.some((text) => isObservation(fact, entityName, text)),
        ),
      );
      return structured({ success: true, message: 'Observations deleted successfully' });
    },
  );
  server.registerTool(
    'delete_relations',
    {
      title: 'Delete Relations',
      description: 'Delete relations between entities',
      inputSchema: toolInput({ relations }),
      outputSchema: done,
      annotations: deletes,
    },
    async ({ relations: given }) => {
      await forgetFacts(memory, scope, (fact) => given.some((each) => isRelation(fact, each)));
      return structured({ success: true, message: 'Relations deleted successfully' });
    },
  );
}
