import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { groupExchanges, toolApprovalsOf, toolCallsOf, toolResultsOf } from './exchanges.js';
import type { ModelMessage } from './message.js';

const user: ModelMessage = { role: 'user', content: 'question' };
const answer: ModelMessage = { role: 'assistant', content: [{ type: 'text', text: 'answer' }] };
const thought: ModelMessage = {
  role: 'assistant',
  content: [{ type: 'reasoning', text: 'hm' }],
};
const call: ModelMessage = {
  role: 'assistant',
  content: [
    { type: 'text', text: 'let me see' },
    { type: 'tool-call', toolCallId: 'c1', toolName: 'read', input: {} },
    { type: 'tool-call', toolCallId: 'c2', toolName: 'web', input: {}, providerExecuted: true },
  ],
};
const result: ModelMessage = {
  role: 'tool',
  content: [
    {
      type: 'tool-result',
      toolCallId: 'c1',
      toolName: 'read',
      output: { type: 'text', value: '' },
    },
    { type: 'tool-approval-response', approvalId: 'a1', approved: true },
  ],
};

describe('the parts of an exchange', () => {
  it('are the calls that wait for a result, the results and the approvals', () => {
    expect(toolCallsOf(call).map((part) => part.toolCallId)).toEqual(['c1']);
    expect(toolResultsOf(result).map((part) => part.toolCallId)).toEqual(['c1']);
    expect(toolApprovalsOf(result).map((part) => part.approvalId)).toEqual(['a1']);
  });

  it('are none where the role has none', () => {
    for (const message of [user, answer]) {
      expect([toolCallsOf(message), toolResultsOf(message), toolApprovalsOf(message)]).toEqual([
        [],
        [],
        [],
      ]);
    }
  });
});

describe('groupExchanges', () => {
  it.each([
    ['nothing', [], []],
    ['a call with its results', [user, call, result, result, answer], ['0-0', '1-3', '4-4']],
    ['a call without results', [call, user], ['0-0', '1-1']],
    ['an orphan result', [result, user, result], ['0-0', '1-1', '2-2']],
    ['results after an answer', [answer, result], ['0-0', '1-1']],
    ['reasoning with its call', [user, thought, thought, call, result], ['0-0', '1-4']],
    ['reasoning with its answer', [thought, answer], ['0-1']],
    ['reasoning at the end', [user, thought], ['0-0', '1-1']],
    ['reasoning before a user', [thought, user], ['0-0', '1-1']],
    [
      'an empty assistant message',
      [{ role: 'assistant', content: [] } satisfies ModelMessage, answer],
      ['0-0', '1-1'],
    ],
  ])('of %s', (_name, messages, expected) => {
    expect(groupExchanges(messages).map(({ from, to }) => `${from}-${to}`)).toEqual(expected);
  });

  it('covers every message once, in order, and never parts a result from its call', () => {
    const messages = fc.array(fc.constantFrom(user, answer, thought, call, result));
    fc.assert(
      fc.property(messages, (list) => {
        const exchanges = groupExchanges(list);
        let next = 0;
        for (const { from, to } of exchanges) {
          expect(from).toBe(next);
          expect(to).toBeGreaterThanOrEqual(from);
          next = to + 1;
          const follower = list[next];
          const last = list[to];
          expect(follower === result && (last === call || (last === result && from < to))).toBe(
            false,
          );
        }
        expect(next).toBe(list.length);
      }),
    );
  });
});
