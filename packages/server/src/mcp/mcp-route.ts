import type { Services } from '../services/services.js';
import type { ServerApp } from '../http/server-env.js';

/**
 * MCP at `/mcp`, for clients of either protocol era, with the same keys as the API; memories are
 * those of the agent that `?agent=` names. The SDK is loaded
 * by the first request: most servers start to answer others.
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
    const memory = memories.isOn ? await memories.of(tenant, agent) : undefined;
    const mayWrite = c.get('principal').scope !== 'read';
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
    const response = await handler.fetch(c.req.raw);
    return new Response(response.body, {
      status: response.status,
      headers: { ...Object.fromEntries(response.headers), 'x-request-id': c.get('requestId') },
    });
  });
}
