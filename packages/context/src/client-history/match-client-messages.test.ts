import type { Entry, ModelMessage } from '@everlong/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { clientMetadata } from '../ui-messages/client-metadata.js';
import { logItems } from '../ui-messages/log-items.js';
import type { ClientMessage } from '../ui-messages/client-message.js';
import { matchClientMessages } from './match-client-messages.js';

const message = (role: 'user' | 'assistant', text: string): ModelMessage => ({
  role,
  content: [{ type: 'text', text }],
});

const posted = (id: string, role: 'user' | 'assistant', ...texts: string[]): ClientMessage => ({
  id,
  role,
  messages: texts.map((text) => message(role, text)),
});

const call: ModelMessage = {
  role: 'assistant',
  content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'ask', input: {} }],
};
const result = (toolCallId: string): ModelMessage => ({
  role: 'tool',
  content: [
    { type: 'tool-result', toolCallId, toolName: 'ask', output: { type: 'text', value: 'yes' } },
  ],
});

/** Entries `e0`, `e1` and so on; what has an id of a client says so. */
function log(...said: (readonly [message: ModelMessage, clientId?: string])[]): Entry[] {
  return said.map(([each, clientId], seq) => ({
    id: `e${seq}`,
    sessionId: 's',
    seq,
    createdAt: '2026-01-01T00:00:00.000Z',
    format: 'model-message/1',
    message: each,
    ...(clientId === undefined ? {} : { metadata: clientMetadata(clientId, 0) }),
  }));
}

const talk = log(
  [message('user', 'q1'), 'u1'],
  [message('assistant', 'a1'), 'a1'],
  [message('user', 'q2'), 'u2'],
  [message('assistant', 'a2')],
);
const shown = [
  posted('u1', 'user', 'q1'),
  posted('a1', 'assistant', 'a1'),
  posted('u2', 'user', 'q2'),
  posted('a2', 'assistant', 'a2'),
];

const match = (
  entries: Entry[],
  messages: ClientMessage[],
  options: Partial<Parameters<typeof matchClientMessages>[2]> = {},
) => matchClientMessages(logItems(entries), messages, { takesAnswers: true, ...options });

describe('the messages of a client', () => {
  it('that are in the log change nothing, by id, by the id of the entry, or by what they say', () => {
    expect(match(talk, shown)).toEqual({ additions: [], ignored: [] });
    expect(match(talk, [...shown.slice(0, 3), posted('e3', 'assistant', 'a2')])).toEqual({
      additions: [],
      ignored: [],
    });
  });

  it('that follow are appended', () => {
    const { additions, rewindFrom } = match(talk, [...shown, posted('u3', 'user', 'q3')]);
    expect(rewindFrom).toBeUndefined();
    expect(additions.map(({ id }) => id)).toEqual(['u3']);
  });

  it('with another content withdraw what was there and what came after', () => {
    const { additions, rewindFrom } = match(talk, [
      ...shown.slice(0, 2),
      posted('u2', 'user', 'edited'),
    ]);
    expect(rewindFrom).toBe(2);
    expect(additions).toEqual([{ id: 'u2', firstIndex: 0, messages: [message('user', 'edited')] }]);
  });

  it('that are fewer than the log’s withdraw nothing, unless an answer is to be made anew', () => {
    const question = shown.slice(0, 3);
    expect(match(talk, question).rewindFrom).toBeUndefined();
    expect(match(talk, shown.slice(2)).rewindFrom).toBeUndefined();
    const trigger = 'regenerate-message';
    expect(match(talk, question, { trigger }).rewindFrom).toBe(3);
    expect(match(talk, question, { trigger, messageId: 'e3' }).rewindFrom).toBe(3);
    expect(match(talk, shown.slice(2, 3), { trigger }).rewindFrom).toBe(3);
    expect(match(talk, shown.slice(0, 1), { trigger, messageId: 'a1' }).rewindFrom).toBe(1);
    expect(match(talk, [], { trigger }).rewindFrom).toBeUndefined();
    expect(match(talk, question, { messageId: 'u2' }).rewindFrom).toBe(3);
  });

  it('with more parts give these: results of calls in any case, words where they are believed', () => {
    const entries = log([message('user', 'q'), 'u'], [call, 'a']);
    const answered: ClientMessage = {
      id: 'a',
      role: 'assistant',
      messages: [call, result('c1'), message('assistant', 'so')],
    };
    const all = match(entries, [posted('u', 'user', 'q'), answered]);
    expect(all.additions).toEqual([
      { id: 'a', firstIndex: 1, messages: [result('c1'), message('assistant', 'so')] },
    ]);
    const some = match(entries, [posted('u', 'user', 'q'), answered], { takesAnswers: false });
    expect(some.additions.flatMap(({ messages }) => messages)).toEqual([result('c1')]);
    const alien: ClientMessage = { ...answered, messages: [call, result('c2')] };
    const none = match(entries, [posted('u', 'user', 'q'), alien], { takesAnswers: false });
    expect(none.additions).toEqual([]);
    expect(none.ignored).toHaveLength(1);
  });

  it('whatever they are, in whatever order, only ever append users’ words where not believed', () => {
    const arbitrary = fc.array(
      fc.record({
        id: fc.constantFrom('u1', 'a1', 'u2', 'e3', 'x', 'y'),
        role: fc.constantFrom('user' as const, 'assistant' as const),
        text: fc.constantFrom('q1', 'a1', 'q2', 'a2', 'new'),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(arbitrary, (list) => {
        const messages = list.map(({ id, role, text }) => posted(id, role, text));
        const { additions, rewindFrom } = match(talk, messages, { takesAnswers: false });
        for (const added of additions.flatMap((each) => each.messages)) {
          expect(added.role).toBe('user');
        }
        // Only another text under the id of a question withdraws anything.
        const edits = list.some(
          ({ id, role, text }) =>
            role === 'user' && ((id === 'u1' && text !== 'q1') || (id === 'u2' && text !== 'q2')),
        );
        if (!edits) expect(rewindFrom).toBeUndefined();
      }),
    );
  });
});
