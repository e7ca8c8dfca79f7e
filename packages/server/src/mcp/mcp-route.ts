import type { Services } from '../services/services.js';
import type { ServerApp } from '../http/server-env.js';

/**
 * MCP at `/mcp`, for clients of either protocol era, with the same keys as the API; memories are
 * those of the agent that `?agent=` names. The first request loads MCP's SDK.
 */
export function addMcpRoute(app: ServerApp, services: Services): void {
  app.all('/mcp', async (c) => {
    const [{ createMcpHandler }, { createMcpTools }, { addMemoryTools }, { addGraphTools }] =
      await Promise.all([
        import('@modelcontextprotocol/server'),
        import('./mcp-tools.js'),
        import('./memory-tools.js'),
        import('./graph-tools.js'),
      ]);
    const tenant = c.get('tenant');
    const { memories } = services;
    const agent = c.req.query('agent') ?? 'default';
    const mayWrite = c.get('principal').scope !== 'read';
    const memory = memories.isOn
      ? await (mayWrite ? memories.toWrite : memories.of)(tenant, agent)
      : undefined;
    const createTools = () => {
      const server = createMcpTools(services, tenant);
      if (memory !== undefined) {
        addMemoryTools(server, { ...memory, mayWrite });
        addGraphTools(server, { ...memory, mayWrite });
      }
      return server;
    };
    const handler = createMcpHandler(createTools, {
      maxRequestBodySize: services.limits.maxBodyBytes,
      onerror: (error) => services.log?.warn({ err: error }, 'MCP'),
    });
    const { body, status, headers } = await handler.fetch(c.req.raw);
    return new Response(body, { status, headers });
  });
}
