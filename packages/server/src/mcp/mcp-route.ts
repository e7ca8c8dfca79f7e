import type { Services } from '../services/services.js';
import type { ServerApp } from '../http/server-env.js';

/**
 * MCP at `/mcp`, for clients of either protocol era, with the same keys as the API. The SDK is loaded
 * by the first request: most servers start to answer others.
 */
export function addMcpRoute(app: ServerApp, services: Services): void {
  app.all('/mcp', async (c) => {
    const [{ createMcpHandler }, { createMcpTools }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('./mcp-tools.js'),
    ]);
    const handler = createMcpHandler(() => createMcpTools(services, c.get('tenant')), {
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
