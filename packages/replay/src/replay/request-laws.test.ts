import type { EntryRange, ModelMessage } from '@everlong/core';
import { toEntry } from '@everlong/core/store-kit';
import { createTokenizer } from '@everlong/tokenizer';
import { describe, expect, it } from 'vitest';

import { createMessageBook } from '../messages/message-book.js';
import { createGrowingLog } from './request-laws.js';

const tokenizer = await createTokenizer({ model: 'claude-sonnet-4-5' });
const book = createMessageBook(tokenizer);

const user = (content: string): ModelMessage => ({ role: 'user', content });
const assistant = (content: string): ModelMessage => ({ role: 'assistant', content });
const LONG_REQUEST = `First of all ${'and more '.repeat(50)}until the end.`;

function range(from: number, to: number, disposition: EntryRange['disposition'] = 'verbatim') {
  return { from, to, disposition, reason: '', tokens: 0 };
}

function problems(log: ModelMessage[], sent: ModelMessage[], ranges = [range(0, log.length - 1)]) {
  const growing = createGrowingLog(book);
  log.forEach((message, seq) => growing.add(toEntry({ id: `${seq}`, message }, 'session', seq)));
  const messages = sent.map((message) => book.message(message));
  return growing.brokenLaws({ instructions: '', messages, ranges });
}

describe('laws of a request', () => {
  const log = [user('one'), assistant('two'), user('three'), assistant('four'), user('five')];

  it('hold for the whole log and for a part of it', () => {
    expect(problems(log, log)).toEqual([]);
    expect(problems(log, [user('[a note]'), ...log.slice(3)])).toEqual([]);
  });

  it('find messages out of order', () => {
    expect(problems(log, [log[2]!, log[1]!, log[4]!])).toEqual([
      'order: entry 1 comes after entry 2 in the request',
    ]);
  });

  it('allow a message as often as the log holds it, and no more', () => {
    const twice = [user('again'), assistant('ok'), user('again')];
    expect(problems(twice, twice)).toEqual([]);
    expect(problems(twice, [...twice, user('again')])).toHaveLength(1);
  });

  it('want the latest user message', () => {
    expect(problems(log, log.slice(0, 4))).toEqual([
      'latest user message: entry 4 is verbatim and not in the request',
    ]);
  });

  it('take a truncated user message when the plan says so', () => {
    const cut = [user('First of all and more and more [cut] until the end.')];
    expect(problems([user(LONG_REQUEST)], cut, [range(0, 0, 'truncated')])).toEqual([]);
    expect(problems([user(LONG_REQUEST)], cut)).toHaveLength(1);
    expect(
      problems([user(LONG_REQUEST)], [user('[cut]')], [range(0, 0, 'truncated')]),
    ).toHaveLength(1);
  });

  it.each([
    ['a gap', [range(0, 1), range(3, 4)]],
    ['an overlap', [range(0, 2), range(2, 4)]],
    ['a missing end', [range(0, 3)]],
    ['entries that are not there', [range(0, 5)]],
    ['nothing at all', []],
  ])('want ranges without %s', (_, ranges) => {
    expect(problems(log, log, ranges)).toHaveLength(1);
  });
});
