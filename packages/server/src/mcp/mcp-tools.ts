import { McpServer } from '@modelcontextprotocol/server';

import { addHistoryTools } from './history-tools.js';
import type { SessionSource } from './session-source.js';
import { addSessionList, addSessionTools } from './session-tools.js';

/** The MCP server of one tenant, with the read-only tools on its sessions. */
export function createMcpTools(source: SessionSource, tenant: string): McpServer {
  const server = new McpServer({ name: 'everlong', version: '0.0.0' });
  addSessionList(server, source, tenant);
  addHistoryTools(server, source, tenant);
  addSessionTools(server, source, tenant);
  return server;
}
