import type { AssistantPart, ModelMessage, Tokenizer } from '@everlong/core';
import { thirds, toEntries } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createCounter } from '../rendering/counter.js';
import { shrinkGroup } from './shrink-group.js';
import {
  createMessageGroup,
  type MessageGroup,
  renderedTokens,
} from '../rendering/message-group.js';

/** An image has 800 tokens. */
const tokenizer: Tokenizer = {
  ...thirds,
  countMessage: (message) => {
    if (typeof message.content === 'string') return 4 + tokenizer.count(message.content);
    return message.content.reduce((sum, part) => {
      const shown = part.type === 'file' ? undefined : JSON.stringify(part);
      return sum + (shown === undefined ? 800 : tokenizer.count(shown));
    }, 4);
  },
};
const counter = createCounter(tokenizer);

function groupOf(...messages: ModelMessage[]): MessageGroup {
  const entries = toEntries(messages);
  const rendered = entries.map(({ seq, message }) => ({
    seq,
    messages: [message],
    disposition: 'verbatim' as const,
    reason: message.role,
    losses: [],
  }));
  return createMessageGroup(entries, rendered, counter);
}

function shrink(group: MessageGroup, maxTokens: number): ModelMessage[] | undefined {
  const rendered = shrinkGroup(group, maxTokens, counter);
  if (rendered !== undefined)
    expect(renderedTokens(rendered, counter)).toBeLessThanOrEqual(maxTokens);
  return rendered?.flatMap((entry) => entry.messages);
}

const image = {
  type: 'file' as const,
  data: { type: 'data' as const, data: 'iVBORw0KGgo=' },
  mediaType: 'image/png',
};

const call = (input: unknown): AssistantPart => ({
  type: 'tool-call',
  toolCallId: 'call-1',
  toolName: 'read_file',
  input,
});

const result = (output: string): ModelMessage => ({
  role: 'tool',
  content: [
    {
      type: 'tool-result',
      toolCallId: 'call-1',
      toolName: 'read_file',
      output: { type: 'text', value: output },
    },
  ],
});

describe('shrinkGroup', () => {
  it('leaves a group alone that fits', () => {
    const group = groupOf({ role: 'user', content: 'hello' });
    expect(shrinkGroup(group, 100, counter)).toBe(group.rendered);
  });

  it('cuts the longest text and leaves the short ones', () => {
    const group = groupOf(
      { role: 'assistant', content: [{ type: 'text', text: 'reading' }, call({ path: 'a.ts' })] },
      result('line of a file, '.repeat(500)),
    );
    const [said, read] = shrink(group, 300) ?? [];
    expect(said?.content).toMatchObject([{ text: 'reading' }, { input: { path: 'a.ts' } }]);
    expect(JSON.stringify(read)).toContain('left out here');
  });

  it('replaces an image by its name before it cuts a text', () => {
    const text = 'What is wrong with the button in the lower left corner? '.repeat(6);
    const group = groupOf({ role: 'user', content: [{ type: 'text', text }, image] });
    expect(shrink(group, 400)).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text },
          { type: 'text', text: '[file: image/png]' },
        ],
      },
    ]);
  });

  it('gives up long reasoning before it cuts what was said', () => {
    const text = 'The cause is a race in the writer. '.repeat(8);
    const group = groupOf({
      role: 'assistant',
      content: [
        {
          type: 'reasoning',
          text: 'hm '.repeat(1000),
          providerOptions: { anthropic: { signature: 'x' } },
        },
        { type: 'text', text },
      ],
    });
    expect(shrink(group, 200)).toEqual([{ role: 'assistant', content: [{ type: 'text', text }] }]);
  });

  it('keeps short reasoning where only a result is too long', () => {
    const reasoning: AssistantPart = {
      type: 'reasoning',
      text: 'hm',
      providerOptions: { anthropic: { signature: 'x' } },
    };
    const group = groupOf(
      { role: 'assistant', content: [reasoning, call({ path: 'a.ts' })] },
      result('line of a file, '.repeat(500)),
    );
    const [said] = shrink(group, 400) ?? [];
    expect(said?.content).toContainEqual(reasoning);
  });

  it('keeps the input of a call an object, its longest strings cut', () => {
    const group = groupOf(
      {
        role: 'assistant',
        content: [call({ path: 'a.ts', content: 'const a = 1;\n'.repeat(400) })],
      },
      result('written'),
    );
    const [said] = shrink(group, 200) ?? [];
    expect(said?.content).toMatchObject([{ input: { path: 'a.ts' } }]);
    expect(JSON.stringify(said)).toContain('characters cut');
  });

  it('keeps an error an error and a denial a denial', () => {
    const group = groupOf({
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'call-1',
          toolName: 'bash',
          output: { type: 'error-json', value: { message: 'x'.repeat(3000) } },
        },
        {
          type: 'tool-result',
          toolCallId: 'call-2',
          toolName: 'bash',
          output: { type: 'execution-denied', reason: 'too dangerous' },
        },
      ],
    });
    const [message] = shrink(group, 250) ?? [];
    expect(message?.content).toMatchObject([
      { output: { type: 'error-text' } },
      { output: { type: 'execution-denied', reason: 'too dangerous' } },
    ]);
  });

  it('has no answer when even the frames need more', () => {
    const group = groupOf(
      { role: 'assistant', content: Array.from({ length: 50 }, () => call({})) },
      result(''),
    );
    expect(shrinkGroup(group, 60, counter)).toBeUndefined();
  });

  it('keeps something of any message of the user', () => {
    const content = Array.from({ length: 40 }, () => ({
      type: 'text' as const,
      text: 'word '.repeat(50),
    }));
    const [message] = shrink(groupOf({ role: 'user', content }), 40) ?? [];
    expect(message?.role).toBe('user');
  });

  it('never exceeds what it is given', () => {
    const text = fc.nat(3000).map((length) => 'abc '.repeat(length / 4));
    const parts = fc.array(
      fc.oneof(
        text.map((value): AssistantPart => ({ type: 'text', text: value })),
        text.map((value) => call({ path: 'a.ts', content: value })),
        text.map((value) => call({ list: [value, { deep: value }] })),
        fc.constant<AssistantPart>({ type: 'reasoning', text: 'hm', providerOptions: { a: {} } }),
      ),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(parts, text, fc.integer({ min: 1, max: 2000 }), (content, output, maxTokens) => {
        const messages = shrink(groupOf({ role: 'assistant', content }, result(output)), maxTokens);
        if (maxTokens >= 1500) expect(messages).toBeDefined();
      }),
    );
  });
});
