import { describe, expect, it } from 'vitest';

import { assistant, user } from '../../test/support/conversation.js';
import { openCowagent, turnWithCall } from '../../test/support/cowagent-session.js';
import { exchange, labelsOf, takeTurns, words } from '../../test/support/watched-session.js';
import { createPolicy } from './create-policy.js';

describe('004, key configuration', () => {
  // promise: cowagent-2
  it('has the documented defaults', () => {
    expect(createPolicy('cowagent').settings).toMatchObject({
      maxTotalTokens: 50_000,
      maxTurns: 20,
      maxResultCharacters: 20_000,
    });
  });

  // promise: cowagent-2
  it('the budget is 50,000 tokens, or less in a smaller window', async () => {
    expect((await openCowagent()).session.state().inputBudget).toBe(50_000);
    expect((await openCowagent(32_000)).session.state().inputBudget).toBe(32_000 - 4096);
    const { session } = await openCowagent(200_000, { maxTotalTokens: 80_000, maxTurns: 30 });
    expect(session.state().triggers).toMatchObject([{ limit: 30 }, { limit: 80_000 }]);
  });
});

describe('004, context structure', () => {
  // promise: cowagent-1
  it('all tool calls and results are retained until they are compressed or trimmed', async () => {
    const { session } = await openCowagent();
    await session.append([...turnWithCall(0, 100), ...turnWithCall(1, 100), user('question 2')]);
    const { messages, state } = await session.prepare();
    expect(messages).toHaveLength(9);
    expect(state.epoch).toBe(0);
  });
});

describe('004, turn trimming', () => {
  // promise: cowagent-6
  it('the oldest half of the turns goes when there are more than 20', async () => {
    const { session } = await openCowagent();
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

  // promise: cowagent-6
  it('tool call chains stay whole', async () => {
    const { session } = await openCowagent();
    for (let turn = 0; turn < 20; turn++) await session.append(turnWithCall(turn, 50));
    await session.append(user('question 20'));
    const { messages } = await session.prepare();
    const sent = messages.slice(1).map(({ role }) => role);
    const turn = ['user', 'assistant', 'tool', 'assistant'];
    expect(sent).toEqual([...Array.from({ length: 10 }, () => turn).flat(), 'user']);
  });

  // promise: cowagent-7
  it('trimmed messages are summarized, each once', async () => {
    const { session, spans } = await openCowagent();
    await takeTurns(session, { to: 33 });
    expect(spans).toMatchObject([
      { from: 0, to: 19 },
      { from: 20, to: 39 },
    ]);
  });

  // promise: cowagent-7
  it('remaining turns stay intact', async () => {
    const { session } = await openCowagent();
    const requests = await takeTurns(session, { to: 21 });
    const kept = requests[20]?.messages.slice(1) ?? [];
    expect(kept).toEqual(requests[19]?.messages.slice(20).concat(kept.slice(-2)));
  });

  it('halves until few enough are left, where many came at once', async () => {
    const { session } = await openCowagent();
    for (let turn = 0; turn < 100; turn++) {
      await session.append([user(`question ${turn}`), assistant(`answer ${turn}`)]);
    }
    await session.append(user('question 100'));
    const { messages } = await session.prepare();
    expect(labelsOf(messages)[0]).toBe('question 88');
  });
});

describe('004, token budget trimming', () => {
  // promise: cowagent-10
  it('fewer than 5 turns: each keeps only the first user text and the final reply', async () => {
    const { session, spans } = await openCowagent(24_000);
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

  // promise: cowagent-10
  it('the turn in progress keeps its calls and results, for it is protected (law 4)', async () => {
    const { session } = await openCowagent(24_000);
    for (let turn = 0; turn < 3; turn++) await session.append(turnWithCall(turn, 4800));
    const current = [user('question 3'), ...exchange('call-3'), ...exchange('call-4')];
    await session.append(current);
    expect((await session.prepare()).messages.slice(-5)).toEqual(current);
  });

  it('a past turn keeps the text of the user, not the files', async () => {
    const { session } = await openCowagent(24_000);
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

  // promise: cowagent-9
  it('5 or more turns: the first half is trimmed and summarized', async () => {
    const { session, spans } = await openCowagent();
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

  // promise: cowagent-9
  it('the budget is checked again after a half went (law 1)', async () => {
    const { session } = await openCowagent(16_000, { responseReserve: 0 });
    for (let turn = 0; turn < 9; turn++) await session.append(turnWithCall(turn, 4000));
    await session.append(user('question 9'));
    const { messages, state } = await session.prepare();
    expect(state.used.total).toBeLessThanOrEqual(16_000);
    expect(labelsOf(messages)[0]).toBe('question 7');
  });

  it('a turn that is too long alone loses the oldest half of its steps (law 1)', async () => {
    const { session, spans } = await openCowagent(16_000, { responseReserve: 0 });
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
