import { ConfigError, type ModelMessage } from '@everlong/core';
import type { UIMessage } from 'ai';
import { describe, expect, it } from 'vitest';

import { chat, summarizing, textOf, ui } from '../../test/support/chat-messages.js';
import { createContextManager } from './context-manager.js';
import { isContextSummary } from './managed-message.js';

describe('002 Options', () => {
  // promise: sdk-1, sdk-3, sdk-4, sdk-5, sdk-16
  it('has the documented defaults', () => {
    const manager = createContextManager();
    expect(manager.getState()).toEqual({
      totalInputTokens: 0,
      totalOutputTokens: 0,
      estimatedContextSize: 0,
      maxTokens: 128_000,
      usageRatio: 0,
      softThresholdExceeded: false,
      hardThresholdExceeded: false,
      summaryCount: 0,
    });
    // Four characters a token, of 128,000 tokens: 75 % and 90 %.
    const sized = (tokens: number) => [ui('user', 'x'.repeat(tokens * 4))];
    expect(manager.shouldSummarize(sized(95_900))).toBe(false);
    expect(manager.shouldSummarize(sized(96_000))).toBe(true);
    expect(manager.shouldCompactify(sized(115_100))).toBe(false);
    expect(manager.shouldSummarize(sized(115_300))).toBe(false);
    expect(manager.shouldCompactify(sized(115_300))).toBe(true);
  });

  // promise: sdk-6
  it('keeps the response reserve free in small windows too', () => {
    const manager = createContextManager({ maxTokens: 8000 });
    expect(manager.shouldCompactify([ui('user', 'x'.repeat(6050 * 4))])).toBe(true);
  });

  it.each([4000, 8000, 16_384, 32_000])(
    'in a window of %i tokens there is room between the soft and the hard threshold',
    (maxTokens) => {
      const manager = createContextManager({ maxTokens });
      const sized = (share: number) => [ui('user', 'x'.repeat(Math.floor(maxTokens * share) * 4))];
      expect(manager.shouldSummarize(sized(0.5))).toBe(false);
      expect(manager.shouldSummarize(sized(0.73))).toBe(true);
      expect(manager.shouldCompactify(sized(0.73))).toBe(false);
      expect(manager.shouldCompactify(sized(0.9))).toBe(true);
    },
  );

  it('says when the model or the function that should summarize fails', async () => {
    const fail = (): never => {
      throw new Error('no such model');
    };
    const failing = [
      { summaryModel: summarizing(fail).summaryModel },
      { compactify: async () => fail() },
    ];
    for (const options of failing) {
      const errors: unknown[] = [];
      const onError = (error: unknown): void => void errors.push(error);
      const manager = createContextManager({ ...options, onError });
      const compacted = await manager.compactify(chat(8));
      expect(compacted.length).toBeLessThan(8);
      expect(errors.map(String).join()).toContain('no such model');
      expect(manager.getState().summaryError).toContain('no such model');
      expect(manager.getMessageMetadata().context.summaryError).toContain('no such model');
      manager.reset();
      expect(manager.getState().summaryError).toBeUndefined();
    }
    const { summaryModel } = summarizing();
    const manager = createContextManager({ summaryModel });
    await manager.compactify(chat(8));
    expect(manager.getState()).not.toHaveProperty('summaryError');
  });

  // promise: sdk-23
  it('refuses numbers that cannot be used', () => {
    expect(() => createContextManager({ maxTokens: 0 })).toThrow('maxTokens');
    expect(() => createContextManager({ softThreshold: 0.95 })).toThrow('softThreshold');
  });

  // promise: sdk-23
  it.each([
    [{ estimateTokens: 4 }, 'estimateTokens of createContextManager must be a function, not 4'],
    [{ compactify: 'x' }, 'compactify of createContextManager must be a function, not "x"'],
    [{ onError: {} }, 'onError'],
    [{ summaryPrompt: 4 }, 'summaryPrompt of createContextManager must be a string, not 4'],
    [{ summaryModel: 3 }, 'The summaryModel of createContextManager must be an object with'],
    [{ tokenizer: Promise.resolve() }, 'not a promise: await it. await createTokenizer'],
    [{ tokenizer: {} }, 'The tokenizer of createContextManager must be an object with count'],
    [
      { minRecentMessages: 1.5 },
      'minRecentMessages must be a number at least 0, a whole one, not 1.5',
    ],
    [null, 'createContextManager takes an object of options'],
  ])('refuses %o', (options, message) => {
    expect(() => createContextManager(options as never)).toThrow(message);
    expect(() => createContextManager(options as never)).toThrow(ConfigError);
  });

  it.each<[unknown, RegExp]>([
    [undefined, /takes a list of messages, .* not nothing/],
    ['x', /takes a list of messages, .* not "x"/],
    [[null], /messages\[0\] of \w+ is no message: null/],
    [[{ role: 'user', content: 'a' }, { role: 'user' }], /messages\[1\] of \w+ is no message/],
    [[{ role: 'zz', content: 'x' }], /messages\[0\] of \w+ is no message: .*"zz"/],
    [[{ id: 'a', role: 'user', parts: 'x' }], /messages\[0\] of \w+ is no message/],
  ])('refuses %j for a list', async (list, problem) => {
    const manager = createContextManager({ maxTokens: 8000 });
    const messages = list as never;
    for (const call of [
      async () => manager.shouldSummarize(messages),
      async () => manager.shouldCompactify(messages),
      () => manager.compactify(messages),
      () => manager.prepareMessages(messages),
    ]) {
      await expect(call()).rejects.toSatisfy(ConfigError.isInstance);
      await expect(call()).rejects.toThrow(problem);
    }
    await expect(manager.prepareMessages([], 5 as never)).rejects.toThrow(/systemPrompt .* not 5/);
  });

  it.each([
    ['a promise', async () => 7],
    ['"7"', () => '7'],
    ['NaN', () => Number.NaN],
    ['nothing', () => undefined],
  ])('says that estimateTokens gave %s', (given, estimate) => {
    const manager = createContextManager({ estimateTokens: estimate as never });
    const message = `estimateTokens of createContextManager must give the number of tokens, at once and not below 0, and gave ${given}.`;
    expect(() => manager.shouldSummarize([ui('user', 'Hello')])).toThrow(ConfigError);
    expect(() => manager.shouldSummarize([ui('user', 'Hello')])).toThrow(message);
  });

  // promise: sdk-12
  it('counts with estimateTokens, written for texts or for lists, or with a tokenizer', () => {
    const messages = [ui('user', 'x'.repeat(400))];
    const sizes = [
      createContextManager({ estimateTokens: (text: string) => text.length }),
      createContextManager({ estimateTokens: (list: UIMessage[]) => list.length * 700 }),
      createContextManager({
        tokenizer: { name: 'twice', source: 'tokenizer', count: (text) => text.length * 2 },
      }),
    ].map((manager) => {
      manager.shouldCompactify(messages);
      return manager.getState().estimatedContextSize;
    });
    expect(sizes).toEqual([400 + 4 + 3, 700, 800 + 4 + 3]);
  });

  // promise: sdk-10
  it('summaryPrompt is what the model is told', async () => {
    const { summaryModel, prompts } = summarizing();
    const manager = createContextManager({ summaryModel, summaryPrompt: 'Write like a pirate.' });
    await manager.compactify(chat(5));
    expect(prompts[0]).toContain('Write like a pirate.');
  });

  // promise: sdk-11
  it('compactify replaces the summarizer; what it leaves too long is compacted all the same', async () => {
    const messages = chat(10);
    const manager = createContextManager({ compactify: async (list) => list.slice(-2) });
    expect(await manager.compactify(messages)).toEqual(messages.slice(-2));
    for (const compactify of [
      async (list: UIMessage[]) => list,
      () => Promise.reject(new Error('no')),
    ]) {
      const small = createContextManager({ maxTokens: 1000, compactify });
      const compacted = await small.compactify(messages);
      expect(small.shouldCompactify(compacted)).toBe(false);
      expect(isContextSummary(compacted[0])).toBe(true);
    }
  });

  // promise: sdk-11
  it('compactify may give a summary as text, which stands for all but the newest messages', async () => {
    const messages = chat(10);
    const said: number[] = [];
    const manager = createContextManager({
      async compactify(list) {
        said.push(list.length);
        return 'We spoke of ships, and nothing else.';
      },
    });
    const [summary, ...kept] = await manager.compactify(messages);
    expect(summary?.parts).toEqual([
      { type: 'text', text: 'We spoke of ships, and nothing else.' },
    ]);
    expect(summary?.metadata).toMatchObject({ messagesSummarized: messages.length - kept.length });
    expect([isContextSummary(summary), kept]).toEqual([true, messages.slice(-kept.length)]);
    expect(manager.getState()).not.toHaveProperty('summaryError');
  });

  it.each([undefined, 4, {}])(
    'compactify that gives %j is an error that is told',
    async (given) => {
      const errors: unknown[] = [];
      const compactify = async () => given as never;
      const manager = createContextManager({ compactify, onError: (error) => errors.push(error) });
      expect(isContextSummary((await manager.compactify(chat(10)))[0])).toBe(true);
      expect(String(errors)).toContain('return the list of messages, or the summary as text');
    },
  );
});

