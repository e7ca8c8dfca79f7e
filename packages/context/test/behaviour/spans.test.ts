import { createMemoryStore, type ModelMessage, type Summarizer } from '@everlong/core';
import { quarters as tokenizer } from '@everlong/testing';
import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { openSession } from '../../src/session/open-session.js';
import type { SessionOptions } from '../../src/config/session-options.js';

const exporter = new InMemorySpanExporter();

/** A token is four characters. */
const SECRET_WORD = 'xylophone';

const talk = (turns: number): ModelMessage[] =>
  Array.from({ length: turns * 2 + 1 }, (_, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: `${SECRET_WORD} ${index} ${'word '.repeat(80)}`,
  }));

/** A session with one request made, and so one compaction. */
async function compacted(options: Partial<SessionOptions> = {}) {
  const session = await openSession({
    store: createMemoryStore(),
    tokenizer,
    agent: 'builder',
    contextWindow: 4000,
    policy: 'supyagent-sdk',
    budget: { responseReserve: 0 },
    ...options,
  });
  await session.append(talk(20));
  await session.prepare();
  return session;
}

function spansNamed(name: string) {
  return exporter.getFinishedSpans().filter((span) => span.name.startsWith(name));
}

describe('without a provider', () => {
  it('a session works as it does with one, and makes no spans', async () => {
    const session = await compacted();
    expect(session.state().epoch).toBe(1);
    expect(exporter.getFinishedSpans()).toEqual([]);
  });
});

describe('with a provider', () => {
  beforeAll(() => {
    const provider = new TracerProvider({
      spanProcessors: [new SimpleSpanProcessor({ exporter })],
    });
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    trace.setGlobalTracerProvider(provider);
  });
  afterEach(() => exporter.reset());
  afterAll(() => {
    trace.disable();
    context.disable();
  });

  it('prepare has a span with the size of the request and what was decided', async () => {
    const session = await compacted({ model: 'gpt-4o' });
    const { state, messages } = await session.prepare();
    const [first, second] = spansNamed('prepare_request');
    expect(first).toMatchObject({
      name: 'prepare_request gpt-4o',
      kind: SpanKind.INTERNAL,
      instrumentationScope: { name: '@everlong/context' },
      attributes: { 'everlong.decision': 'snapshot' },
    });
    expect(second?.attributes).toEqual({
      'gen_ai.operation.name': 'prepare_request',
      'gen_ai.conversation.id': session.id,
      'gen_ai.agent.name': 'builder',
      'gen_ai.request.model': 'gpt-4o',
      'gen_ai.conversation.compacted': true,
      'everlong.policy': 'supyagent-sdk',
      'everlong.decision': 'keep',
      'everlong.epoch': 1,
      'everlong.level': state.level,
      'everlong.messages': messages.length,
      'everlong.used_tokens': state.used.total,
      'everlong.input_budget_tokens': state.inputBudget,
    });
  });

  it('is not said to be compacted before it is', async () => {
    const session = await openSession({ store: createMemoryStore(), tokenizer });
    await session.append({ role: 'user', content: 'Hello.' });
    await session.prepare();
    const [span] = spansNamed('prepare_request');
    expect(span?.attributes).not.toHaveProperty('gen_ai.conversation.compacted');
  });

  it('a compaction is within prepare, and the summarizer within it, with what it was billed', async () => {
    const summarizer: Summarizer = {
      name: 'mine',
      summarize: async ({ entries }) => ({
        snapshot: {
          text: '## Current State\n\n- all was read',
          tokens: 10,
          throughSeq: 0,
          messagesCovered: entries.length,
          source: 'model',
          sections: {},
          ledger: [],
        },
        usage: { inputTokens: 900, outputTokens: 90, cacheReadTokens: 300 },
      }),
    };
    await compacted({ summarizer });
    const [prepare] = spansNamed('prepare_request');
    const [compaction] = spansNamed('compact_conversation');
    const [summary] = spansNamed('summarize_conversation');
    expect(compaction?.parentSpanContext?.spanId).toBe(prepare?.spanContext().spanId);
    expect(summary?.parentSpanContext?.spanId).toBe(compaction?.spanContext().spanId);
    expect(compaction?.attributes).toMatchObject({
      'everlong.kind': 'snapshot',
      'everlong.epoch': 1,
      'everlong.background': false,
    });
    expect(summary?.attributes).toMatchObject({
      'everlong.summarizer': 'mine',
      'gen_ai.usage.input_tokens': 900,
      'gen_ai.usage.output_tokens': 90,
      'gen_ai.usage.cache_read.input_tokens': 300,
    });
    expect(summary?.attributes).not.toHaveProperty('gen_ai.usage.cache_write.input_tokens');
  });

  it('a summarizer that fails says so in its own span; the others are well', async () => {
    const summarizer: Summarizer = {
      name: 'broken',
      summarize: () => Promise.reject(new TypeError(`no ${SECRET_WORD}`)),
    };
    await compacted({ summarizer });
    expect(spansNamed('summarize_conversation')[0]).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: { 'error.type': 'TypeError' },
    });
    expect(spansNamed('compact_conversation')[0]?.status.code).toBe(SpanStatusCode.UNSET);
    expect(spansNamed('prepare_request')[0]?.status.code).toBe(SpanStatusCode.UNSET);
  });

  it('the span of a summarizer that never answers ends when the session is closed', async () => {
    const summarize = vi.fn<Summarizer['summarize']>(() => new Promise(() => {}));
    const summarizer: Summarizer = { name: 'hanging', usesModel: true, summarize };
    const session = await openSession({
      store: createMemoryStore(),
      tokenizer,
      summarizer,
      contextWindow: 4000,
      policy: 'supyagent-sdk',
      budget: { responseReserve: 0 },
    });
    await session.append(talk(15));
    expect((await session.prepare()).plan.decision.reason).toContain('a snapshot is being made');
    await expect.poll(() => summarize).toHaveBeenCalled();
    expect(spansNamed('summarize_conversation')).toEqual([]);
    await session.close();
    await new Promise((resolve) => setImmediate(resolve));
    expect(spansNamed('summarize_conversation')[0]?.attributes).toMatchObject({
      'error.type': 'AbortError',
    });
  });

  it('recover says whether to retry', async () => {
    const session = await compacted();
    const error = new Error('This model has a maximum context length of 3000 tokens.');
    const { retry, maxInputTokens } = await session.recover(error);
    expect(spansNamed('recover_overflow')[0]?.attributes).toMatchObject({
      'everlong.overflow': true,
      'everlong.retry': retry,
      'everlong.max_input_tokens': maxInputTokens,
    });
  });

  it('a request that cannot be made fails with its code', async () => {
    const session = await compacted();
    await expect(session.prepare({ instructions: 'x'.repeat(40_000) })).rejects.toThrow(
      'instructions',
    );
    expect(spansNamed('prepare_request').at(-1)).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: { 'error.type': 'context-overflow' },
    });
  });

  it('no span holds anything that was said', async () => {
    const session = await compacted();
    await session.recover(new Error(`maximum context length is 2000 tokens: ${SECRET_WORD}`));
    const all = exporter.getFinishedSpans();
    expect(all.length).toBeGreaterThan(2);
    const said = all.map(({ name, attributes, status, events }) =>
      JSON.stringify({ name, attributes, status, events }),
    );
    for (const text of said) expect(text).not.toContain(SECRET_WORD);
  });
});
