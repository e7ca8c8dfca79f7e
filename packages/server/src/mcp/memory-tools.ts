import type { FactInput } from '@everlong/core';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

import { presentEntity, presentMemory, presentMemoryHit } from '../services/present-memory.js';
import { answer, reads, writes } from './tool-answer.js';
import { toolInput } from './tool-inputs.js';
import type { ScopedMemory, ToolMemory } from './write-graph.js';

/** Adds the tools on an agent's own memory, whose reading ones name the agent where there are more. */
export function addMemoryTools(
  server: McpServer,
  { mayWrite, ...where }: ToolMemory & { mayWrite: boolean },
): void {
  addReadingTools(server, where);
  if (mayWrite) addWritingTool(server, where);
}

function addReadingTools(server: McpServer, { others = [], ...own }: ToolMemory): void {
  const all = [own, ...others];
  const from = (agent: string) => (others.length === 0 ? {} : { agent });
  server.registerTool(
    'memory_search',
    {
      title: 'Search the memory',
      description: 'Searches messages and facts relevant to a text, across all conversations.',
      inputSchema: toolInput({
        query: z.string().min(1).max(4000),
        limit: z.int().min(1).max(50).default(10),
      }),
      annotations: reads,
    },
    async ({ query, limit }) => {
      const found = await Promise.all(
        all.map(async ({ memory, scope }) => {
          const { hits } = await memory.recall(scope, query, { limit, maxTokens: 4000 });
          return hits.map((hit) => ({ ...from(scope), ...presentMemoryHit(hit) }));
        }),
      );
      const hits = found.flat().toSorted((left, right) => right.score - left.score);
      return answer({ hits: hits.slice(0, limit) });
    },
  );

  server.registerTool(
    'memory_recall',
    {
      title: 'Recall a person or thing',
      description:
        'Everything known about a person, a project or a thing, by name: memories in both ' +
        'directions, and the messages that name it.',
      inputSchema: toolInput({
        entity: z.string().min(1).max(1000),
        steps: z.int().min(1).max(2).default(1).describe('2: also memories of those others'),
      }),
      annotations: reads,
    },
    async ({ entity: name, steps }) => {
      const found = await Promise.all(
        all.map(async ({ memory, scope }) => {
          const entity = await memory.entity(scope, name, { steps: steps === 2 ? 2 : 1 });
          return entity === undefined ? [] : [{ ...from(scope), ...presentEntity(entity) }];
        }),
      );
      const [entity = null, ...rest] = found.flat();
      return answer({ entity, ...(rest.length === 0 ? {} : { of_other_agents: rest }) });
    },
  );
}

function addWritingTool(server: McpServer, { memory, scope }: ScopedMemory): void {
  server.registerTool(
    'memory_write',
    {
      title: 'Remember',
      description:
        'Stores a fact, such as subject "staging", predicate "port", object "8471". Set ' +
        'replaces_older where there is only one such object at a time.',
      inputSchema: toolInput({
        subject: z.string().min(1).max(1000),
        predicate: z.string().min(1).max(1000).default('note'),
        object: z.string().min(1).max(10_000),
        valid_from: z.string().max(64).optional().describe('ISO 8601. Default: now'),
        replaces_older: z.boolean().default(false),
      }),
      annotations: writes,
    },
    async ({ subject, predicate, object, valid_from: validFrom, replaces_older: isOnly }) => {
      const fact: FactInput = {
        subject,
        predicate,
        object,
        trust: 'assistant',
        ...(validFrom === undefined ? {} : { validFrom }),
        ...(isOnly ? { cardinality: 'one' } : {}),
      };
      return answer({ memory: presentMemory(await memory.write(scope, fact)) });
    },
  );
}