describe('002 How It Works', () => {
  // promise: sdk-8, sdk-13, sdk-14
  it('keeps the last messages and inserts a summary of the others as an assistant message', async () => {
    const { summaryModel } = summarizing();
    const decided = ui('assistant', 'PostgreSQL was chosen; db/schema.sql is the schema.');
    const messages = [ui('user', 'Which database?'), decided, ...chat(9)];
    const before = structuredClone(messages);
    const manager = createContextManager({ summaryModel });
    const [summary, ...kept] = await manager.compactify(messages);
    expect(kept).toEqual(messages.slice(-4));
    expect(summary?.role).toBe('assistant');
    expect(summary?.metadata).toMatchObject({
      type: 'context-summary',
      messagesSummarized: 16,
      generation: 1,
    });
    expect(textOf(summary)).toContain('PostgreSQL');
    expect(messages).toEqual(before);
    expect(manager.getState().summaryCount).toBe(1);
  });

  // promise: sdk-14, sdk-22
  it('does so for model messages, which carry the metadata in their provider options', async () => {
    const messages = chat(10).map((message): ModelMessage => ({
      role: message.role as 'user',
      content: textOf(message),
    }));
    const manager = createContextManager();
    const [summary, ...kept] = await manager.compactify(messages);
    expect(kept).toEqual(messages.slice(-4));
    expect(summary).toMatchObject({
      role: 'assistant',
      providerOptions: { everlong: { type: 'context-summary', messagesSummarized: 16 } },
    });
  });

  // promise: sdk-21
  it('never parts a call from its results, nor the newest turn from its question', async () => {
    const step = (id: string): ModelMessage[] => [
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: id, toolName: 'read', input: {} }],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: id,
            toolName: 'read',
            output: { type: 'text', value: 'lorem '.repeat(50) },
          },
        ],
      },
    ];
    const question: ModelMessage = { role: 'user', content: 'Read all the pages.' };
    const messages = [
      question,
      ...Array.from({ length: 20 }, (_, index) => step(`c${index}`)).flat(),
    ];
    const manager = createContextManager({ maxTokens: 2000, minRecentMessages: 3 });
    const [summary, ...kept] = await manager.compactify(messages);
    expect(isContextSummary(summary)).toBe(true);
    expect(kept).toEqual([question, ...messages.slice(-4)]);
  });

  // promise: sdk-9
  it('summarizes without a model when there is none, and when the model fails', async () => {
    const calls = { type: 'tool-edit', toolCallId: 'c1', state: 'output-available' };
    const edit = { ...calls, input: { path: 'src/login.ts' }, output: 'ok' };
    const { summaryModel } = summarizing(() => 'I cannot do that.');
    for (const options of [{}, { summaryModel }]) {
      const manager = createContextManager(options);
      const messages = [ui('user', 'Mend it.'), ui('assistant', 'Done.', edit), ...chat(4)];
      const [summary] = await manager.compactify(messages);
      expect(textOf(summary)).toContain('src/login.ts');
    }
  });
});

