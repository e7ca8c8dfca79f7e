import { messageText, type ModelMessage } from '@everlong/core';
import { historyArbitrary, propertyRuns, quarters } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  exchange,
  labelsOf,
  openWatched,
  takeTurns,
  words,
} from '../../test/support/watched-session.js';
import { openSession } from '../session/open-session.js';
import { createPolicy } from './create-policy.js';
import type { Session } from '../session-work/session.js';
import { assistant, user } from '../../test/support/conversation.js';

const open = (contextWindow = 200_000, budget: object = {}) =>
  openWatched({ policy: 'cowagent', contextWindow, budget });

/** A question, a call with a result of so many tokens, and an answer. */
function turnWithCall(turn: number, resultTokens: number): ModelMessage[] {
  return [
    user(`question ${turn}`),
    ...exchange(`call-${turn}`, words(`output of call-${turn}`, resultTokens)),
    assistant(`answer ${turn}`),
  ];
}

function textOf(messages: readonly ModelMessage[], label: string): string {
  return messages.map(messageText).find((text) => text.startsWith(label)) ?? '';
}

describe('004, key configuration', () => {
  it('has the documented defaults', () => {
    expect(createPolicy('cowagent').settings).toMatchObject({
      maxTotalTokens: 50_000,
      maxTurns: 20,
      maxResultCharacters: 20_000,
    });
  });

  it('the budget is 50,000 tokens, or less in a smaller window', async () => {
    expect((await open()).session.state().inputBudget).toBe(50_000);
    expect((await open(32_000)).session.state().inputBudget).toBe(32_000 - 4096);
    const { session } = await open(200_000, { maxTotalTokens: 80_000, maxTurns: 30 });
    expect(session.state().triggers).toMatchObject([{ limit: 30 }, { limit: 80_000 }]);
  });
});

describe('004, context structure', () => {
  it('all tool calls and results are retained until they are compressed or trimmed', async () => {
    const { session } = await open();
    await session.append([...turnWithCall(0, 100), ...turnWithCall(1, 100), user('question 2')]);
    const { messages, state } = await session.prepare();
    expect(messages).toHaveLength(9);
    expect(state.epoch).toBe(0);
  });
});

describe('004, tool result truncation', () => {
  const long = `${'a'.repeat(15_000)}${'b'.repeat(15_000)}`;

  it('results of more than 20,000 characters in past turns keep beginning and end, with a notice', async () => {
    const { session, spans } = await open();
    await session.append([user('question 0'), ...exchange('call', long), assistant('answer 0')]);
    await session.append(user('question 1'));
    const { messages, plan } = await session.prepare();
    const text = messages.map(messageText).find((candidate) => candidate.includes('aaaa')) ?? '';
    expect(text.length).toBeLessThanOrEqual(20_000);
    expect(text).toMatch(
      /^a{9900}\n\[\.\.\. 10200 of 30000 characters left out here \.\.\.\]\nb{9900}$/,
    );
    expect(plan.explain(2)).toMatchObject({
      disposition: 'truncated',
      reason: 'longer than 20000 characters',
    });
    expect(messages).toHaveLength(5);
    expect(spans).toEqual([]);
  });

  it('a result of 20,000 characters stays', async () => {
    const { session } = await open();
    await session.append([user('q'), ...exchange('call', 'a'.repeat(20_000)), assistant('a')]);
    await session.append(user('q'));
    expect((await session.prepare()).state.epoch).toBe(0);
  });

  it('results of the current turn are not affected', async () => {
    const { session } = await open();
    await session.append([user('question 0'), ...exchange('call', long)]);
    const { messages, state } = await session.prepare();
    expect(messages.map(messageText)).toContain(long);
    expect(state.epoch).toBe(0);
  });

  it('is checked before each request, and cut once: the next request extends this one (law 6)', async () => {
    const { session } = await open();
    await session.append([user('question 0'), ...exchange('call', long), assistant('answer 0')]);
    await session.append(user('question 1'));
    const first = await session.prepare();
    await session.append(exchange('call-1'));
    const second = await session.prepare();
    expect([first.state.epoch, second.state.epoch]).toEqual([1, 1]);
    expect(second.messages.slice(0, first.messages.length)).toEqual(first.messages);
  });

  it('a cut result stays cut when turns are trimmed later', async () => {
    const { session } = await open(200_000, { maxTurns: 5 });
    await takeTurns(session, { to: 3 });
    await session.append([user('question 3'), ...exchange('call', long), assistant('answer 3')]);
    const requests = await takeTurns(session, { from: 4, to: 6 });
    expect(requests.map(({ state }) => state.epoch)).toEqual([1, 2]);
    const { messages = [] } = requests[1] ?? {};
    expect(labelsOf(messages)[0]).toBe('question 3');
    expect(messages).toContainEqual(requests[0]?.messages[8]);
    expect(Math.max(...messages.map((m) => messageText(m).length))).toBeLessThanOrEqual(20_000);
  });
});

