import { type ModelMessage, UnsupportedFormatError } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import type { Appendable } from '../session-work/call-options.js';
import { assistant, open, readAll, user } from '../../test/support/conversation.js';

describe('append', () => {
  it('takes one message, a list, and messages with more to keep', async () => {
    const session = await open({ id: 's' });
    const [first] = await session.append(user('one'));
    expect(first).toMatchObject({ seq: 0, sessionId: 's', message: user('one') });
    const more = await session.append([
      assistant('two'),
      { id: 'third', message: user('three'), metadata: { origin: 'tool' }, model: 'm' },
    ]);
    expect(more.map(({ seq }) => seq)).toEqual([1, 2]);
    expect(more[1]).toMatchObject({ id: 'third', model: 'm', metadata: { origin: 'tool' } });
    expect(await session.append([])).toEqual([]);
    expect(await readAll(session.entries())).toEqual([first, ...more]);
  });

  it('brings shapes of AI SDK 6 to those of today', async () => {
    const session = await open();
    const old = [
      {
        role: 'user',
        content: [
          { type: 'image', image: 'aGk=', mediaType: 'image/png' },
          { type: 'image', image: 'https://example.com/a.png' },
          { type: 'file', data: new Uint8Array([1, 2]), mediaType: 'application/pdf' },
        ],
      },
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'shot', input: {} }],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c',
            toolName: 'shot',
            output: {
              type: 'content',
              value: [{ type: 'media', data: 'aGk=', mediaType: 'image/png' }],
            },
          },
        ],
      },
    ] as unknown as ModelMessage[];
    await session.append(old);
    const { messages } = await session.prepare();
    expect(messages[0]?.content).toEqual([
      { type: 'file', data: { type: 'data', data: 'aGk=' }, mediaType: 'image/png' },
      {
        type: 'file',
        data: { type: 'url', url: new URL('https://example.com/a.png') },
        mediaType: 'image/*',
      },
      {
        type: 'file',
        data: { type: 'data', data: new Uint8Array([1, 2]) },
        mediaType: 'application/pdf',
      },
    ]);
    expect(messages[2]?.content).toMatchObject([
      { output: { value: [{ type: 'file', data: { type: 'data', data: 'aGk=' } }] } },
    ]);
  });

  it.each<[what: unknown, named: string]>([
    [null, 'null'],
    [undefined, 'undefined'],
    ['hello', '"hello"'],
    [42, '42'],
    [{ role: 'robot', content: 'x' }, '"robot"'],
    [{ role: 'user', content: 7 }, '7'],
    [{ role: 'user', content: [{ type: 'text', text: 7 }] }, '7'],
    [{ role: 'user', parts: [{ type: 'text', text: 'a UI message' }] }, "as: 'ai-sdk'"],
    [{ role: 'tool', content: 'done' }, '"done"'],
    [
      { role: 'assistant', content: [{ type: 'tool-call', toolName: 'x', input: {} }] },
      'toolCallId',
    ],
    [{ message: { role: 'robot' } }, '"robot"'],
    [{ message: null }, 'null'],
    [{ id: 7, message: { role: 'user', content: 'x' } }, '7'],
  ])('rejects %j and names it', async (bad, named) => {
    const session = await open();
    const error: unknown = await session
      .append(bad as Appendable)
      .catch((reason: unknown) => reason);
    expect(UnsupportedFormatError.isInstance(error)).toBe(true);
    expect(String(error)).toContain(named);
    expect(await readAll(session.entries())).toEqual([]);
  });

  it('rejects what no store can hold', async () => {
    const session = await open();
    const content = [
      { type: 'tool-call' as const, toolCallId: 'c', toolName: 'x', input: { at: 1n } },
    ];
    const error: unknown = await session
      .append({ role: 'assistant', content })
      .catch((reason: unknown) => reason);
    expect(UnsupportedFormatError.isInstance(error)).toBe(true);
  });

  it('keeps nothing of a list with one bad message', async () => {
    const session = await open();
    const list = [user('fine'), { role: 'user' } as ModelMessage];
    await expect(session.append(list)).rejects.toThrow(/content/);
    expect(await readAll(session.entries())).toEqual([]);
    await session.append(user('after'));
    expect((await session.prepare()).messages).toEqual([user('after')]);
  });

  it('does not care what becomes of the caller’s objects', async () => {
    const session = await open();
    const mine = { role: 'user' as const, content: [{ type: 'text' as const, text: 'before' }] };
    await session.append(mine);
    const [part] = mine.content;
    if (part !== undefined) part.text = 'after';
    mine.content.push({ type: 'text', text: 'more' });
    const { messages } = await session.prepare();
    expect(messages).toEqual([{ role: 'user', content: [{ type: 'text', text: 'before' }] }]);
  });

  it('takes an assistant message without a model for one of the session’s', async () => {
    const signed: ModelMessage = {
      role: 'assistant',
      content: [
        {
          type: 'reasoning',
          text: 'hm',
          providerOptions: { anthropic: { signature: 'c2lnbmF0dXJl' } },
        },
        { type: 'text', text: 'yes' },
      ],
    };
    const session = await open({ model: 'anthropic/claude-sonnet-4-6' });
    await session.append([user('a?'), signed, user('b?')]);
    await session.append([{ message: signed, model: 'gpt-5.5' }, user('c?')]);
    const { messages } = await session.prepare();
    expect(messages[1]).toEqual(signed);
    expect(messages[3]).toEqual({ role: 'assistant', content: [{ type: 'text', text: 'yes' }] });
  });
});
