import { createMemoryStore } from '@everlong/core';
import { makeEntries, thirds as tokenizer } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { openSession, policyNames } from '../../src/index.js';

const question = { role: 'user', content: `Why? ${'a line of the log\n'.repeat(600)}` } as const;

describe.each(policyNames.filter((name) => name !== 'full'))('in a larger window %s', (policy) => {
  const open = async (contextWindow: number, store = createMemoryStore()) => ({
    store,
    session: await openSession({ store, id: 's', tokenizer, policy, contextWindow }),
  });

  it('sends the latest user message whole that had to be cut, in an epoch of its own', async () => {
    const { store, session } = await open(4000);
    await session.append([
      { role: 'user', content: 'Hello.' },
      { role: 'assistant', content: 'Hello!' },
      question,
    ]);
    const small = await session.prepare();
    expect(small.plan.explain(2)?.disposition).toBe('truncated');

    const { session: larger } = await open(20_000, store);
    const request = await larger.prepare();
    expect(request.messages.at(-1)).toEqual(question);
    expect(request.plan.explain(2)?.disposition).toBe('verbatim');
    expect(request.state.epoch).toBeGreaterThan(small.state.epoch);
    expect((await larger.prepare()).state.epoch).toBe(request.state.epoch);
  });

  it('sends it whole where what came after it has to give way', async () => {
    const { store, session } = await open(4000);
    await session.append(question);
    const small = await session.prepare();
    expect(small.plan.explain(0)?.disposition).toBe('truncated');
    const output = { role: 'user', content: 'line '.repeat(600) } as const;
    await session.append([
      { role: 'assistant', content: 'I look at it.' },
      { message: output, metadata: { origin: 'tool' } },
    ]);
    const { session: larger } = await open(6000, store);
    const request = await larger.prepare();
    expect(request.messages).toContainEqual(question);
    expect((await larger.prepare()).state.epoch).toBe(request.state.epoch);
  });

  it('leaves it cut where it does not fit', async () => {
    const { store, session } = await open(3000);
    await session.append(question);
    const small = await session.prepare();
    const { session: larger } = await open(3400, store);
    const request = await larger.prepare();
    expect(request.plan.explain(0)?.disposition).toBe('truncated');
    expect(request.state.epoch).toBe(small.state.epoch);
  });
});

it.each([480, 490])(
  'sends a question of %i tokens whole that leaves no room for marks of what is left out',
  async (tokens) => {
    const open = () =>
      openSession({ store, id: 's', tokenizer, policy: 'supyagent', contextWindow: 753 });
    const store = createMemoryStore();
    const session = await open();
    const exchange = [
      ['call', 'read', { path: 'a.ts' }],
      ['result', 'a line of the file'],
    ] as const;
    await session.append(
      makeEntries([['user', 'Hello.'], ...Array.from({ length: 8 }, () => exchange).flat()]),
    );
    // Each pinned exchange would need a mark of what is left out before it.
    for (const seq of [2, 6, 10, 14]) await session.pin(seq);
    const asked = { role: 'user', content: 'abc'.repeat(tokens) } as const;
    await session.append(asked);
    const request = await session.prepare();
    expect(request.messages).toContainEqual(asked);
    expect((await (await open()).prepare()).state.epoch).toBe(request.state.epoch);
  },
);
