import type { ModelMessage } from '@everlong/core';
import { convertToModelMessages, type UIMessage } from 'ai';
import { describe, expect, it } from 'vitest';

import { chat, summarizing, textOf, ui } from '../support/chat-messages.js';
import { createContextManager } from '../../src/context-manager/context-manager.js';
import { isContextSummary } from '../../src/context-manager/managed-message.js';

/** An assistant's message of one tool call, in the shape of an SDK version. */
function toolMessage(part: object): UIMessage {
  return ui('assistant', 'Read.', part);
}

const done = { toolCallId: 'c1', state: 'output-available', output: 'port = 4711' };

describe('002 How It Works, "summarizes all older messages": tools are not forgotten', () => {
  it.each([
    ['5 to 7', { ...done, type: 'tool-readConfig', input: { path: 'etc/app.toml' } }],
    [
      'of unknown tools',
      { ...done, type: 'dynamic-tool', toolName: 'readConfig', input: { path: 'etc/app.toml' } },
    ],
    [
      '4',
      {
        type: 'tool-invocation',
        toolInvocation: {
          state: 'result',
          toolCallId: 'c1',
          toolName: 'readConfig',
          args: { path: 'etc/app.toml' },
          result: 'port = 4711',
        },
      },
    ],
  ])('with the parts of AI SDK %s', async (_, part) => {
    const { summaryModel, prompts } = summarizing();
    await createContextManager({ summaryModel }).compactify([toolMessage(part), ...chat(3)]);
    expect(prompts[0]).toContain('readConfig');
    expect(prompts[0]).toContain('etc/app.toml');
    expect(prompts[0]).toContain('port = 4711');
  });
});

describe('002 How It Works, "trigger background summarization": one summary, not one a request', () => {
  it('a caller who keeps the whole list gets the same summary again', async () => {
    const { summaryModel, prompts } = summarizing();
    const manager = createContextManager({ maxTokens: 10_000, summaryModel });
    const history = chat(60, 200);
    const summaries = new Set<string>();
    for (let request = 0; request < 8; request++) {
      expect(manager.shouldCompactify(history)).toBe(true);
      const messages = await manager.compactify(structuredClone(history));
      summaries.add(textOf(messages.find(isContextSummary)));
      expect(messages.slice(-3)).toEqual(history.slice(-3));
      expect(manager.getState().hardThresholdExceeded).toBe(false);
      history.push(...chat(1, 200));
    }
    expect(prompts).toHaveLength(1);
    expect(summaries.size).toBe(1);
  });

  it('what the background made serves the request that waits', async () => {
    const { summaryModel, prompts } = summarizing();
    const manager = createContextManager({ maxTokens: 10_000, summaryModel });
    const history = chat(45, 200);
    const background = manager.compactify(history);
    const waiting = manager.compactify([...history, ...chat(1, 200)]);
    const [first, second] = await Promise.all([background, waiting]);
    expect(prompts).toHaveLength(1);
    expect(second.slice(0, first.length)).toEqual(first);
  });

  // promise: sdk-13
  it('goes on from the last summary instead of beginning anew', async () => {
    const { summaryModel, prompts } = summarizing();
    const manager = createContextManager({ maxTokens: 10_000, summaryModel });
    let messages = await manager.compactify([
      ui('user', 'The very first question'),
      ...chat(50, 200),
    ]);
    messages = await manager.compactify([...messages, ...chat(50, 200)]);
    expect(prompts).toHaveLength(2);
    expect(prompts[1]).toContain('<note-so-far>');
    expect(messages.filter(isContextSummary)).toHaveLength(1);
    expect(messages[0]?.metadata).toMatchObject({ generation: 2, messagesSummarized: 101 + 96 });
    expect(manager.getState().summaryCount).toBe(2);
  });

  it('one conversation never gets the summary of another', async () => {
    const manager = createContextManager({ maxTokens: 10_000 });
    const mine = await manager.compactify([ui('user', 'My secret plan'), ...chat(60, 200)]);
    const yours = await manager.compactify([ui('user', 'Your own plan'), ...chat(60, 200)]);
    expect(textOf(mine[0])).toContain('My secret plan');
    expect(textOf(yours[0])).not.toContain('My secret plan');
  });
});

