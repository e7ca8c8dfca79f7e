import type { CachedRequest, ProviderOptions, SummarizeInput, SystemMessage } from '@everlong/core';
import { countTokens, type Line, makeEntries, workLines } from '@everlong/testing';
import { MockLanguageModelV4 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { createSummarizer } from './model-summarizer.js';

const usage = {
  inputTokens: { total: 100, noCache: 10, cacheRead: 90, cacheWrite: 0 },
  outputTokens: { total: 10, text: 10, reasoning: 0 },
};

type Answer = string | { toolName: string };

/** A model that gives these answers, and then repeats the last one. */
function mockModel(...answers: Answer[]): MockLanguageModelV4 {
  const model: MockLanguageModelV4 = new MockLanguageModelV4({
    provider: 'anthropic.messages',
    modelId: 'claude-sonnet-4-6',
    doGenerate: async () => {
      const answer = answers[Math.min(model.doGenerateCalls.length, answers.length) - 1] ?? '';
      return {
        content: [
          typeof answer === 'string'
            ? { type: 'text', text: answer }
            : { type: 'tool-call', toolCallId: 'call-x', toolName: answer.toolName, input: '{}' },
        ],
        finishReason: { unified: 'stop', raw: 'stop' },
        usage,
        warnings: [],
      };
    },
  });
  return model;
}

const system: SystemMessage = { role: 'system', content: 'You write code.' };
const tail: readonly Line[] = [
  ['user', 'The port is 48211, do keep "the quiet green lamp" on.'],
  ['assistant', 'I started to write lamp_driver.'],
];

/** The cached request of a session whose last messages are the tail. */
function liveOf(span: readonly Line[], change: Partial<CachedRequest> = {}): CachedRequest {
  const entries = makeEntries([...span, ...tail]);
  return {
    instructions: system,
    messages: entries.map(({ message }) => message),
    tools: { Read: { description: 'Reads', inputSchema: z.object({ file_path: z.string() }) } },
    room: 5_000,
    messagesAfter: tail.length,
    entriesAfter: entries.slice(span.length),
    ...change,
  };
}

const good = `## Key Decisions
- A scanner instead of the regular expression in parseTokens (#7)
## Current State
- The test parser_speed fails (#6)
- lamp_driver is being written, port 48211`;

async function summarize(
  model: MockLanguageModelV4,
  live: CachedRequest | undefined,
  input: Partial<SummarizeInput> = {},
  providerOptions?: ProviderOptions,
) {
  const options = providerOptions === undefined ? {} : { providerOptions };
  const result = await createSummarizer({ model, ...options }).summarize({
    entries: makeEntries(workLines),
    maxTokens: 1_200,
    count: countTokens,
    ...(live === undefined ? {} : { live }),
    ...input,
  });
  const prompts = model.doGenerateCalls.map(({ prompt }) => JSON.stringify(prompt));
  return { ...result, prompts };
}

const ordinary = '<transcript>';

describe('a summary requested at the end of the cached request', () => {
  it('makes one call: the unchanged request with its tools, and one message', async () => {
    const model = mockModel(good);
    const live = liveOf(workLines);
    const { snapshot, prompts, usage: billed } = await summarize(model, live);
    expect(prompts).toHaveLength(1);
    const call = model.doGenerateCalls[0];
    expect(call?.prompt[0]).toMatchObject(system);
    expect(call?.prompt).toHaveLength(live.messages.length + 2);
    expect(call?.tools?.map(({ name }) => name)).toEqual(['Read']);
    expect(call?.toolChoice).toEqual({ type: 'auto' });
    const message = JSON.stringify(call?.prompt.at(-1));
    expect(message).toContain('without its last 2 messages, which begin with user');
    expect(message).toContain('The port is 48211');
    expect(message).toContain('#1-2 assistant');
    expect(snapshot.text).toContain('- The test parser_speed fails (#6)');
    expect(billed).toMatchObject({ inputTokens: 100, cacheReadTokens: 90 });
  });

  it('accepts claims that only the visible messages support', async () => {
    const { snapshot } = await summarize(mockModel(good), liveOf(workLines));
    expect(snapshot.text).toContain('- lamp_driver is being written, port 48211');
    const blind = await summarize(mockModel(good), undefined);
    expect(blind.snapshot.text).not.toContain('48211');
  });

  it('is given the note so far and the numbers of the new entries', async () => {
    const first = await summarize(mockModel(good), undefined);
    const lines: readonly Line[] = [
      ['call', 'Write', { file_path: 'src/scanner.ts', content: 'export const scan = 1' }],
      ['result', 'ok'],
      ['assistant', 'The scanner is written.'],
    ];
    const entries = makeEntries(lines, workLines.length);
    const model = mockModel(good.replace('fails (#6)', 'passes (#13)'));
    const { snapshot, prompts } = await summarize(model, liveOf(lines), {
      entries,
      previous: first.snapshot,
    });
    expect(prompts).toHaveLength(1);
    expect(prompts[0]).toContain('- The test parser_speed fails (#6)');
    expect(prompts[0]).toContain('#13 assistant');
    expect(snapshot.text).toContain('- The test parser_speed passes (#13)');
    expect(snapshot.text).not.toContain('fails (#6)');
  });

  it('sends the transcript if the model calls a tool', async () => {
    let run = 0;
    const tools = {
      Read: { inputSchema: z.object({}), execute: () => run++, onInputAvailable: () => run++ },
    };
    const model = mockModel({ toolName: 'Read' }, good);
    const {
      snapshot,
      prompts,
      usage: billed,
    } = await summarize(model, liveOf(workLines, { tools }));
    expect(prompts).toHaveLength(2);
    expect(prompts[1]).toContain(ordinary);
    expect(model.doGenerateCalls[1]?.tools ?? []).toEqual([]);
    expect(snapshot.source).toBe('model');
    expect(billed?.inputTokens).toBe(200);
    expect(run).toBe(0);
  });

  it('accepts tools as a list, and reports the model name in the form of sessions', async () => {
    const inputSchema = { type: 'object', properties: { path: { type: 'string' } } };
    const tools = [{ type: 'function', name: 'list', description: 'Lists', inputSchema }];
    const model = mockModel(good);
    await summarize(model, liveOf(workLines, { tools }));
    expect(model.doGenerateCalls[0]?.tools).toMatchObject(tools);
    expect(createSummarizer({ model }).model).toBe('anthropic/claude-sonnet-4-6');
    expect(createSummarizer({ model: 'openai/gpt-5.5' }).model).toBe('openai/gpt-5.5');
  });

  it('is sent with the options of the session, which may have the whole request cached', async () => {
    const cacheControl = { type: 'ephemeral' };
    const providerOptions = { anthropic: { cacheControl } };
    const live = liveOf(workLines);
    const [first, ...others] = live.messages;
    if (first === undefined) throw new Error('no message');
    const messages = [{ ...first, providerOptions }, ...others];
    const change = { messages, instructions: { ...system, providerOptions } };
    for (const [options, markers] of [
      [undefined, 2],
      [{ openai: { store: false } }, 2],
      [providerOptions, 0],
    ] as const) {
      const model = mockModel(good);
      await summarize(model, liveOf(workLines, change), {}, options);
      expect(model.doGenerateCalls[0]?.providerOptions).toEqual(options);
      const sent = JSON.stringify(model.doGenerateCalls[0]?.prompt);
      expect(sent.match(/cacheControl/g) ?? []).toHaveLength(markers);
    }
  });

  it.each<[string, Partial<CachedRequest>]>([
    ['has no room', { room: 300 }],
    ['has a tool that the provider runs', { tools: { search: { type: 'provider', id: 'a.b' } } }],
    [
      'has a tool whose description depends on the call',
      { tools: { a: { description: () => '', inputSchema: z.object({}) } } },
    ],
    ['is of another client', { tools: [{ type: 'function', function: { name: 'a' } }] }],
  ])('is not asked for where the request %s', async (_, change) => {
    const { prompts } = await summarize(mockModel(good), liveOf(workLines, change));
    expect(prompts).toHaveLength(1);
    expect(prompts[0]).toContain(ordinary);
  });
});

/** Put together here, so that no scanner takes them for real ones. */
const key = ['sk', 'ant', 'api03', 'aB3'.repeat(8)].join('-');
const password = ['hunter2', 'hunter2'].join('-');

describe('a secret in the cached request', () => {
  const spans: [string, readonly Line[], Partial<CachedRequest>][] = [
    ['a message', [['user', `The key is ${key}`], ...workLines], {}],
    ['a call', [...workLines, ['call', 'Bash', { password }], ['result', 'ok']], {}],
    ['a result', [...workLines, ['call', 'Read', {}], ['result', `password=${password}`]], {}],
    ['the instructions', workLines, { instructions: { ...system, content: `Use ${key}.` } }],
    [
      'the description of a tool',
      workLines,
      { tools: { a: { description: `Uses ${key}`, inputSchema: z.object({}) } } },
    ],
  ];
  it.each(spans)('prevents the use of the request if it is in %s', async (_, lines, change) => {
    const live = liveOf(lines, change);
    const { prompts } = await summarize(mockModel(good), live, { entries: makeEntries(lines) });
    expect(prompts).toHaveLength(1);
    expect(prompts[0]).toContain(ordinary);
    expect(prompts[0]).not.toContain(key);
    expect(prompts[0]).not.toContain(password);
  });

  it('is recognised by entries that reveal it, even if the request masks them', async () => {
    const told: Line = ['result', `password=${password}`];
    const repeated: Line = ['assistant', `I typed ${password} there.`];
    const entries = makeEntries([['user', 'Read it.'], ['call', 'Read', {}], told, repeated]);
    const live = liveOf([
      ['user', 'Read it.'],
      ['call', 'Read', {}],
      ['result', '[masked]'],
      repeated,
    ]);
    const { prompts } = await summarize(mockModel(good), live, { entries });
    expect(prompts.join('')).not.toContain(password);
  });

  it('does not prevent the use of the request if it masks the secret', async () => {
    const entries = makeEntries([...workLines, ['call', 'Read', {}], ['result', `key ${key}`]]);
    const live = liveOf([...workLines, ['call', 'Read', {}], ['result', '[masked]']]);
    const { prompts } = await summarize(mockModel(good), live, { entries });
    expect(prompts[0]).not.toContain(ordinary);
    expect(prompts.join('')).not.toContain(key);
  });
});
