import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createJsonlStore } from '@everlong/store-jsonl';
import { quarters as tokenizer } from '@everlong/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { resumeChat, stopChat } from '../../src/ai-sdk/index.js';
import { openSession } from '../../src/session/open-session.js';
import { createServer } from '../support/chat-server.js';
import { versions } from '../support/scripted-sdk.js';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'everlong-chat-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(directory, { recursive: true, force: true });
});

const [version] = versions;
const body = {
  messages: [{ id: 'q', role: 'user' as const, parts: [{ type: 'text' as const, text: 'hi' }] }],
  trigger: 'submit-message',
};

/** A store of its own knows what another process knows: what is on disk. */
async function twoProcesses() {
  const server = await createServer(version!, { store: createJsonlStore({ directory }) });
  const hold = Promise.withResolvers<void>();
  server.control.hold = hold.promise;
  const store = createJsonlStore({ directory });
  const elsewhere = () => openSession({ store, id: server.id, tokenizer });
  return { server, hold, elsewhere };
}

describe('an answer that another process is making', () => {
  it('is said to be made elsewhere, to who resumes and to who stops', async () => {
    const { server, hold, elsewhere } = await twoProcesses();
    const response = await server.lasting(body, AbortSignal.any([]));
    const session = await elsewhere();
    const resumed = await resumeChat({ session });
    expect(resumed.status).toBe(409);
    expect(await resumed.text()).toMatch(/Another process is making the answer/);
    expect(await stopChat({ session })).toBe('elsewhere');
    hold.resolve();
    expect(await response.text()).toContain('answer 1');
    await expect.poll(async () => (await resumeChat({ session })).status).toBe(204);
    expect(await stopChat({ session })).toBe('none');
    expect(await server.remaining()).toEqual(['user: hi', 'assistant: answer 1']);
  });

  it('counts as over a minute after the last sign of a process that was killed', async () => {
    const { server, hold, elsewhere } = await twoProcesses();
    const response = await server.lasting(body, AbortSignal.any([]));
    const session = await elsewhere();
    expect(await stopChat({ session })).toBe('elsewhere');
    const laterMs = Date.now() + 61_000;
    vi.spyOn(Date, 'now').mockReturnValue(laterMs);
    expect(await stopChat({ session })).toBe('none');
    vi.restoreAllMocks();
    hold.resolve();
    await response.text();
  });
});
