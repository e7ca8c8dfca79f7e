import { createMemoryStore, type ModelMessage, type Store } from '@everlong/core';
import { quarters as tokenizer } from '@everlong/testing';
import { generateText, UnsupportedFunctionalityError, wrapLanguageModel } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { expect, it } from 'vitest';

import { createContextMiddleware } from '../../src/ai-sdk/index.js';
import { openSession, type Session } from '../../src/index.js';

const bytes = Buffer.from('RIFF0000WAVE').toString('base64');
const png = Buffer.from('\u0089PNG\r\n').toString('base64');

function file(mediaType: string, filename: string, data = bytes) {
  return { type: 'file' as const, mediaType, filename, data };
}

const question: ModelMessage = {
  role: 'user',
  content: [
    { type: 'text', text: 'What is said here?' },
    file('audio/wav', 'call.wav'),
    file('image/png', 'face.png', png),
  ],
};

const refusal = new UnsupportedFunctionalityError({ functionality: 'media type: audio/wav' });
const named =
  '[file: audio/wav, 12 bytes, call.wav: not sent, since this model takes no such file]';

function open(store: Store, model = 'claude-sonnet-4-5'): Promise<Session> {
  return openSession({ store, id: 's', model, tokenizer });
}

async function sentIn(session: Session): Promise<unknown[]> {
  const { messages } = await session.prepare();
  return messages.flatMap(({ content }): unknown[] =>
    typeof content === 'string' ? [content] : content,
  );
}

it('a session goes on after a file that its model does not take, which is named from then on', async () => {
  const store = createMemoryStore();
  const session = await open(store);
  await session.append(question);
  expect(await sentIn(session)).toMatchObject([{}, { mediaType: 'audio/wav' }, {}]);
  const before = session.state().epoch;
  expect(await session.recover(refusal)).toEqual({
    retry: true,
    overflow: false,
    reason: 'the model takes no files of type audio/wav: they are named instead',
  });
  const parts = await sentIn(session);
  expect(parts).toEqual([
    { type: 'text', text: 'What is said here?' },
    { type: 'text', text: named },
    expect.objectContaining({ mediaType: 'image/png' }),
  ]);
  const { epoch, lastCompaction } = session.state();
  expect(epoch).toBe(before + 1);
  expect(lastCompaction?.reason).toBe('the provider takes no files of type audio/wav');
  const { plan } = await session.prepare();
  expect(plan.ranges).toMatchObject([
    { disposition: 'truncated', reason: 'files that the provider does not take' },
  ]);

  await session.append([
    { role: 'assistant', content: 'A face.' },
    { role: 'user', content: [file('AUDIO/WAV', 'again.wav')] },
  ]);
  expect(JSON.stringify(await sentIn(session))).toContain('again.wav: not sent');
  expect(session.state().epoch).toBe(epoch);
  const same = await (await open(store)).prepare();
  expect(same.messages).toEqual((await session.prepare()).messages);
});

it('the same refusal is learned once, another error not at all, and the log keeps the file', async () => {
  const session = await open(createMemoryStore());
  await session.append(question);
  await session.prepare();
  expect((await session.recover(new Error('overloaded'))).retry).toBe(false);
  expect((await session.recover(refusal)).retry).toBe(true);
  expect((await session.recover(refusal)).retry).toBe(false);
  await session.prepare();
  expect((await session.recover(refusal)).retry).toBe(false);
  const [entry] = await session.expand([0]);
  expect(entry?.message.content).toMatchObject([{}, { mediaType: 'audio/wav' }, {}]);
});

it('another model gets the file, and after a rewind it is still named', async () => {
  const store = createMemoryStore();
  const session = await open(store);
  await session.append([question, { role: 'assistant', content: 'One moment.' }]);
  await session.append({ role: 'user', content: 'Well?' });
  await session.prepare();
  await session.recover(refusal);
  await session.prepare();
  await session.rewind(1);
  await session.append({ role: 'user', content: 'And now?' });
  expect(JSON.stringify(await sentIn(session))).toContain(named);
  await session.close();
  const other = await open(store, 'gemini-2.5-pro');
  expect(JSON.stringify(await sentIn(other))).not.toContain('not sent');
  await other.close();
  expect(JSON.stringify(await sentIn(await open(store)))).toContain(named);
});

it('in results of tools, too', async () => {
  const session = await open(createMemoryStore());
  const call = { toolCallId: 'c1', toolName: 'record' };
  await session.append([
    { role: 'user', content: 'Record it.' },
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input: {} }] },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          ...call,
          output: {
            type: 'content',
            value: [
              { type: 'text', text: 'Recorded.' },
              { type: 'file-data', data: bytes, mediaType: 'audio/wav' },
            ],
          },
        },
      ],
    },
  ]);
  await session.prepare();
  expect((await session.recover(refusal)).retry).toBe(true);
  const text = JSON.stringify((await session.prepare()).messages);
  expect(text).toContain('Recorded.');
  expect(text).toContain('[file: audio/wav, 12 bytes: not sent');
});

it('the middleware calls again without the file', async () => {
  const session = await open(createMemoryStore());
  const usage = {
    inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 3, text: 3, reasoning: 0 },
  };
  const mock = new MockLanguageModelV4({
    async doGenerate({ prompt }) {
      if (JSON.stringify(prompt).includes('"mediaType":"audio/wav"')) throw refusal;
      return {
        content: [{ type: 'text', text: 'I cannot hear it.' }],
        finishReason: { unified: 'stop', raw: 'stop' },
        usage,
        warnings: [],
      };
    },
  });
  const model = wrapLanguageModel({
    model: mock,
    middleware: createContextMiddleware({ session }),
  });
  const { text } = await generateText({ model, messages: [question] as never });
  expect(text).toBe('I cannot hear it.');
  expect(mock.doGenerateCalls).toHaveLength(2);
  expect(JSON.stringify(mock.doGenerateCalls[1]?.prompt)).toContain('face.png');
});
