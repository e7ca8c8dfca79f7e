import { Hono } from 'hono';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { createRateLimit } from './rate-limit.js';
import type { ServerEnv } from './server-env.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('gives a key that keeps asking as many requests as one that waits', async () => {
  const app = new Hono<ServerEnv>();
  app.use(async (c, next) => {
    c.set('principal', { id: 'key', tenant: 'acme', scope: 'read', allTenants: false });
    c.set('headers', {});
    await next();
  });
  app.use(createRateLimit(60));
  app.get('/', (c) => c.text('taken'));
  const isTaken = async () => (await app.request('/')).status === 200;
  while (await isTaken());
  let taken = 0;
  for (let tenths = 0; tenths < 100; tenths++) {
    vi.advanceTimersByTime(100);
    if (await isTaken()) taken++;
  }
  expect(taken).toBeGreaterThanOrEqual(9);
  expect(taken).toBeLessThanOrEqual(10);
});
