import { expect, it } from 'vitest';

import { readEnvironment } from '../../src/node.js';
import { ADMIN_KEY, createTestServer } from '../support/test-server.js';

const origin = 'https://app.example.com';
const asked = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,content-type',
};

it('lets pages of named origins call, and no others', async () => {
  const { server } = await createTestServer({ allowedOrigins: [origin] });
  const preflight = (from: string) =>
    server.app.request('/v1/sessions', { method: 'OPTIONS', headers: { origin: from, ...asked } });
  const allowed = await preflight(origin);
  expect(allowed.status).toBe(204);
  expect(allowed.headers.get('access-control-allow-origin')).toBe(origin);
  expect(allowed.headers.get('access-control-allow-headers')).toContain('authorization');
  expect(allowed.headers.get('access-control-allow-credentials')).toBeNull();
  const other = await preflight('https://elsewhere.example.com');
  expect(other.headers.get('access-control-allow-origin')).toBeNull();
  // Also on errors, so that a page learns what is wrong.
  const failed = await server.app.request('/v1/sessions/none', {
    headers: { origin, authorization: `Bearer ${ADMIN_KEY}` },
  });
  expect(failed.status).toBe(404);
  expect(failed.headers.get('access-control-allow-origin')).toBe(origin);
});

it('lets no page call by default', async () => {
  const { server } = await createTestServer();
  const headers = { origin, ...asked };
  const answer = await server.app.request('/v1/sessions', { method: 'OPTIONS', headers });
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
});

it('reads origins from the environment, and names what is none', () => {
  const read = (EVERLONG_ALLOWED_ORIGINS: string) =>
    readEnvironment({ EVERLONG_ALLOWED_ORIGINS }).allowedOrigins;
  expect(read(`${origin}, http://localhost:3000`)).toEqual([origin, 'http://localhost:3000']);
  expect(read('*')).toEqual(['*']);
  expect(() => read('app.example.com')).toThrow(/EVERLONG_ALLOWED_ORIGINS.*app\.example\.com/);
  expect(() => read(`${origin}/path`)).toThrow(/not an origin/);
});
