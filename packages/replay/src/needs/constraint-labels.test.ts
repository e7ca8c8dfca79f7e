import { createTokenizer } from '@everlong/tokenizer';
import { describe, expect, it } from 'vitest';

import { createMessageBook } from '../messages/message-book.js';
import { createPolicyTally } from '../report/policy-tally.js';
import { scoreConstraintLabels, toConstraintLabels } from './constraint-labels.js';

const book = createMessageBook(await createTokenizer({ model: 'claude-sonnet-4-5' }));

const request = (...texts: string[]) => ({
  all: new Set(texts.map((text) => book.text(text))),
  derived: [],
});

describe('labelled constraints', () => {
  const labels = [
    { seq: 0, text: 'Never push.' },
    { seq: 2, text: 'Keep  the\nnames.' },
    { seq: 4, text: 'Use tabs.', withdrawnAt: 6 },
    { seq: 9, text: 'Said later.' },
  ];

  it('are the words at the marked places of the messages', () => {
    const messages = [
      { role: 'user' as const, content: 'Hi. Never push. Thanks.' },
      { role: 'user' as const, content: [{ type: 'text' as const, text: 'Keep it.' }] },
    ];
    const spans = { 0: [[4, 15]] as const, 1: [[0, 8, 5]] as const, 7: [[0, 3]] as const };
    expect(toConstraintLabels(spans, messages)).toEqual([
      { seq: 0, text: 'Never push.' },
      { seq: 1, text: 'Keep it.', withdrawnAt: 5 },
    ]);
  });

  it('count at the first request after 1, 3 and 10 compactions, withdrawn ones apart', () => {
    const tally = createPolicyTally();
    const at = (before: number, now: number, seq: number, ...texts: string[]) => {
      tally.compactions = now;
      scoreConstraintLabels(tally, before, seq, labels, request(...texts));
    };
    at(0, 0, 3, 'nothing');
    at(0, 1, 5, 'He said: Never push. And: Keep the names.');
    at(1, 1, 6, 'nothing');
    at(1, 2, 7, 'nothing');
    at(2, 4, 8, 'Keep the names. Use tabs.');
    expect(tally.constraintsInForce).toEqual([
      { compactions: 1, sessions: 1, labelled: 3, present: 2, withdrawnPresent: 0 },
      { compactions: 3, sessions: 1, labelled: 2, present: 1, withdrawnPresent: 1 },
      { compactions: 10, sessions: 0, labelled: 0, present: 0, withdrawnPresent: 0 },
    ]);
  });

  it('are all absent where there is no request, and nothing is counted without labels', () => {
    const tally = createPolicyTally();
    tally.compactions = 1;
    scoreConstraintLabels(tally, 0, 5, labels, undefined);
    expect(tally.constraintsInForce[0]).toMatchObject({ labelled: 3, present: 0 });
    const none = createPolicyTally();
    none.compactions = 1;
    scoreConstraintLabels(none, 0, 5, [], request('x'));
    expect(none.constraintsInForce[0]).toMatchObject({ sessions: 0, labelled: 0 });
  });
});
