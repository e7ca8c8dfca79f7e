import type { ServerApp } from '../http/server-env.js';

const description = `Conversations that never outgrow their context window, over HTTP.

Every error is a problem (RFC 9457) with the member \`error\` that OpenAI's clients read.
A POST may carry \`Idempotency-Key\`; a message with an id is stored once, however often it is sent.
Send the key as \`Authorization: Bearer KEY\` or \`X-API-Key: KEY\`; with a key for all tenants, \`X-Tenant-Id\` names one.`;

/** Describes the app's routes as an OpenAPI 3.1 document. */
export function openApiDocument(app: ServerApp): object {
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'everlong',
      version: '1',
      description,
      license: { name: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }, { apiKey: [] }],
  });
}

export function registerSecurity(app: ServerApp): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
  });
  app.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
  });
}
