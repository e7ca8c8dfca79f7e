import type { Memory } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

import { presentEntity, presentMemory, presentMemoryHit } from '../services/present-memory.js';
import { answer, reads, toolInput, writes } from './tool-answer.js';

/** A memory, and the scope of one agent in it. */
export interface AgentMemory {
  memory: Pick<Memory, 'recall' | 'entity' | 'write'>;
  scope: string;
  /** True if the tools may change it. */
  mayWrite: boolean;
}

/** Adds the tools on an agent's own memory. */
export function addMemoryTools(server: McpServer, where: AgentMemory): void {
  addReadingTools(server, where);
  if (where.mayWrite) addWritingTool(server, where);
}

function addReadingTools(server: McpServer, { memory, scope }: AgentMemory): void {
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
      const { hits } = await memory.recall(scope, query, { limit, maxTokens: 4000 });
      return answer({ hits: hits.map(presentMemoryHit) });
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
      const found = await memory.entity(scope, name, { steps: steps === 2 ? 2 : 1 });
      return answer({ entity: found === undefined ? null : presentEntity(found) });
    },
  );
}

function addWritingTool(server: McpServer, { memory, scope }: AgentMemory): void {
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
      const written = await memory.write(scope, {
        subject,
        predicate,
        object,
        trust: 'assistant',
        ...definedFields({ validFrom }),
        ...(isOnly ? { cardinality: 'one' } : {}),
      });
      return answer({ memory: presentMemory(written) });
    },
  );
}