describe('002 getState, recordUsage', () => {
  // promise: sdk-17
  it('sums what was billed, but not the size of the context', () => {
    const manager = createContextManager({ maxTokens: 100_000 });
    for (const inputTokens of [10_000, 12_000, 14_000]) {
      manager.recordUsage({ inputTokens, outputTokens: 500 });
    }
    expect(manager.getState()).toMatchObject({
      totalInputTokens: 36_000,
      totalOutputTokens: 1500,
      estimatedContextSize: 14_500,
      usageRatio: 0.145,
    });
    manager.recordUsage({});
    expect(manager.getState().totalInputTokens).toBe(36_000);
  });

  it.each([
    ['OpenAI', { prompt_tokens: 900, completion_tokens: 100 }],
    ['Anthropic', { input_tokens: 400, cache_read_input_tokens: 500, output_tokens: 100 }],
    ['Gemini', { promptTokenCount: 900, candidatesTokenCount: 100 }],
    ['the AI SDK', { inputTokens: 900, outputTokens: 100, totalTokens: 1000 }],
  ])('reads the usage of %s', (_, usage) => {
    const manager = createContextManager();
    manager.recordUsage(usage);
    expect(manager.getState()).toMatchObject({
      totalInputTokens: 900,
      totalOutputTokens: 100,
      estimatedContextSize: 1000,
    });
  });

  it.each([[undefined], [null], [{ foo: 10 }], [{ inputTokens: '900' }]])(
    'refuses %o as a usage',
    (usage) => {
      const manager = createContextManager();
      const fresh = manager.getState();
      expect(() => manager.recordUsage(usage as never)).toThrow(ConfigError);
      expect(manager.getState()).toEqual(fresh);
    },
  );

  // promise: sdk-17
  it('learns from the provider what tools and instructions take', () => {
    const manager = createContextManager({ maxTokens: 10_000 });
    const messages = chat(1, 1000);
    manager.shouldCompactify(messages);
    const listed = manager.getState().estimatedContextSize;
    manager.recordUsage({ inputTokens: listed + 1500, outputTokens: 0 });
    manager.shouldCompactify(messages);
    expect(manager.getState().estimatedContextSize).toBe(listed + 1500);
  });

  // promise: sdk-16
  it('usageRatio stays between 0 and 1', () => {
    const manager = createContextManager({ maxTokens: 1000 });
    manager.recordUsage({ inputTokens: 5000, outputTokens: Number.NaN });
    expect(manager.getState()).toMatchObject({ usageRatio: 1, hardThresholdExceeded: true });
  });
});