describe('004, turn trimming', () => {
  it('the oldest half of the turns goes when there are more than 20', async () => {
    const { session } = await open();
    const requests = await takeTurns(session, { to: 21 });
    expect(requests[19]?.messages).toHaveLength(39);
    expect(requests[19]?.state.epoch).toBe(0);
    const { messages, state, plan } = requests[20] ?? (await session.prepare());
    expect(state.epoch).toBe(1);
    expect(state.reason).toBe('more than 20 turns');
    expect(labelsOf(messages)[0]).toBe('question 10');
    expect(labelsOf(messages)).toHaveLength(21);
    expect(plan.explain(19)?.disposition).toBe('summarized');
  });

  it('tool call chains stay whole', async () => {
    const { session } = await open();
    for (let turn = 0; turn < 20; turn++) await session.append(turnWithCall(turn, 50));
    await session.append(user('question 20'));
    const { messages } = await session.prepare();
    const sent = messages.slice(1).map(({ role }) => role);
    const turn = ['user', 'assistant', 'tool', 'assistant'];
    expect(sent).toEqual([...Array.from({ length: 10 }, () => turn).flat(), 'user']);
  });

  it('trimmed messages are summarized, each once', async () => {
    const { session, spans } = await open();
    await takeTurns(session, { to: 33 });
    expect(spans).toMatchObject([
      { from: 0, to: 19 },
      { from: 20, to: 39 },
    ]);
  });

  it('remaining turns stay intact', async () => {
    const { session } = await open();
    const requests = await takeTurns(session, { to: 21 });
    const kept = requests[20]?.messages.slice(1) ?? [];
    expect(kept).toEqual(requests[19]?.messages.slice(20).concat(kept.slice(-2)));
  });

  it('halves until few enough are left, where many came at once', async () => {
    const { session } = await open();
    for (let turn = 0; turn < 100; turn++) {
      await session.append([user(`question ${turn}`), assistant(`answer ${turn}`)]);
    }
    await session.append(user('question 100'));
    const { messages } = await session.prepare();
    expect(labelsOf(messages)[0]).toBe('question 88');
  });
});

describe('004, token budget trimming', () => {
  it('fewer than 5 turns: each keeps only the first user text and the final reply', async () => {
    const { session, spans } = await open(24_000);
    for (let turn = 0; turn < 3; turn++) await session.append(turnWithCall(turn, 4800));
    await session.append([
      user('question 3'),
      ...exchange('call-3', words('output of call-3', 9000)),
    ]);
    const { messages, plan } = await session.prepare();
    expect(labelsOf(messages)).toEqual([
      ...[0, 1, 2].flatMap((turn) => [`question ${turn}`, `answer ${turn}`]),
      'question 3',
      'output of call-3',
    ]);
    expect(plan.explain(1)?.disposition).toBe('dropped');
    expect(spans).toEqual([]);
  });

  it('the turn in progress keeps its calls and results, for it is protected (law 4)', async () => {
    const { session } = await open(24_000);
    for (let turn = 0; turn < 3; turn++) await session.append(turnWithCall(turn, 4800));
    const current = [user('question 3'), ...exchange('call-3'), ...exchange('call-4')];
    await session.append(current);
    expect((await session.prepare()).messages.slice(-5)).toEqual(current);
  });

  it('a past turn keeps the text of the user, not the files', async () => {
    const { session } = await open(24_000);
    const image = { type: 'file' as const, data: { type: 'data' as const, data: 'AAAA' } };
    await session.append({
      role: 'user',
      content: [
        { type: 'text', text: 'question 0' },
        { ...image, mediaType: 'image/png' },
      ],
    });
    await session.append(turnWithCall(0, 4800).slice(1));
    for (let turn = 1; turn < 3; turn++) await session.append(turnWithCall(turn, 4800));
    await session.append([user('question 3'), ...exchange('call-3', words('output', 9000))]);
    const { messages } = await session.prepare();
    expect(messages[0]).toEqual({
      role: 'user',
      content: [
        { type: 'text', text: 'question 0' },
        { type: 'text', text: '[image: image/png, 3 bytes]' },
      ],
    });
  });

  it('5 or more turns: the first half is trimmed and summarized', async () => {
    const { session, spans } = await open();
    for (let turn = 0; turn < 9; turn++) await session.append(turnWithCall(turn, 4800));
    await session.append([
      user('question 9'),
      ...exchange('call-9', words('output of call-9', 9000)),
    ]);
    const { messages, state } = await session.prepare();
    expect(labelsOf(messages)[0]).toBe('question 5');
    expect(labelsOf(messages)).toHaveLength(14);
    expect(spans).toMatchObject([{ from: 0, to: 19 }]);
    expect(state.reason).toBe('more than 50000 tokens');
    expect(state.used.total).toBeLessThanOrEqual(50_000);
  });

  it('the budget is checked again after a half went (law 1)', async () => {
    const { session } = await open(16_000, { responseReserve: 0 });
    for (let turn = 0; turn < 9; turn++) await session.append(turnWithCall(turn, 4000));
    await session.append(user('question 9'));
    const { messages, state } = await session.prepare();
    expect(state.used.total).toBeLessThanOrEqual(16_000);
    expect(labelsOf(messages)[0]).toBe('question 7');
  });

  it('a turn that is too long alone loses the oldest half of its steps (law 1)', async () => {
    const { session, spans } = await open(16_000, { responseReserve: 0 });
    await session.append(user('question 0'));
    for (let step = 0; step < 10; step++) {
      await session.append(exchange(`call-${step}`, words(`output of call-${step}`, 2000)));
    }
    const { messages } = await session.prepare();
    expect(labelsOf(messages)).toEqual([
      'question 0',
      ...[5, 6, 7, 8, 9].map((step) => `output of call-${step}`),
    ]);
    expect(spans).toHaveLength(1);
  });
});

