import { expect, it } from 'vitest';

import { createTestServer } from '../support/test-server.js';

const own = 'http://127.0.0.1:8787';

/** What a server without keys answers to requests that pages can have a browser send. */
async function createOpenServer(allowedOrigins: string[] = []) {
  const { server } = await createTestServer({ auth: 'none', allowedOrigins });
  return async (url: string, headers: Record<string, string> = {}, method = 'POST') =>
    (await server.app.request(url, { method, headers })).status;
}

it('a server without keys answers programs and its own pages', async () => {
  const status = await createOpenServer();
  expect(await status(`${own}/v1/sessions`)).toBe(201);
  expect(await status('http://localhost:8787/v1/sessions')).toBe(201);
  expect(await status('http://[::1]:8787/v1/sessions')).toBe(201);
  const page = { origin: own, 'sec-fetch-site': 'same-origin' };
  expect(await status(`${own}/v1/sessions`, page)).toBe(201);
});

it('a server without keys answers no host that a page may have pointed at it', async () => {
  const status = await createOpenServer();
  for (const path of ['/v1/sessions', '/mcp', '/metrics', '/docs', '/anything']) {
    for (const host of ['attacker.example:8787', '127.0.0.1.attacker.example', '10.0.0.1']) {
      expect([path, host, await status(`http://${host}${path}`, {}, 'GET')]).toEqual([
        path,
        host,
        403,
      ]);
    }
  }
});

it('a server without keys answers no page of another site, allowed ones excepted', async () => {
  const origin = 'http://localhost:3000';
  const pages: Record<string, string>[] = [
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  const closed = await createOpenServer();
  for (const page of pages) expect(await closed(`${own}/v1/sessions`, page)).toBe(403);
  const open = await createOpenServer([origin]);
  const allowed = { origin, 'sec-fetch-site': 'same-site' };
  expect(await open(`${own}/v1/sessions`, allowed)).toBe(201);
  expect(await open(`${own}/v1/sessions`, { origin: 'https://evil.example' })).toBe(403);
  await expect(createOpenServer(['*'])).rejects.toThrow('Name the origins');
});

it('a server without keys makes none', async () => {
  const { call } = await createTestServer({ auth: 'none' });
  const made = await call('POST /v1/keys', { body: { name: 'x', scope: 'admin' }, key: null });
  expect([made.status, made.body.error.code]).toEqual([403, 'no_keys']);
  expect((await call('POST /v1/keys/key_x/rotate', { body: {}, key: null })).status).toBe(403);
  expect((await call('GET /v1/keys', { key: null })).body.data).toEqual([]);
});
