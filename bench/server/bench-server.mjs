// The server in a process of its own; and, at another address of this process, a route that only
// serializes a request's object: a mounted server would pay for each of its handlers twice.
import { createServer } from '@everlong/server';
import { createSqliteState, listen } from '@everlong/server/node';
import { createSqliteStore } from '@everlong/store-sqlite';
import { Hono } from 'hono';

const [directory] = process.argv.slice(2);
const server = createServer({
  store: createSqliteStore({ path: `${directory}/sessions.db` }),
  state: createSqliteState({ path: `${directory}/server.db` }),
  adminKey: 'a-key-of-more-than-24-characters',
  limits: { requestsPerMinute: 0 },
});
let prepared = {};
const bare = new Hono();
bare.get('/bare/keep', async (c) => {
  const url = c.req.query('from') ?? '';
  const { pathname } = new URL(url);
  const response = await server.app.request(pathname, {
    method: 'POST',
    body: '{}',
    headers: {
      'content-type': 'application/json',
      authorization: 'Bearer a-key-of-more-than-24-characters',
    },
  });
  prepared = await response.json();
  return c.json({});
});
bare.post('/bare/prepare', (c) => c.json(prepared));
bare.get('/bare/memory', (c) => {
  globalThis.gc?.();
  return c.json(process.memoryUsage());
});
bare.get('/bare/cpu', (c) => {
  const { user, system } = process.cpuUsage();
  return c.json(user + system);
});
const { url } = await listen(server, { port: 0 });
const { url: bareUrl } = await listen({ ...server, app: bare }, { port: 0 });
process.send({ url, bareUrl });
