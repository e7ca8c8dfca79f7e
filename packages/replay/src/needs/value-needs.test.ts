import { createTokenizer } from '@everlong/tokenizer';
import { describe, expect, it } from 'vitest';

import type { ModelMessage } from '@everlong/core';

import { createMessageBook } from '../messages/message-book.js';
import { createReplayLog } from './replay-log.js';
import { toRequestTexts } from './shown-request.js';
import { isPresent, isPresentWithCue, type ValueNeed } from './value-needs.js';

const tokenizer = await createTokenizer({ model: 'claude-sonnet-4-5' });

function logOf(...messages: [role: 'user' | 'assistant', text: string][]) {
  const book = createMessageBook(tokenizer);
  const entries = messages.map(([role, content]) => ({ message: { role, content } }));
  return createReplayLog(entries, book);
}

function only<Item>(items: readonly Item[]): Item {
  expect(items).toHaveLength(1);
  return items[0]!;
}

describe('needs', () => {
  it('are values of a message that stand whole in an earlier entry', () => {
    const { needs } = logOf(
      ['user', 'The token is in secrets/api.key, the port is 8443.'],
      ['assistant', 'I read secrets/api.key and new/file.ts on port 84430.'],
    );
    expect(needs.needsOf(1).map(({ value, sources }) => [value, sources])).toEqual([
      ['secrets/api.key', [0]],
    ]);
  });

  it('count once a message and name every earlier source', () => {
    const { needs } = logOf(
      ['user', 'See lib/a.ts'],
      ['assistant', 'lib/a.ts it is'],
      ['user', 'nothing'],
      ['assistant', 'lib/a.ts, again lib/a.ts'],
    );
    expect(only(needs.needsOf(3)).sources).toEqual([0, 1]);
    expect(needs.needsOf(0)).toEqual([]);
  });

  it('find a value behind the escape of a line break', () => {
    const { needs } = logOf(
      ['user', String.raw`{"text":"one\nretry_limit=5"}`],
      ['assistant', 'retry_limit is set'],
    );
    expect(only(needs.needsOf(1)).sources).toEqual([0]);
  });

  it('know the words that the use shares with the log', () => {
    const { needs } = logOf(
      ['user', 'The billing server is at build_4711.'],
      ['user', 'The staging machine is at build_4711.'],
      ['assistant', 'Restarting the billing machine build_4711 tomorrow.'],
      ['assistant', 'build_4711'],
    );
    expect([...only(needs.needsOf(2)).cues()].toSorted()).toEqual(['billing', 'machine']);
    expect(only(needs.needsOf(3)).cues().size).toBe(0);
  });
});

describe('values that one read of a file brings back', () => {
  const tool = (id: string, toolName: string, input: object, value: string): ModelMessage[] => [
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: id, toolName, input }] },
    {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: id, toolName, output: { type: 'text', value } }],
    },
  ];
  const derivable = (...messages: ModelMessage[]): Record<string, boolean> => {
    const book = createMessageBook(tokenizer);
    const used: ModelMessage = { role: 'assistant', content: 'Now build_4711 and order_8822.' };
    const entries = [...messages, used].map((message) => ({ message }));
    const needs = createReplayLog(entries, book).needs.needsOf(messages.length);
    return Object.fromEntries(needs.map(({ value, isDerivable }) => [value, isDerivable]));
  };
  const read = (id: string, value: string) => tool(id, 'Read', { file_path: '/p/a.ts' }, value);

  it('stand in a file that was read; what only a program or the user said does not', () => {
    const said: ModelMessage = { role: 'user', content: 'It is order_8822.' };
    expect(derivable(said, ...read('1', 'const build = "build_4711";'))).toEqual({
      build_4711: true,
      order_8822: false,
    });
    const run = tool('2', 'bash', { command: 'make' }, 'made build_4711 for order_8822');
    expect(derivable(...run)).toEqual({ build_4711: false, order_8822: false });
  });

  it('are gone when the file no longer holds them', () => {
    const [first, second] = [read('1', 'build_4711 order_8822'), read('2', 'order_8822')];
    expect(derivable(...first, ...second)).toEqual({ build_4711: false, order_8822: true });
  });
});

describe('presence in a request', () => {
  const log = logOf(
    ['user', 'The billing server is at build_4711.'],
    ['assistant', 'Restarting the billing server build_4711.'],
  );
  const need: ValueNeed = only(log.needs.needsOf(1));
  const logged = new Set(log.texts);

  function request(...texts: string[]) {
    return toRequestTexts(
      texts.map((text) => log.book.text(text)),
      logged,
    );
  }

  it('is met by the source itself', () => {
    const whole = request('The billing server is at build_4711.');
    expect(whole.derived).toEqual([]);
    expect(isPresent(need, whole, log.texts)).toBe(true);
    expect(isPresentWithCue(need, whole, log.texts)).toBe(true);
  });

  it('is met by a value in other text, with its meaning only beside a cue', () => {
    const bare = request('build_4711\nbilling');
    expect(isPresent(need, bare, log.texts)).toBe(true);
    expect(isPresentWithCue(need, bare, log.texts)).toBe(false);
    const told = request('build_4711: Billing');
    expect(isPresentWithCue(need, told, log.texts)).toBe(true);
  });

  it('is not met by a part of a longer value', () => {
    expect(isPresent(need, request('billing build_47110'), log.texts)).toBe(false);
  });
});
