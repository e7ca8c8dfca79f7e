import { createClient, type Message } from '@everlong/client';
import { propertyRuns } from '@everlong/testing';
import { lastAssistantMessageIsCompleteWithToolCalls } from 'ai';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import type { Answer } from '../support/openai-answers.js';
import {
  type OpenAiServer,
  type RecordedRequest,
  startOpenAiServer,
} from '../support/openai-server.js';
import { PageChat, type PageOptions } from '../support/page-chat.js';
import { serve } from '../support/serve.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { stopAndResume } from '../support/stop-and-resume.js';

/** 300 in the full run: a page posts all it shows each time. */
const TURNS = Math.min(300, propertyRuns(60));
const KEY = 'an-admin-key-for-tests-only';

/** What the model says next; tests change it. */
let script: (request: RecordedRequest, index: number) => Answer;

/** The built server with a model behind it, in a small window. */
async function startBoth() {
  const provider: OpenAiServer = await startOpenAiServer((request, index) =>
    script(request, index),
  );
  const cwd = temporaryFolder();
  const { url: baseUrl } = provider;
  const upstreams = {
    'local-*': { api: 'openai', baseUrl, keyFrom: 'MY_KEY', contextWindow: 8000 },
  };
  const environment = {
    EVERLONG_ADMIN_KEY: KEY,
    EVERLONG_MODEL: 'local-model',
    EVERLONG_UPSTREAMS: JSON.stringify(upstreams),
    MY_KEY: 'of-the-provider',
  };
  const server = await serve(cwd, { key: KEY, environment });
  onTestFinished(async () => {
    server.child.kill('SIGKILL');
    await provider.close();
  });
  const client = createClient({ baseUrl: server.url, key: KEY });
  await client.sessions.create({ id: 's' });
  const page = (options?: PageOptions) =>
    new PageChat({ url: server.url, key: KEY, session: 's' }, options);
  /** What the session holds and was not taken back. */
  const kept = async (): Promise<Message[]> => {
    const all: Message[] = [];
    for await (const message of client.messages.each('s', { limit: 100, order: 'asc' })) {
      if (message.withdrawn !== true) all.push(message);
    }
    return all;
  };
  return { provider, client, page, kept };
}

function textOf({ message: { role, content } }: Message): string {
  const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
  return `${role}: ${parts.map((part) => (part.type === 'text' ? part.text : '')).join('')}`;
}

describe('useChat with the built server', () => {
  beforeAll(() => {
    script = (_request, index) => ({ text: [`answer ${index} `, 'word '.repeat(50)] });
  });

  it('keeps a long conversation in 8,000 tokens, whatever the user does on the way', async () => {
    const { provider, client, page, kept } = await startBoth();
    const chat = page();
    for (let turn = 1; turn <= TURNS; turn++) {
      await chat.sendMessage({ text: `question ${turn} ${'why '.repeat(40)}` });
      if (turn % 25 === 10) await chat.regenerate();
      if (turn % 25 === 20) {
        const messageId = chat.messages.at(-4)?.id ?? '';
        await chat.sendMessage({ text: `edited ${turn}`, messageId });
      }
    }
    expect((await kept()).map(textOf)).toEqual(chat.shown());
    expect(provider.requests.length).toBeGreaterThanOrEqual(TURNS);
    for (const { body, headers } of provider.requests) {
      expect(JSON.stringify(body.messages).length / 4).toBeLessThan(8000);
      expect([body.model, headers.authorization]).toEqual([
        'local-model',
        'Bearer of-the-provider',
      ]);
    }
    const { state } = await client.context('s');
    expect([state.window, state.epoch > 0]).toEqual([8000, true]);
    const { calls } = await client.usage();
    expect(calls).toBe(provider.requests.length);
  });

  it('runs the page’s own tools, and shows two pages what both say', async () => {
    const { provider, page, kept } = await startBoth();
    script = ({ body: { messages } }, index) =>
      messages.at(-1)?.role === 'user' && index % 2 === 0
        ? { toolCalls: [{ id: `call-${index}`, name: 'clock', input: { zone: 'UTC' } }] }
        : { text: [`it is ${index} o'clock`] };
    const clock = { description: 'The time', inputSchema: { type: 'object' } };
    const tab = (): PageChat => {
      const chat: PageChat = page({
        body: { tools: { clock } },
        sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithToolCalls,
        onToolCall({ toolCall: { toolCallId } }) {
          void chat.addToolOutput({ tool: 'clock', toolCallId, output: 'noon' });
        },
      });
      return chat;
    };
    const first = tab();
    await first.sendMessage({ text: 'What time is it?' });
    await expect.poll(() => first.shown().at(-1)).toContain("o'clock");
    expect(provider.requests[0]?.body.tools?.map((tool) => tool.function.name)).toEqual(['clock']);
    expect(provider.requests[1]?.body.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: 'noon',
    });
    const roles = async () => (await kept()).map(({ message }) => message.role);
    await expect.poll(roles).toEqual(['user', 'assistant', 'tool', 'assistant']);
    script = (_request, index) => ({ text: [`answer ${index}`] });
    const second = page();
    second.messages = structuredClone(first.messages);
    await Promise.all([
      first.sendMessage({ text: 'from the first' }),
      second.sendMessage({ text: 'from the second' }),
    ]);
    const texts = (await kept()).map(textOf);
    expect(texts.slice(4).toSorted()).toEqual(
      ['user: from the first', 'user: from the second', first.shown().at(-1), second.shown().at(-1)]
        .map(String)
        .toSorted(),
    );
  });

  it('stops where the page stops, and gives a page that comes back its answer', async () => {
    const { client, page, kept } = await startBoth();
    script = (_request, index) => ({ text: [`answer ${index}`, ' goes on'], chunkDelayMs: 400 });
    const back = await stopAndResume(page, async () => (await kept()).at(-1));
    expect((await kept()).map(textOf)).toEqual(back.shown());
    expect(await client.chat.stop('s')).toMatchObject({ stopped: false });
  });
});