describe('002 prepareMessages', () => {
  // promise: sdk-18
  it('drops what the last summary stands for and puts its text into the system prompt', async () => {
    const manager = createContextManager();
    const compacted = await manager.compactify(chat(10));
    const { messages, systemPrompt } = await manager.prepareMessages(compacted, 'Be brief.');
    expect(messages).toEqual(compacted.slice(1));
    expect(systemPrompt.startsWith('Be brief.')).toBe(true);
    expect(systemPrompt).toContain(textOf(compacted[0]));
  });

  it('passes a list without summary through', async () => {
    const list = chat(2).slice(0, 3);
    const prepared = await createContextManager().prepareMessages(list, 'Be brief.');
    expect(prepared).toEqual({ messages: list, systemPrompt: 'Be brief.' });
  });

  it('never gives more than the window holds', async () => {
    const manager = createContextManager({ maxTokens: 2000 });
    const { messages } = await manager.prepareMessages(chat(30), 'Be brief.');
    expect(manager.shouldCompactify(messages)).toBe(false);
    expect(manager.getState().estimatedContextSize).toBeLessThanOrEqual(1500);
    await expect(manager.prepareMessages(chat(1), 'x'.repeat(8000))).rejects.toMatchObject({
      code: 'context-overflow',
      part: 'instructions',
    });
  });

  it('carries no secret over into a summary', async () => {
    const secret = 'sk-proj-abcdefghijklmnop1234567890';
    const leak = [ui('user', `Use the key ${secret} for it.`), ui('assistant', `I use ${secret}.`)];
    const manager = createContextManager();
    const compacted = await manager.compactify([...leak, ...chat(3)]);
    const { systemPrompt } = await manager.prepareMessages(compacted);
    expect(JSON.stringify(compacted) + systemPrompt).not.toContain(secret);
  });
});

describe('002 reset', () => {
  // promise: sdk-20
  it('forgets usage, sizes and summaries', async () => {
    const { summaryModel, prompts } = summarizing();
    const manager = createContextManager({ summaryModel });
    const fresh = manager.getState();
    const messages = chat(10);
    await manager.compactify(messages);
    manager.recordUsage({ inputTokens: 10, outputTokens: 10 });
    manager.reset();
    expect(manager.getState()).toEqual(fresh);
    await manager.compactify(messages);
    expect(prompts).toHaveLength(2);
  });
});
