import { messageText, type ModelMessage } from '@everlong/core';
import { historyArbitrary, propertyRuns, quarters } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { assistant, user } from '../../test/support/conversation.js';
import { openCowagent, turnWithCall } from '../../test/support/cowagent-session.js';
import { exchange, labelsOf, takeTurns, words } from '../../test/support/watched-session.js';
import { openSession } from '../session/open-session.js';
import type { Session } from '../session-work/session.js';

function textOf(messages: readonly ModelMessage[], label: string): string {
  return messages.map(messageText).find((text) => text.startsWith(label)) ?? '';
}

describe('004, overflow emergency handling', () => {
  const overflow = new Error('prompt is too long: 60000 tokens > 40000 maximum');

  async function refused(session: Session): Promise<void> {
    await session.prepare();
    expect((await session.recover(overflow)).retry).toBe(true);
  }

  // promise: cowagent-11
  it('after an overflow error at most 5 turns are left, and the others are summarized', async () => {
    const { session, spans } = await openCowagent();
    for (let turn = 0; turn < 12; turn++) await session.append(turnWithCall(turn, 1000));
    await session.append(user('question 12'));
    await refused(session);
    const { messages, state } = await session.prepare();
    expect(labelsOf(messages)[0]).toBe('question 8');
    expect(spans).toMatchObject([{ from: 0, to: 31 }]);
    expect(state.reason).toBe('the provider refused a longer request');
  });

  // promise: cowagent-12
  it('tool results and user texts are limited to 10,000 characters', async () => {
    const { session } = await openCowagent();
    const long = (label: string): string => words(label, 4500);
    await session.append([user(long('question 0')), assistant('answer 0')]);
    await session.append([user('question 1'), ...exchange('call', long('output of call'))]);
    await refused(session);
    const { messages } = await session.prepare();
    expect(textOf(messages, 'question 0')).toHaveLength(
      9800 + '\n[... 8200 of 18000 characters left out here ...]\n'.length,
    );
    expect(textOf(messages, 'output of call').length).toBeLessThanOrEqual(10_000);
  });

  // promise: cowagent-12
  it('the latest user message is not: it stays as it is while it fits (law 4)', async () => {
    const { session } = await openCowagent();
    await session.append([user('question 0'), assistant(words('answer 0', 20_000))]);
    await session.append(user(words('question 1', 4500)));
    await refused(session);
    expect((await session.prepare()).messages).toContainEqual(user(words('question 1', 4500)));
  });

  // promise: cowagent-13
  it('if it still overflows nothing is cleared: the latest user message and the log stay (laws 4, 9)', async () => {
    const { session } = await openCowagent();
    for (let turn = 0; turn < 12; turn++) await session.append(turnWithCall(turn, 2000));
    await session.append(user('question 12'));
    for (let attempt = 0; attempt < 5; attempt++) await refused(session);
    const { messages } = await session.prepare();
    expect(messages).toContainEqual(user('question 12'));
    const seqs: number[] = [];
    for await (const { seq } of session.entries()) seqs.push(seq);
    expect(seqs).toEqual(Array.from({ length: 49 }, (_, index) => index));
  });

  it('is over once it was handled: turns may grow again', async () => {
    const { session } = await openCowagent();
    for (let turn = 0; turn < 12; turn++) await session.append(turnWithCall(turn, 1000));
    await session.append(user('question 12'));
    await refused(session);
    await session.prepare();
    await session.append(assistant('answer 12'));
    const requests = await takeTurns(session, { from: 13, to: 18 });
    expect(new Set(requests.map(({ state }) => state.epoch))).toEqual(new Set([1]));
  });

  it('every request fits and reopens the same, whatever providers refuse (laws 1, 7)', async () => {
    await fc.assert(
      fc.asyncProperty(historyArbitrary(), fc.nat(3), async (steps, period) => {
        const { session, store } = await openCowagent(6000, {
          maxTurns: 4,
          maxResultCharacters: 2000,
        });
        for (const [index, step] of steps.entries()) {
          if ('append' in step) {
            await session.append(step.append);
            continue;
          }
          const { state } = await session.prepare();
          expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
          const options = {
            store,
            id: session.id,
            tokenizer: quarters,
            policy: 'cowagent',
            contextWindow: 6000,
            budget: { maxTurns: 4, maxResultCharacters: 2000 },
          };
          const restarted = await (await openSession(options)).prepare();
          expect(restarted.state.used.total).toBeLessThanOrEqual(restarted.state.inputBudget);
          const again = await (await openSession(options)).prepare();
          expect(again.messages).toEqual(restarted.messages);
          if (index % 4 === period) await session.recover(overflow);
        }
      }),
      { numRuns: propertyRuns(40) },
    );
  });
});
