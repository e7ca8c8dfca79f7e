import { createMemoryStore, type ModelMessage } from '@everlong/core';
import { quarters as tokenizer } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { openSession } from '../session/open-session.js';

/** A token is four characters. */
const OPTIONS = {
  tokenizer,
  contextWindow: 10_000,
  policy: 'newest',
  budget: { responseReserve: 1000 },
} as const;

const turn = (number: number): ModelMessage[] => [
  { role: 'user', content: `question ${number} ${'word '.repeat(200)}` },
  { role: 'assistant', content: `answer ${number} ${'word '.repeat(200)}` },
];

/** A conversation whose provider counts `factor` tokens for each that is counted here. */
async function talk(factor: number, turns: number) {
  const store = createMemoryStore();
  const session = await openSession({ ...OPTIONS, store });
  const billed: number[] = [];
  for (let number = 0; number < turns; number++) {
    const [question, answer] = turn(number) as [ModelMessage, ModelMessage];
    await session.append(question);
    const { state } = await session.prepare({ instructions: 'Be brief.' });
    billed.push(Math.round(state.used.total * factor));
    await session.recordUsage({ inputTokens: billed.at(-1) ?? 0, outputTokens: 250 });
    await session.append(answer);
  }
  return { store, session, billed };
}

describe('measureBudget', () => {
  it('shrinks where the provider counts more than the tokenizer, and says so', async () => {
    const { session, billed } = await talk(1.3, 40);
    expect(Math.max(...billed.slice(-10))).toBeLessThanOrEqual(9000);
    const { state, plan } = await session.prepare({ instructions: 'Be brief.' });
    expect(state.source).toBe('provider');
    expect(state.inputBudget).toBeLessThan(7300);
    expect((state.providerTokens ?? 0) / state.used.total).toBeCloseTo(1.3, 1);
    expect(plan.clamps).toContainEqual({
      name: "the provider's count",
      wanted: 9000,
      given: state.inputBudget,
    });
  });

  it('never grows, and does without reports', async () => {
    const { session } = await talk(0.8, 40);
    expect(session.state().inputBudget).toBe(9000);
    const silent = await openSession({ ...OPTIONS, store: createMemoryStore() });
    expect(silent.state()).toMatchObject({ source: 'heuristic', inputBudget: 9000 });
    expect(silent.state()).not.toHaveProperty('providerTokens');
  });

  it('is the same in a session that is opened again', async () => {
    const { store, session } = await talk(1.3, 50);
    const again = await openSession({ ...OPTIONS, store, id: session.id });
    expect(again.state({ instructions: 'Be brief.' })).toEqual(
      session.state({ instructions: 'Be brief.' }),
    );
    expect((await again.prepare()).messages).toEqual((await session.prepare()).messages);
  });

  it('learns once from each request, and nothing from what another model was billed', async () => {
    const { store, session } = await talk(1, 3);
    await session.prepare();
    for (let report = 0; report < 9; report++) {
      await session.recordUsage({ inputTokens: 9000, outputTokens: 1 });
    }
    expect(session.state().inputBudget).toBe(9000);
    const other = await openSession({ ...OPTIONS, store, id: session.id, model: 'gpt-5' });
    expect(other.state().source).toBe('heuristic');
  });

  it('tells of a prompt that was cut in silence, until one comes through whole', async () => {
    const { session } = await talk(1, 12);
    const { state } = await session.prepare();
    await session.recordUsage({ inputTokens: 2048, outputTokens: 5 });
    expect(session.state().truncation).toEqual({
      sentTokens: state.used.total,
      readTokens: 2048,
    });
    const next = await session.prepare();
    await session.recordUsage({ inputTokens: next.state.used.total, outputTokens: 5 });
    expect(session.state()).not.toHaveProperty('truncation');
  });

  it.each([
    ['goes on telling of it while no more is read', () => 1500, true],
    ['forgets it where reports grow with the prompt', (sent: number) => sent * 0.45, false],
  ])('%s', async (_, read, isTold) => {
    const session = await openSession({ ...OPTIONS, store: createMemoryStore() });
    await session.append(turn(0).concat(turn(1), turn(2), turn(3), turn(4), turn(5), turn(6)));
    const told: boolean[] = [];
    for (let number = 7; number < 14; number++) {
      await session.append(turn(number));
      const { state } = await session.prepare();
      await session.recordUsage({ inputTokens: read(state.used.total), outputTokens: 5 });
      told.push('truncation' in session.state());
    }
    expect([told[0], told.at(-1)]).toEqual([true, isTold]);
  });

  it('learns nothing from the usage of several steps together', async () => {
    const { session } = await talk(1, 3);
    for (let number = 4; number < 9; number++) {
      const [question, answer] = turn(number) as [ModelMessage, ModelMessage];
      await session.append(question);
      const { state } = await session.prepare();
      await session.append([answer, question, answer]);
      await session.recordUsage({ inputTokens: state.used.total * 2, outputTokens: 500 });
    }
    const { inputBudget, providerTokens, used } = session.state();
    expect(inputBudget).toBe(9000);
    expect(providerTokens).toBeLessThan(used.total * 1.05);
  });
});
