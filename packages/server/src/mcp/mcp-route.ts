import type { Services } from '../services/services.js';
import { queryReader } from '../http/check-input.js';
import { invalidField } from '../http/problem.js';
import type { ServerApp } from '../http/server-env.js';

/**
 * MCP at `/mcp`, for clients of either protocol era, with the same keys as the API; memories are
 * those of the agent that `?agent=` names. The first request loads MCP's SDK.
 */
export function addMcpRoute(app: ServerApp, services: Services): void {
  const readQuery = queryReader(['agent']);
  app.all('/mcp', async (c) => {
    const { agent = 'default' } = readQuery(c);
    if (typeof agent !== 'string') throw invalidField('agent', 'Name one agent, not several.');
    const [{ createMcpHandler }, { createMcpTools }, { addMemoryTools }, { addGraphTools }] =
      await Promise.all([
        import('@modelcontextprotocol/server'),
        import('./mcp-tools.js'),
        import('./memory-tools.js'),
        import('./graph-tools.js'),
      ]);
    const tenant = c.get('tenant');
    const { memories } = services;
    const mayWrite = c.get('principal').scope !== 'read';
    const memory = memories.isOn ? memories.listedByWriting(tenant, agent) : undefined;
    const createTools = () => {
      const server = createMcpTools(services, tenant);
      if (memory !== undefined) {
        addMemoryTools(server, { ...memory, mayWrite });
        addGraphTools(server, { ...memory, mayWrite });
      }
      return server;
    };
    const handler = createMcpHandler(createTools, {
      onerror: (error) => services.log?.warn({ err: error }, 'MCP'),
    });
    const { raw, method } = c.req;
    const { headers: given } = raw;
    const request =
      raw.body === null
        ? raw
        : new Request(raw.url, { method, headers: given, body: c.get('body').text });
    const { body, status, headers } = await handler.fetch(request);
    return new Response(body, { status, headers });
  });
}
