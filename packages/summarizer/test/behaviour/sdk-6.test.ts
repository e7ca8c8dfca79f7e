import { createSummarizer } from '../../src/model/model-summarizer.js';
import { countTokens, makeEntries, workLines } from '@everlong/testing';
import { MockLanguageModelV3 } from 'ai-6/test';
import { expect, it, vi } from 'vitest';

vi.mock('ai', () => import('ai-6'));

it('asks a model through AI SDK 6 as through 7', async () => {
  const model = new MockLanguageModelV3({
    doGenerate: async () => ({
      content: [
        { type: 'text', text: '## Current State\n- parser_speed fails\n## Pending Tasks\n- none' },
      ],
      finishReason: { unified: 'stop', raw: 'stop' },
      usage: {
        inputTokens: { total: 7, noCache: 7, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 3, text: 3, reasoning: 0 },
      },
      warnings: [],
    }),
  });
  const summarizer = createSummarizer({ model });
  const { snapshot, usage } = await summarizer.summarize({
    entries: makeEntries(workLines),
    maxTokens: 1_200,
    count: countTokens,
  });
  expect(model.doGenerateCalls[0]?.prompt.map(({ role }) => role)).toEqual(['system', 'user']);
  expect(snapshot.text).toContain('- parser_speed fails');
  expect(usage).toMatchObject({ inputTokens: 7, outputTokens: 3 });

  const entries = makeEntries(workLines);
  const instructions = { role: 'system' as const, content: 'You write code.' };
  const inputSchema = { type: 'object' };
  await summarizer.summarize({
    entries,
    maxTokens: 1_200,
    count: countTokens,
    live: {
      instructions,
      messages: entries.map(({ message }) => message),
      tools: { Read: { inputSchema } },
      room: 5_000,
      messagesAfter: 0,
      entriesAfter: [],
    },
  });
  const live = model.doGenerateCalls[1];
  expect(live?.prompt[0]).toMatchObject(instructions);
  expect(live?.prompt).toHaveLength(entries.length + 2);
  expect(live?.tools).toMatchObject([{ name: 'Read', inputSchema }]);
});