describe('004, overflow emergency handling', () => {
  const overflow = new Error('prompt is too long: 60000 tokens > 40000 maximum');

  async function refused(session: Session): Promise<void> {
    await session.prepare();
    expect((await session.recover(overflow)).retry).toBe(true);
  }

  it('after an overflow error at most 5 turns are left, and the others are summarized', async () => {
    const { session, spans } = await open();
    for (let turn = 0; turn < 12; turn++) await session.append(turnWithCall(turn, 1000));
    await session.append(user('question 12'));
    await refused(session);
    const { messages, state } = await session.prepare();
    expect(labelsOf(messages)[0]).toBe('question 8');
    expect(spans).toMatchObject([{ from: 0, to: 31 }]);
    expect(state.reason).toBe('the provider refused a longer request');
  });

  it('tool results and user texts are limited to 10,000 characters', async () => {
    const { session } = await open();
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

  it('the latest user message is not: it stays as it is while it fits (law 4)', async () => {
    const { session } = await open();
    await session.append([user('question 0'), assistant(words('answer 0', 20_000))]);
    await session.append(user(words('question 1', 4500)));
    await refused(session);
    expect((await session.prepare()).messages).toContainEqual(user(words('question 1', 4500)));
  });

  it('if it still overflows nothing is cleared: the latest user message and the log stay (laws 4, 9)', async () => {
    const { session } = await open();
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
    const { session } = await open();
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
        const { session, store } = await open(6000, { maxTurns: 4, maxResultCharacters: 2000 });
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

describe('004, session persistence', () => {
  it('a compaction by hand leaves the latest user message as it is, with its files', async () => {
    const { session } = await open();
    await session.append(turnWithCall(0, 100));
    const data = { type: 'data' as const, data: 'iVBORw0KGgo=' };
    const content = [{ type: 'file' as const, data, mediaType: 'image/png' }];
    await session.append([{ role: 'user', content }, ...exchange('look', 'seen'), assistant('Ok')]);
    expect((await session.compact()).compacted).toBe(true);
    const { messages } = await session.prepare();
    expect(messages.map((message): unknown => message.content)).toContainEqual(content);
  });

  it('opened anew again and again, restores the same, whatever has nothing to send', async () => {
    const { session, store } = await open();
    const questions = ['one', 'two', 'three', 'four'].map(user);
    await session.append([...questions, assistant('Ok'), { role: 'system', content: '' }]);
    await session.prepare();
    const options = { store, id: session.id, tokenizer: quarters, policy: 'cowagent' };
    const reopened = await (await openSession(options)).prepare();
    expect(reopened.messages.map(messageText).slice(0, 4)).toEqual(['two', 'three', 'four', 'Ok']);
    const again = await (await openSession(options)).prepare();
    expect(again.messages).toEqual(reopened.messages);
    expect(again.state.epoch).toBe(reopened.state.epoch);
  });

  it('a newest message without anything to send is not summarized by a compaction by hand', async () => {
    const { session } = await open();
    const [nothing] = (await session.append([...turnWithCall(0, 100), assistant('')])).slice(-1);
    await session.compact();
    const { plan } = await session.prepare();
    expect(plan.explain(nothing!.seq)?.disposition).toBe('omitted');
  });

  it('user text and final reply of the last max(3, turns / 6) turns is what a compaction by hand leaves', async () => {
    const { session, spans } = await open();
    for (let turn = 0; turn < 8; turn++) await session.append(turnWithCall(turn, 100));
    expect((await session.compact()).compacted).toBe(true);
    expect(spans).toMatchObject([{ from: 0, to: 31 }]);
    await session.append(user('question 8'));
    const { messages } = await session.prepare();
    expect(labelsOf(messages)).toEqual([
      ...[5, 6, 7].flatMap((turn) => [`question ${turn}`, `answer ${turn}`]),
      'question 8',
    ]);
  });
});
