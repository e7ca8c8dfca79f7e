import { createClient } from '@everlong/client';
import { expect, it, onTestFinished } from 'vitest';

import { startNginx, whyNoNginx } from '../support/nginx.js';
import { startOpenAiServer } from '../support/openai-server.js';
import { PageChat } from '../support/page-chat.js';
import { serve } from '../support/serve.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { stopAndResume } from '../support/stop-and-resume.js';

const MIB = 2 ** 20;
const KEY = 'an-admin-key-for-tests-only';

const absent = whyNoNginx();
const title = 'works behind nginx as the README sets it up';

it.skipIf(absent !== undefined)(`${title}${absent ? ` (skipped: ${absent})` : ''}`, async () => {
  const provider = await startOpenAiServer((_request, index) => ({
    text: [`answer ${index}`, ' goes on'],
    chunkDelayMs: 200,
  }));
  onTestFinished(() => provider.close());
  const upstreams = { '*': { api: 'openai', baseUrl: provider.url } };
  const server = await serve(temporaryFolder(), {
    key: KEY,
    environment: {
      EVERLONG_ADMIN_KEY: KEY,
      EVERLONG_MODEL: 'local-model',
      EVERLONG_UPSTREAMS: JSON.stringify(upstreams),
    },
  });
  const url = await startNginx(server.url);
  const client = createClient({ baseUrl: url, key: KEY });
  await client.sessions.create({ id: 's' });

  // Events come one by one, and go on where a reader left off.
  const say = (content: string) =>
    client.messages.append('s', { messages: [{ role: 'user', content }] });
  await say('message 0');
  const seen: unknown[] = [];
  let lastEventId: string | undefined;
  for (const until of [2, 4]) {
    const leaving = new AbortController();
    const place = lastEventId === undefined ? { from: 'start' as const } : { lastEventId };
    for await (const event of client.sessions.follow('s', { ...place, signal: leaving.signal })) {
      seen.push(event.data['seq']);
      lastEventId = event.id;
      if (seen.length === until) leaving.abort();
      else await say(`message ${seen.length}`);
    }
    if (until === 2) await say('message 2');
  }
  expect(seen).toEqual([0, 1, 2, 3]);

  // A body as large as the server takes, files in it; a larger one is refused.
  const file = (bytes: number, id: string) => ({
    id,
    message: {
      role: 'user' as const,
      content: [
        {
          type: 'file' as const,
          mediaType: 'image/png',
          data: 'A'.repeat(Math.floor(bytes / 4) * 4),
        },
      ],
    },
  });
  await client.sessions.create({ id: 'files' });
  const large = [file(7.9 * MIB, 'first'), file(7.9 * MIB, 'second')];
  expect(await client.messages.append('files', { messages: large })).toMatchObject({ next_seq: 2 });
  const { message } = await client.messages.get('files', 'second');
  expect(JSON.stringify(message)).toContain('A'.repeat(Math.floor((7.9 * MIB) / 4) * 4));
  const tooLarge = client.messages.append('files', { messages: [...large, file(MIB, 'third')] });
  await expect(tooLarge).rejects.toMatchObject({ status: 413 });

  // A chat's answer streams, ends when the page stops it, and is there for a page that comes back.
  await client.sessions.create({ id: 'chat' });
  await stopAndResume(
    (options) => new PageChat({ url, key: KEY, session: 'chat' }, options),
    async () => (await client.messages.list('chat', { order: 'desc' })).data[0],
  );

  server.child.kill('SIGTERM');
  const { stdout, code } = await server.result;
  expect([stdout.trim().split('\n').length, code]).toEqual([1, 0]);
});