describe('002 How It Works, "above hard threshold": short conversations are compacted too', () => {
  it.each([1, 2, 3])('%i messages that are too long', async (count) => {
    const manager = createContextManager({ maxTokens: 2000 });
    const messages = Array.from({ length: count }, (_, index) =>
      ui(index % 2 === 0 ? 'user' : 'assistant', `${index} ${'lorem ipsum '.repeat(3000 / count)}`),
    );
    expect(manager.shouldCompactify(messages)).toBe(true);
    const compacted = await manager.compactify(messages);
    expect(manager.shouldCompactify(compacted)).toBe(false);
    expect(textOf(compacted.at(-1))).toContain(`${count - 1} lorem`);
  });

  // promise: sdk-7
  it('a kept tail that is too long alone is cut, its newest question last', async () => {
    const { summaryModel, prompts } = summarizing();
    const manager = createContextManager({ maxTokens: 4000, summaryModel });
    const page = { ...done, type: 'tool-read', input: {}, output: 'lorem '.repeat(10_000) };
    const question = ui('user', 'What does it say?');
    const messages = [...chat(3), question, toolMessage(page)];
    const compacted = await manager.compactify(messages);
    expect(manager.shouldCompactify(compacted)).toBe(false);
    expect(compacted).toContainEqual(question);
    await manager.compactify(messages);
    expect(prompts.length).toBeLessThanOrEqual(1);
  });
});

describe('002 shouldSummarize, shouldCompactify: everything that is sent is counted', () => {
  it('summaries and the system prompt cost tokens', async () => {
    const manager = createContextManager({ maxTokens: 10_000 });
    const messages = chat(10);
    const compacted = await manager.compactify(messages);
    manager.shouldCompactify(compacted.slice(1));
    const bare = manager.getState().estimatedContextSize;
    manager.shouldCompactify(compacted);
    const summarized = manager.getState().estimatedContextSize;
    expect(summarized).toBeGreaterThan(bare + 50);
    await manager.prepareMessages(compacted, 'x'.repeat(4000));
    manager.shouldCompactify(compacted);
    expect(manager.getState().estimatedContextSize).toBe(summarized + 1000);
  });
});

describe('002 prepareMessages, "drops everything before it": a reload loses no recent turn', () => {
  it('though the store sorts the summary behind the messages that it was to precede', async () => {
    const history = chat(10);
    const manager = createContextManager();
    const [summary, ...kept] = await manager.compactify(history);
    const next = ui('user', 'And now?');
    const reloaded = [...history, summary, next].filter((message) => message !== undefined);
    const { messages, systemPrompt } = await manager.prepareMessages(reloaded, '');
    expect(messages).toEqual([...kept, next]);
    expect(systemPrompt).toContain(textOf(summary));
  });
});

describe('002 prepareMessages: what is broken is mended in what is sent', () => {
  it('a call without result, which the SDK would refuse to send', async () => {
    const lost = { type: 'tool-read', toolCallId: 'c9', state: 'input-available', input: {} };
    const list = [ui('user', 'Read.'), toolMessage(lost), ui('user', 'Well?')];
    const { messages } = await createContextManager().prepareMessages(list, '');
    const [, , result] = await convertToModelMessages(messages);
    expect(result?.role).toBe('tool');
    expect(list[1]?.parts[0]).toEqual(lost);
  });

  it('model messages too, and system messages, which the SDK takes only as instructions', async () => {
    const call = { type: 'tool-call' as const, toolCallId: 'c1', toolName: 'read', input: {} };
    const list: ModelMessage[] = [
      { role: 'system', content: 'Speak French.' },
      { role: 'assistant', content: [call] },
      { role: 'user', content: 'Well?' },
    ];
    const prepared = await createContextManager().prepareMessages(list, 'Be brief.');
    expect(prepared.systemPrompt).toBe('Speak French.\n\nBe brief.');
    expect(prepared.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'user',
    ]);
  });
});
