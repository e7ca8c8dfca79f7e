import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';

import { app } from './app.ts';

app.use('/*', serveStatic({ root: './dist' }));
const port = Number(process.env['PORT'] ?? 5173);
serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () => {
  console.log(`http://127.0.0.1:${port}`);
});
