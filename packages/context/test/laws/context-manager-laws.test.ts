import { messageText, type ModelMessage } from '@everlong/core';
import { jsonText } from '@everlong/core/internal';
import { historyArbitrary, propertyRuns } from '@everlong/testing';
import { convertToModelMessages, generateText, type ModelMessage as SdkMessage } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { summarizing, textOf, ui } from '../support/chat-messages.js';
import { createContextManager } from '../../src/context-manager/context-manager.js';

const RUNS = propertyRuns(50);

/** The least window for which these system prompts and notes leave any room. */
const maxTokensArbitrary = fc.integer({ min: 600, max: 8000 });

const textArbitrary = fc.oneof(
  { weight: 4, arbitrary: fc.nat(60).map((words) => 'lorem '.repeat(words)) },
  { weight: 1, arbitrary: fc.nat(40_000).map((length) => 'x'.repeat(length)) },
);

const toolPartArbitrary = fc
  .record({
    id: fc.uuid(),
    state: fc.constantFrom('output-available', 'output-error', 'input-available', 'output-denied'),
    type: fc.constantFrom('tool-read', 'dynamic-tool'),
    text: textArbitrary,
    asObject: fc.boolean(),
  })
  .map(({ id, state, type, text, asObject }) => ({
    type,
    toolName: 'read',
    toolCallId: id,
    state,
    input: { path: 'src/a.ts', content: text.slice(0, 100) },
    ...(state === 'output-available' ? { output: asObject ? { text } : text } : {}),
    ...(state === 'output-error' ? { errorText: text } : {}),
    ...(state === 'output-denied' ? { approval: { id, approved: false } } : {}),
  }));

const uiListArbitrary = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: textArbitrary.map((text) => ui('user', `#u# ${text}`)) },
      {
        weight: 4,
        arbitrary: fc
          .tuple(textArbitrary, fc.array(toolPartArbitrary, { maxLength: 3 }))
          .map(([text, parts]) => ui('assistant', `#a# ${text}`, ...parts)),
      },
      { weight: 1, arbitrary: fc.constant(0).map(() => ui('system', 'A note.')) },
    ),
    { maxLength: 30, size: 'max' },
  )
  // Each message once: ids are what tells them apart.
  .map((messages) =>
    [...messages, ui('user', 'And now?')].map((message, at) => ({ ...message, id: `m${at}` })),
  );

const modelListArbitrary = historyArbitrary({ maxSteps: 30 }).map((steps) => {
  const appended = steps.flatMap((step) => ('append' in step ? step.append : []));
  const messages = appended.map((input) => input.message);
  return [...messages, { role: 'user' as const, content: 'And now?' }];
});

const silent = new MockLanguageModelV4({
  doGenerate: {
    content: [{ type: 'text', text: 'Yes.' }],
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    },
    warnings: [],
  },
});

/** By the document's estimate, counted apart from the code. */
function tokensOf(instructions: string, messages: readonly ModelMessage[]): number {
  const texts = messages.map((message) => Math.ceil(messageText(message).length / 4) + 4);
  return texts.reduce((sum, tokens) => sum + tokens, Math.ceil(instructions.length / 4));
}

function inputBudget(maxTokens: number): number {
  return maxTokens - Math.min(4096, Math.floor(maxTokens / 4));
}

async function assertSendable(instructions: string, messages: SdkMessage[]): Promise<void> {
  expect(messages[0]?.role).toBe('user');
  // The SDK itself refuses unanswered calls and system messages.
  await generateText({ model: silent, instructions, messages });
}

describe('laws of createContextManager', () => {
  // promise: sdk-21
  it('1, 2, 4: what is prepared fits, can be sent, and ends in the newest question: UI messages', async () => {
    await fc.assert(
      fc.asyncProperty(uiListArbitrary, maxTokensArbitrary, async (list, maxTokens) => {
        const before = jsonText(list);
        const manager = createContextManager({ maxTokens });
        const { messages, systemPrompt } = await manager.prepareMessages(list, 'Be brief.');
        expect(jsonText(list)).toBe(before);
        const sent = await convertToModelMessages(messages);
        const files = sent as ModelMessage[];
        expect(tokensOf(systemPrompt, files)).toBeLessThanOrEqual(inputBudget(maxTokens));
        await assertSendable(systemPrompt, sent);
        expect(textOf(messages.at(-1))).toBe('And now?');
        const known = new Map(list.map((message, index) => [message.id, index]));
        const places = messages.flatMap(({ id }) => known.get(id) ?? []);
        expect(places).toEqual(places.toSorted((left, right) => left - right));
      }),
      { numRuns: RUNS },
    );
  }, 60_000);

  // promise: sdk-22
  it('1, 2, 4: model messages', async () => {
    await fc.assert(
      fc.asyncProperty(modelListArbitrary, maxTokensArbitrary, async (list, maxTokens) => {
        const before = jsonText(list);
        const manager = createContextManager({ maxTokens });
        const { messages, systemPrompt } = await manager.prepareMessages(list, 'Be brief.');
        expect(jsonText(list)).toBe(before);
        expect(tokensOf(systemPrompt, messages)).toBeLessThanOrEqual(inputBudget(maxTokens));
        await assertSendable(systemPrompt, messages);
        expect(messages.at(-1)).toEqual({ role: 'user', content: 'And now?' });
      }),
      { numRuns: RUNS },
    );
  }, 60_000);

  it('8: a compacted list needs no compaction, and the same list no second summary', async () => {
    await fc.assert(
      fc.asyncProperty(uiListArbitrary, maxTokensArbitrary, async (list, maxTokens) => {
        const { summaryModel, prompts } = summarizing();
        const manager = createContextManager({ maxTokens, summaryModel });
        const compacted = await manager.compactify(list);
        expect(manager.shouldCompactify(compacted)).toBe(false);
        const asked = prompts.length;
        expect(await manager.compactify(list)).toEqual(compacted);
        expect(prompts).toHaveLength(asked);
      }),
      { numRuns: RUNS },
    );
  }, 60_000);
});
