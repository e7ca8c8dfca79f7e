import { countTokens, makeEntries, workLines } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { createSummarizer } from '../../src/model/model-summarizer.js';
import { goodAnswer, mockModel, summarize } from '../support/model-summary.js';

/** Put together here, so that no scanner takes it for a real one. */
const secretKey = ['sk', 'ant', 'api03', 'aB3'.repeat(8)].join('-');

describe('what a model is sent', () => {
  // promise: context-11
  it('sends one user message without secrets', async () => {
    const model = mockModel(() => goodAnswer);
    const entries = makeEntries([
      ['user', `The key is ${secretKey} and password: "hunter2-hunter2"`],
      ...workLines,
    ]);
    const { snapshot } = await summarize(model, {}, { entries, instructions: 'Mind the tests.' });
    const call = model.doGenerateCalls[0];
    expect(call?.prompt.map(({ role }) => role)).toEqual(['system', 'user']);
    const sent = JSON.stringify(call?.prompt);
    expect(sent).toContain('Mind the tests.');
    expect(sent).toContain('[REDACTED:api-key]');
    for (const text of [sent, JSON.stringify(snapshot)]) {
      expect(text).not.toContain(secretKey);
      expect(text).not.toContain('hunter2');
    }
  });

  it('sends no half surrogate pairs, which providers refuse', async () => {
    const prompts: string[] = [];
    const entries = makeEntries([['user', 'Never push \ud83d to main.']]);
    await summarize((prompt) => (prompts.push(prompt), goodAnswer), {}, { entries });
    expect(prompts.join('')).toContain('Never push \ufffd to main.');
    expect(prompts.join('')).not.toMatch(/\\ud[89a-f]/);
  });

  // promise: context-11
  it('uses the prompt of the caller and still asks for the headings', async () => {
    const model = mockModel(() => goodAnswer);
    await summarize(model, { summaryPrompt: 'Write like a sailor.' });
    const system = JSON.stringify(model.doGenerateCalls[0]?.prompt[0]);
    expect(system).toContain('Write like a sailor.');
    expect(system).toContain('## Current State');
  });

  it('retries with half of the input if the model finds it too long', async () => {
    const model = mockModel((prompt) => {
      if (prompt.length > 20_000) throw new Error('prompt is too long');
      return goodAnswer;
    });
    const entries = makeEntries([
      ...workLines,
      ['result', 'a long line of output\n'.repeat(2_000)],
    ]);
    const { snapshot } = await summarize(model, { contextWindow: 16_000 }, { entries });
    expect(snapshot.source).toBe('model');
    expect(model.doGenerateCalls.length).toBeLessThanOrEqual(4);
  });

  it('never repeats a prompt refused as too long, and remembers the limit', async () => {
    const limit = 2_000;
    const sent: number[] = [];
    const model = mockModel((prompt) => {
      sent.push(Math.ceil(prompt.length / 4));
      if (prompt.length / 4 <= limit) return goodAnswer;
      throw new Error(`This model's maximum context length is ${limit} tokens.`);
    });
    const lines = Array.from({ length: 6 }, () => ['user', 'A word or two. '.repeat(120)] as const);
    const entries = makeEntries([...workLines, ...lines]);
    const summarizer = createSummarizer({ model });
    const input = { entries, maxTokens: 1_200, count: countTokens };
    const { snapshot: previous } = await summarizer.summarize(input);
    expect(previous.source).toBe('model');
    expect(sent.filter((tokens) => tokens > limit)).toHaveLength(1);
    sent.length = 0;
    await summarizer.summarize({ ...input, entries: makeEntries(lines, 20), previous });
    expect(sent.filter((tokens) => tokens > limit)).toHaveLength(0);
  });

  it('sends no longer prompt than it is told that the provider takes', async () => {
    const sent: number[] = [];
    const model = mockModel((prompt) => {
      sent.push(Math.ceil(prompt.length / 4));
      return goodAnswer;
    });
    const lines = Array.from({ length: 30 }, () => ['user', 'A word or two. '.repeat(60)] as const);
    const input = { entries: makeEntries(lines), maxTokens: 1_200, count: countTokens };
    await createSummarizer({ model }).summarize({ ...input, maxPromptTokens: 4_000 });
    expect(sent.length).toBeGreaterThan(1);
    expect(Math.max(...sent)).toBeLessThan(4_000);
  });

  it('stops when no smaller prompt is left to send', async () => {
    const prompts = new Set<string>();
    const model = mockModel((prompt) => {
      expect(prompts).not.toContain(prompt);
      prompts.add(prompt);
      throw new Error('prompt is too long');
    });
    await expect(summarize(model)).rejects.toThrow('prompt is too long');
    expect(prompts.size).toBeLessThanOrEqual(2);
  });

  it('splits a transcript that does not fit one call, within its number of calls', async () => {
    const model = mockModel(() => goodAnswer);
    const lines = Array.from(
      { length: 40 },
      (_, index) => ['assistant', `Step ${index}. ${'Some words here. '.repeat(100)}`] as const,
    );
    const { usage: billed } = await summarize(
      model,
      { contextWindow: 8_000, maxCalls: 3 },
      { entries: makeEntries([...workLines, ...lines]) },
    );
    const prompts = model.doGenerateCalls.map(({ prompt }) => JSON.stringify(prompt));
    expect(prompts.length).toBeGreaterThan(1);
    expect(prompts.length).toBeLessThanOrEqual(3);
    for (const prompt of prompts) expect(prompt.length / 4).toBeLessThan(8_000);
    expect(prompts.at(-1)).toContain('<note-so-far>');
    expect(prompts.at(-1)).toContain('Step 39.');
    expect(billed?.inputTokens).toBe(100 * prompts.length);
  });
});
