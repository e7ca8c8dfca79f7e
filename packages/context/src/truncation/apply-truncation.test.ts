import {
  type Entry,
  messageText,
  type ModelMessage,
  type TextCut,
  type ToolResultOutput,
} from '@everlong/core';
import { MESSAGE_FORMAT } from '@everlong/core/store-kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createCounter } from '../rendering/counter.js';
import { truncateEnds, truncateGroup } from './apply-truncation.js';
import { createMessageGroup } from '../rendering/message-group.js';

const counter = createCounter({ name: 'characters', source: 'heuristic', count: (t) => t.length });

const shape = { overCharacters: 2000, headCharacters: 1000, tailCharacters: 500 };
const everything: TextCut = { ...shape, roles: ['user', 'assistant', 'tool'] };
const resultsOnly: TextCut = { ...shape, roles: ['tool'] };

function cutMessages(messages: readonly ModelMessage[], cut: TextCut): ModelMessage[] {
  const rendered = messages.map((message, seq) => ({
    seq,
    messages: [message],
    disposition: 'verbatim' as const,
    losses: [],
    reason: 'test',
  }));
  const entry: Entry = {
    id: 'entry',
    sessionId: 'session',
    seq: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
    format: MESSAGE_FORMAT,
    message: messages[0] ?? { role: 'user', content: '' },
  };
  return truncateGroup(createMessageGroup([entry], rendered, counter), cut).flatMap(
    (part) => part.messages,
  );
}

function result(output: ToolResultOutput, toolCallId = 'call'): ModelMessage {
  return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName: 'read', output }] };
}

describe('truncateEnds', () => {
  it('keeps the first and the last characters and says what is missing', () => {
    const text = `${'a'.repeat(1000)}${'b'.repeat(1000)}${'c'.repeat(500)}`;
    expect(truncateEnds(text, everything)).toBe(
      `${'a'.repeat(1000)}\n[... 1000 of 2500 characters left out here ...]\n${'c'.repeat(500)}`,
    );
  });

  it('leaves a text at the limit alone', () => {
    expect(truncateEnds('a'.repeat(2000), everything)).toHaveLength(2000);
  });

  it('never splits a character and changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 50, maxLength: 400 }), (text) => {
        const cut: TextCut = {
          overCharacters: 150,
          headCharacters: 41,
          tailCharacters: 31,
          roles: ['user'],
        };
        const once = truncateEnds(text, cut);
        expect(once.isWellFormed()).toBe(true);
        expect(truncateEnds(once, cut)).toBe(once);
        expect(once.length).toBeLessThanOrEqual(150);
      }),
    );
  });
});

describe('truncateGroup', () => {
  const long = 'x'.repeat(5000);

  it('cuts only the texts of the given roles', () => {
    const messages: ModelMessage[] = [
      { role: 'user', content: long },
      { role: 'assistant', content: long },
      result({ type: 'text', value: long }),
    ];
    const lengths = (cut: TextCut): number[] =>
      cutMessages(messages, cut).map((message) => messageText(message).length);
    expect(lengths(resultsOnly)).toEqual([5000, 5000, 1549]);
    expect(lengths(everything)).toEqual([1549, 1549, 1549]);
  });

  it('leaves short results beside a long one as they are', () => {
    const image = { type: 'file-data' as const, data: 'AAAA', mediaType: 'image/png' };
    const short: ToolResultOutput = { type: 'content', value: [image] };
    const message: ModelMessage = {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: 'a', toolName: 'look', output: short },
        {
          type: 'tool-result',
          toolCallId: 'b',
          toolName: 'read',
          output: { type: 'error-text', value: long },
        },
      ],
    };
    const [cut] = cutMessages([message], resultsOnly);
    expect(cut?.content[0]).toBe(message.content[0]);
    expect(cut?.content[1]).toMatchObject({ output: { type: 'error-text' } });
  });

  it('keeps inputs of calls objects', () => {
    const call: ModelMessage = {
      role: 'assistant',
      content: [
        { type: 'tool-call', toolCallId: 'a', toolName: 'write', input: { path: 'a', text: long } },
      ],
    };
    const [cut] = cutMessages([call], everything);
    expect(cut?.content[0]).toMatchObject({ input: { path: 'a' } });
    expect(JSON.stringify(cut).length).toBeLessThan(2500);
  });

  it('names files where that is asked for', () => {
    const message: ModelMessage = {
      role: 'user',
      content: [
        { type: 'text', text: 'what is this?' },
        { type: 'file', data: { type: 'data', data: 'AAAA' }, mediaType: 'image/png' },
      ],
    };
    expect(cutMessages([message], everything)[0]).toBe(message);
    const [named] = cutMessages([message], { ...everything, withoutFiles: true });
    expect(named?.content[1]).toEqual({ type: 'text', text: '[image: image/png, 3 bytes]' });
  });
});
