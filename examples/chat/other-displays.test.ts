import { getThreadMessageTokenUsage } from '@assistant-ui/ai-sdk';
import { DefaultChatTransport, readUIMessageStream, type UIMessageChunk } from 'ai';
import { beforeAll, describe, expect, it, vi } from 'vitest';

import { app, type ChatMessage } from './server/app.ts';
import { scriptedModel } from './server/scripted-model.ts';

const url = 'http://page.test/api/chat/displays';
const transport = new DefaultChatTransport<ChatMessage>({
  api: url,
  fetch: async (input, init) => app.request(input, init),
});

/** The prompt tokens that each call of the model was billed. */
let billed: number[];
let streamed: ChatMessage;
let reloaded: ChatMessage;

beforeAll(async () => {
  const calls = vi.spyOn(scriptedModel, 'doStream');
  const question: ChatMessage = {
    id: 'q1',
    role: 'user',
    parts: [{ type: 'text', text: 'Read page 1, please' }],
  };
  const stream = await transport.sendMessages({
    trigger: 'submit-message',
    chatId: 'displays',
    messageId: undefined,
    messages: [question],
    abortSignal: undefined,
  });
  streamed = await lastMessage(stream);
  billed = calls.mock.calls.map(([{ prompt }]) => Math.ceil(JSON.stringify(prompt).length / 4));
  const messages = (await (await app.request(url)).json()) as ChatMessage[];
  reloaded = messages.at(-1)!;
});

describe.each([
  ['streamed', () => streamed],
  ['loaded anew', () => reloaded],
])('of an answer that was %s', (_, message) => {
  it('assistant-ui shows the last call, not the sum over the steps', () => {
    expect(billed).toHaveLength(2);
    // As its runtime keeps what a route attaches.
    const metadata = { custom: message().metadata };
    const usage = getThreadMessageTokenUsage({ role: 'assistant', metadata });
    const [, inputTokens = 0] = billed;
    expect(usage).toMatchObject({ inputTokens, outputTokens: 40, totalTokens: inputTokens + 40 });
  });

  it('ai-elements has its props: usedTokens, maxTokens and the rows of usage', () => {
    const { context, usage } = message().metadata!;
    expect(context.used.total / context.inputBudget).toBe(context.ratio);
    // The rows of reasoning and cache go by the names of `ai` 6.
    expect(usage).toMatchObject({ reasoningTokens: 0, cachedInputTokens: 0 });
  });
});

async function lastMessage(stream: ReadableStream<UIMessageChunk>): Promise<ChatMessage> {
  let last: ChatMessage | undefined;
  for await (const message of readUIMessageStream<ChatMessage>({ stream })) last = message;
  return last!;
}
