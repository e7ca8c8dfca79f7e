import { McpServer } from '@modelcontextprotocol/server';

import type { Services } from '../services/services.js';
import { addHistoryTools } from './history-tools.js';
import { addMemoryTools, type AgentMemory } from './memory-tools.js';
import { addSessionList, addSessionTools } from './session-tools.js';

/** The parts of the server that the tools on sessions read. */
export type SessionSource = Pick<Services, 'storeOf' | 'pool'>;

/** The MCP server of one tenant: tools that read its sessions, and those on an agent's memory. */
export function createMcpTools(
  source: SessionSource,
  tenant: string,
  memory: AgentMemory | undefined,
): McpServer {
  const server = new McpServer({ name: 'everlong', version: '0.0.0' });
  addSessionList(server, source, tenant);
  addHistoryTools(server, source, tenant);
  addSessionTools(server, source, tenant);
  if (memory !== undefined) addMemoryTools(server, memory);
  return server;
}
