import { createMemoryStore, type Summarizer } from '@everlong/core';
import { createSummarizer } from '@everlong/summarizer';
import { thirds as tokenizer } from '@everlong/testing';
import { streamText } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { compactionsOf } from '../support/coding-session.js';
import { SUMMARY_TIMEOUT_MS } from '../../src/summarizing/summarize-entries.js';
import { openSession } from '../../src/session/open-session.js';
import { user } from '../support/conversation.js';

type Stream = Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream'];
type Part = Stream extends ReadableStream<infer P> ? P : never;

const HALF = '## Key Decisions\n- Half of a summary that never en';

const begun: Part[] = [
  { type: 'stream-start', warnings: [] },
  { type: 'text-start', id: '1' },
  { type: 'text-delta', id: '1', delta: HALF },
];

/** A stream that gives these parts and then does what `end` does. */
function streaming(end: (controller: ReadableStreamDefaultController<Part>) => void): Stream {
  return new ReadableStream<Part>({
    start(controller) {
      for (const part of begun) controller.enqueue(part);
      end(controller);
    },
  });
}

const failing: [string, () => Stream][] = [
  ['throws', () => streaming((stream) => stream.error(new Error('connection reset')))],
  [
    'reports an error',
    () =>
      streaming((stream) => {
        stream.enqueue({ type: 'error', error: new Error('overloaded') });
        stream.close();
      }),
  ],
];

const hanging = (): Stream => streaming(() => {});

/** Two ways in which programs write a summarizer that streams; each hands on what it gets. */
const writers: [string, (stream: () => Stream) => Summarizer][] = [
  [
    'compactify',
    (stream) => createSummarizer({ compactify: ({ signal }) => collect(stream, signal) }),
  ],
  [
    'a summarizer of its own',
    (stream) => ({
      name: 'streaming',
      async summarize({ signal }) {
        const text = await collect(stream, signal);
        const snapshot = { text, sections: {}, ledger: [], tokens: 1, throughSeq: 0 };
        return { snapshot: { ...snapshot, messagesCovered: 1, source: 'model' } };
      },
    }),
  ],
];

async function collect(stream: () => Stream, abortSignal?: AbortSignal): Promise<string> {
  const model = new MockLanguageModelV4({ doStream: async () => ({ stream: stream() }) });
  const signal = abortSignal === undefined ? {} : { abortSignal };
  const result = streamText({
    model,
    prompt: 'Summarize.',
    maxRetries: 0,
    onError() {},
    ...signal,
  });
  let text = '';
  for await (const part of result.fullStream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'text-delta') text += part.text;
  }
  return text;
}

async function fullSession(summarizer: Summarizer) {
  const store = createMemoryStore();
  const options = { store, tokenizer, contextWindow: 3000, summarizer };
  const session = await openSession(options);
  await session.append(
    Array.from({ length: 40 }, (_, turn) => user(`Read src/file-${turn}.ts ${'word '.repeat(60)}`)),
  );
  return { store, session, again: () => openSession({ ...options, id: session.id }) };
}

describe.each(writers)('a stream of %s', (_writer, summarizerOf) => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each(failing)('that %s in the middle leaves nothing of it behind', async (_what, stream) => {
    const { session, store, again } = await fullSession(summarizerOf(stream));
    const { state, messages } = await session.prepare();
    expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
    expect(JSON.stringify(messages)).not.toContain('Half of a summary');
    const [record] = await compactionsOf(session, store);
    expect(record?.snapshot?.source).toBe('extractive');
    expect((await (await again()).prepare()).messages).toEqual(messages);
  });

  it('that hangs in the middle is given up', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { session, store } = await fullSession(summarizerOf(hanging));
    const request = session.prepare();
    await vi.advanceTimersByTimeAsync(SUMMARY_TIMEOUT_MS);
    const { state, messages } = await request;
    expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
    expect(JSON.stringify(messages)).not.toContain('Half of a summary');
    const [record] = await compactionsOf(session, store);
    expect(record?.snapshot?.source).toBe('extractive');
  });

  it('that hangs ends when the caller gives up, and nothing is decided', async () => {
    const { session, store } = await fullSession(summarizerOf(hanging));
    const controller = new AbortController();
    const request = session.prepare({ abortSignal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(request).rejects.toThrow('enough');
    expect(await compactionsOf(session, store)).toEqual([]);
    expect(await session.append(user('Still there?'))).toHaveLength(1);
  });
});
