import type { ServerApp } from '../http/server-env.js';
import { jsonResponse } from '../http/wire-json.js';
import { renderDocs } from './render-docs.js';

/** Adds `/openapi.json` and `/docs`, the same as one page of HTML without scripts. */
export function addDocRoutes(app: ServerApp): void {
  registerSecurity(app);
  let document: object | undefined;
  const documentOnce = (): object => (document ??= openApiDocument(app));

  app.get('/openapi.json', (c) => jsonResponse(c, JSON.stringify(documentOnce())));
  app.get('/docs', (c) => {
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    };
    return c.body(renderDocs(documentOnce()), 200, headers);
  });
}

const description = `Conversations that never outgrow their context window, over HTTP.

Every error is a problem (RFC 9457) with the member \`error\` that OpenAI's clients read.
A POST may carry \`Idempotency-Key\`; a message with an id is stored once, however often it is sent.
Send the key as \`Authorization: Bearer KEY\` or \`X-API-Key: KEY\`; with a key for all tenants, \`X-Tenant-Id\` names one.`;

/** Describes the app's routes as an OpenAPI 3.1 document. */
function openApiDocument(app: ServerApp): object {
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

function registerSecurity(app: ServerApp): void {
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
