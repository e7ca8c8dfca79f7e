import { McpServer } from '@modelcontextprotocol/server';

import type { Services } from '../services/services.js';
import { addHistoryTools } from './history-tools.js';
import { addSessionList, addSessionTools } from './session-tools.js';

/** The MCP server of one tenant, with the read-only tools on its sessions. */
export function createMcpTools(services: Services, tenant: string): McpServer {
  const server = new McpServer({ name: 'everlong', version: '0.0.0' });
  addSessionList(server, services, tenant);
  addHistoryTools(server, services, tenant);
  addSessionTools(server, services, tenant);
  return server;
}
