import {
  type AssistantPart,
  type ModelMessage,
  type ToolCallPart,
  toolOutputText,
  type ToolResultPart,
  type UserPart,
} from '@everlong/core';
import { toEntries } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { renderMessage } from './render-message.js';

const CLAUDE = 'claude-sonnet-4-6';

function render(message: ModelMessage, made?: string, session?: string): ModelMessage | undefined {
  const [entry] = toEntries([message]);
  const answer = { ...entry!, ...(made === undefined ? {} : { model: made }) };
  return renderMessage(answer, { model: session }).message;
}

const assistant = (...content: AssistantPart[]): ModelMessage => ({ role: 'assistant', content });
const said = (...content: UserPart[]): ModelMessage => ({ role: 'user', content });
const text = (value: string) => ({ type: 'text' as const, text: value });

const signed: AssistantPart = {
  type: 'reasoning',
  text: 'hm',
  providerOptions: { anthropic: { signature: 'c2lnbmF0dXJl' } },
};

const search: [ToolCallPart, ToolResultPart] = [
  {
    type: 'tool-call',
    toolCallId: 'srvtoolu_1',
    toolName: 'web_search',
    input: { query: 'everlong' },
    providerExecuted: true,
  },
  {
    type: 'tool-result',
    toolCallId: 'srvtoolu_1',
    toolName: 'web_search',
    output: {
      type: 'json',
      value: [
        {
          type: 'web_search_result',
          url: 'https://example.com',
          title: null,
          pageAge: null,
          encryptedContent: 'YQ==',
        },
      ],
    },
  },
];
const found = `[result of web_search] ${toolOutputText(search[1].output)}`;

describe('a message of the user', () => {
  it('is sent as it is', () => {
    const message = said(text('look'), {
      type: 'file',
      data: { type: 'data', data: 'aGk=' },
      mediaType: 'image/png',
    });
    expect(render(message)).toBe(message);
  });

  it('loses its blank texts, and is nothing without any other', () => {
    expect(render(said(text(' '), text('look')))).toEqual(said(text('look')));
    expect(render(said(text(' \n')))).toBeUndefined();
    expect(render({ role: 'user', content: '\t' })).toBeUndefined();
    expect(render(said())).toBeUndefined();
  });

  it('has its text files as text, and says what cannot be shown', () => {
    const message = said(
      {
        type: 'file',
        data: { type: 'text', text: 'a,b' },
        mediaType: 'text/csv',
        filename: 'a.csv',
      },
      { type: 'hologram' } as unknown as UserPart,
    );
    expect(render(message)?.content).toEqual([
      text('[file: a.csv]\na,b'),
      text('[a part of type hologram that cannot be shown]'),
    ]);
  });
});

describe('a message of the assistant', () => {
  it('keeps signatures and item ids for the model that made it', () => {
    const message = assistant(signed, {
      ...text('yes'),
      providerOptions: { openai: { itemId: 'msg_1' } },
    });
    expect(render(message, CLAUDE, CLAUDE)).toBe(message);
    expect(render(message)).toBe(message);
  });

  it('loses them for every other', () => {
    const message = assistant(
      signed,
      { ...text('yes'), providerOptions: { openai: { itemId: 'msg_1' } } },
      { type: 'custom', kind: 'openai.compaction', providerOptions: { openai: { id: 'cmp_1' } } },
    );
    for (const session of ['gpt-5.5', undefined]) {
      expect(render(message, CLAUDE, session)).toEqual(assistant(text('yes')));
    }
  });

  it('never ends in reasoning, and is nothing with reasoning alone', () => {
    expect(render(assistant(text('yes'), signed), CLAUDE, CLAUDE)).toEqual(assistant(text('yes')));
    expect(render(assistant(signed, text(' ')), CLAUDE, CLAUDE)).toBeUndefined();
    expect(render(assistant(signed), CLAUDE, CLAUDE)).toBeUndefined();
    expect(render(assistant({ type: 'reasoning', text: 'unsigned' }, text('yes')))).toEqual(
      assistant(text('yes')),
    );
  });

  it('names the files that it made, since no provider takes them back', () => {
    const file = { type: 'file' as const, mediaType: 'image/png' };
    const message = assistant({ ...file, data: { type: 'data', data: 'aGk=' } });
    expect(render(message)).toEqual(assistant(text('[file: image/png]')));
  });
});

describe('a tool that the provider ran', () => {
  it('goes back whole to its model', () => {
    const message = assistant(...search, text('found it'));
    expect(render(message, CLAUDE, CLAUDE)).toBe(message);
  });

  it.each([
    ['another model', CLAUDE, 'gpt-5.5'],
    ['a model that nobody named', CLAUDE, undefined],
    ['nobody in particular', undefined, undefined],
  ])('is what it found, as text, for %s', (_who, made, session) => {
    expect(render(assistant(...search, text('found it')), made, session)).toEqual(
      assistant(text(found), text('found it')),
    );
  });

  it('goes when it was interrupted, and its result is text when it came alone', () => {
    const [call, result] = search;
    expect(render(assistant(call, text('wait')), CLAUDE, CLAUDE)).toEqual(assistant(text('wait')));
    expect(render(assistant(call), CLAUDE, CLAUDE)).toBeUndefined();
    expect(render(assistant(result), CLAUDE, CLAUDE)).toEqual(assistant(text(found)));
  });
});

describe('a system message behind the head', () => {
  it('is a marked note in the user’s role', () => {
    expect(render({ role: 'system', content: 'It is late.' })).toEqual({
      role: 'user',
      content: '[system note in the conversation]\nIt is late.',
    });
    expect(render({ role: 'system', content: ' ' })).toBeUndefined();
  });
});
