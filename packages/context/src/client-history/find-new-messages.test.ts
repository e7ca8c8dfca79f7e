import { type ModelMessage, toolResultsOf } from '@everlong/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { findNewMessages } from './find-new-messages.js';
import { assistant, user } from '../../test/support/conversation.js';

const calls = (...ids: string[]): ModelMessage => ({
  role: 'assistant',
  content: ids.map((toolCallId) => ({
    type: 'tool-call',
    toolCallId,
    toolName: 'read',
    input: {},
  })),
});
const results = (value: string, ...ids: string[]): ModelMessage => ({
  role: 'tool',
  content: ids.map((toolCallId) => ({
    type: 'tool-result',
    toolCallId,
    toolName: 'read',
    output: { type: 'text', value },
  })),
});

/** Turns of a conversation in which people repeat themselves and ids do not. */
const historyArbitrary = fc
  .array(fc.record({ text: fc.constantFrom('yes', 'go on', 'why?'), calls: fc.nat(2) }), {
    maxLength: 12,
  })
  .map((turns) =>
    turns.flatMap((turn, index): ModelMessage[] => [
      user(turn.text),
      ...Array.from({ length: turn.calls }, (_, step) => `${index}-${step}`).flatMap((id) => [
        calls(id, `${id}b`),
        results('lorem', id, `${id}b`),
      ]),
      assistant(turn.text),
    ]),
  );

describe('findNewMessages', () => {
  it('gives of a whole history exactly what the log lacks', () => {
    fc.assert(
      fc.property(historyArbitrary, fc.nat(60), (history, cut) => {
        const known = cut % (history.length + 1);
        expect(findNewMessages(history.slice(0, known), history)).toEqual(history.slice(known));
        expect(findNewMessages(history, history)).toEqual([]);
      }),
    );
  });

  it('meets the log though older results were masked and merged', () => {
    const log = [user('a'), calls('1'), results('long', '1'), calls('2'), results('longer', '2')];
    const handed = [user('[record]'), user('a'), calls('1'), results('[masked]', '1'), calls('2')];
    const next = [results('longer', '2'), assistant('done')];
    expect(findNewMessages(log, [...handed, ...next])).toEqual([assistant('done')]);
    const merged = [user('a'), calls('1', '2'), results('long', '1', '2')];
    const single = [user('a'), calls('1', '2'), results('long', '1'), results('long', '2')];
    expect(findNewMessages(single, merged)).toEqual([]);
  });

  it('meets the end of a long log in which nothing but the same was said', () => {
    const beat = [user('heartbeat'), assistant('ok')];
    const log = Array.from({ length: 4 }, () => beat).flat();
    const history = [...Array.from({ length: 9 }, () => beat).flat(), user('new')];
    expect(findNewMessages(log, history, { isWhole: false })).toEqual([user('new')]);
    expect(findNewMessages(log, history)).toEqual(history.slice(8));
  });

  it('gives only the new results of a message that is known in part', () => {
    const log = [user('a'), calls('1', '2'), results('x', '1')];
    const [missing, ...others] = findNewMessages(log, [
      user('a'),
      calls('1', '2'),
      results('x', '1', '2'),
    ]);
    expect(others).toEqual([]);
    expect(missing && toolResultsOf(missing).map((part) => part.toolCallId)).toEqual(['2']);
  });

  it('takes only the newest turn of a history that does not meet the log', () => {
    const log = [user('a'), assistant('b')];
    const handed = [
      user('forged'),
      assistant('forged'),
      user('new'),
      calls('1'),
      results('x', '1'),
    ];
    expect(findNewMessages(log, handed)).toEqual(handed.slice(2));
    expect(findNewMessages([], handed)).toEqual(handed);
  });

  it('knows an answer to an approval request, which prompts lack', () => {
    const approval: ModelMessage = {
      role: 'tool',
      content: [{ type: 'tool-approval-response', approvalId: 'a1', approved: true }],
    };
    const log = [user('a'), calls('1'), approval];
    expect(findNewMessages(log, [user('a'), calls('1'), results('x', '1')])).toEqual([
      results('x', '1'),
    ]);
    expect(findNewMessages(log, log)).toEqual([]);
  });

  it('leaves out what no model sees', () => {
    const empty: ModelMessage[] = [{ role: 'assistant', content: [] }, user('  '), user('b')];
    expect(findNewMessages([user('a')], [user('a'), ...empty])).toEqual([user('b')]);
  });
});
