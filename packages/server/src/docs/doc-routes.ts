import type { ServerApp } from '../http/server-env.js';
import { jsonResponse } from '../http/wire-json.js';
import { openApiDocument, registerSecurity } from './openapi-document.js';
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
