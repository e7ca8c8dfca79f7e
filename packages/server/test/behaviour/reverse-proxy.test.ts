import { createClient } from '@everlong/client';
import { expect, it } from 'vitest';

import { startListening } from '../support/listening-server.js';
import { startReverseProxy } from '../support/reverse-proxy.js';
import { ADMIN_KEY } from '../support/test-server.js';

it('works behind a proxy that is set up as the README says, events at once', async () => {
  const server = await startListening();
  const baseUrl = await startReverseProxy(server.url);
  const client = createClient({ baseUrl, key: ADMIN_KEY });
  const { id } = await client.sessions.create({ context_window: 4000 });
  const leaving = new AbortController();
  const seen: unknown[] = [];
  // Each message is said only once the one before has come through.
  await client.messages.append(id, { messages: [{ role: 'user', content: 'message 0' }] });
  const options = { from: 'start', signal: leaving.signal } as const;
  for await (const { data } of client.sessions.follow(id, options)) {
    seen.push(data['seq']);
    if (seen.length === 3) leaving.abort();
    else {
      const content = `message ${seen.length}`;
      await client.messages.append(id, { messages: [{ role: 'user', content }] });
    }
  }
  expect(seen).toEqual([0, 1, 2]);
  const { messages } = await client.prepare(id);
  expect(messages).toHaveLength(3);
});

it('answers what is too large for the proxy or the server alike', async () => {
  const server = await startListening();
  const baseUrl = await startReverseProxy(server.url);
  const client = createClient({ baseUrl, key: ADMIN_KEY });
  const { id } = await client.sessions.create({});
  const content = 'x'.repeat(17 * 2 ** 20);
  const messages = [{ role: 'user' as const, content }];
  await expect(client.messages.append(id, { messages })).rejects.toMatchObject({ status: 413 });
  expect((await client.messages.list(id)).data).toEqual([]);
});
