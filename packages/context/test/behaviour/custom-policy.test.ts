import { ConfigError } from '@everlong/core';
import { quarters as tokenizer } from '@everlong/testing';
import { expect, test } from 'vitest';

import { createMemoryStore, openSession } from '../../src/index.js';
import {
  type CompactionDecision,
  firstRecent,
  type Policy,
  type PolicyContext,
  turnsOf,
} from '../../src/policy-kit.js';

const MAX_TURNS = 3;

/** Keeps so many turns, the older ones in a snapshot. */
function createTurnsPolicy(): Policy {
  const turns = ({ groups }: PolicyContext) =>
    turnsOf(
      groups,
      groups.map(({ tokens }) => tokens),
    );
  const compact = (context: PolicyContext, firstKept: number): CompactionDecision => ({
    action: 'snapshot',
    firstKept,
    maxTokens: context.inputBudget,
    snapshotTokens: 200,
    required: true,
    reason: `more than ${MAX_TURNS} turns`,
  });
  return {
    name: 'turns',
    settings: {
      responseReserve: 500,
      minRecentMessages: 1,
      snapshotShare: 0.2,
      summaryPlacement: 'message',
    },
    decide(context) {
      const kept = turns(context).at(-MAX_TURNS);
      if (kept === undefined || kept.from === 0) return { action: 'keep', reason: 'few turns' };
      return compact(context, kept.from);
    },
    triggers: (context) => [{ name: 'turns', value: turns(context).length, limit: MAX_TURNS }],
    compactNow: (context) =>
      compact(context, firstRecent(context.groups, context.settings.minRecentMessages)),
  };
}

test('a policy written with the kit decides what a request holds', async () => {
  const store = createMemoryStore();
  const policy = createTurnsPolicy();
  const session = await openSession({ store, tokenizer, policy, contextWindow: 8000 });
  for (let turn = 0; turn < 6; turn++) {
    await session.append({ role: 'user', content: `question ${turn} ${'why '.repeat(50)}` });
    await session.append({ role: 'assistant', content: `answer ${turn}` });
  }
  await session.append({ role: 'user', content: 'the last question' });
  const { messages, state, plan } = await session.prepare();
  const asked = messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => JSON.stringify(content));
  expect(asked.filter((text) => text.startsWith('"question'))).toHaveLength(MAX_TURNS - 1);
  expect(plan.explain(0)?.disposition).toBe('summarized');
  expect(plan.policy).toBe('turns');
  expect(state.triggers).toMatchObject([{ name: 'turns', value: MAX_TURNS }]);
});

test.each([
  ['nothing', undefined, 'decided nothing'],
  ['another word', { action: 'prune', reason: 'old' }, '"action":"prune"'],
  ['no reason', { action: 'keep' }, 'decided {"action":"keep"}'],
  ['no place', { action: 'trim', reason: 'old', maxTokens: 500 }, '"reason":"old"'],
  ['NaN', { action: 'snapshot', reason: 'old', firstKept: 0, maxTokens: NaN }, '"maxTokens":null'],
])('a policy that decides %s is told what it has to return', async (_, decision, shown) => {
  const decide = () => decision as never;
  const policy: Policy = { ...createTurnsPolicy(), decide, compactNow: decide };
  const session = await openSession({ store: createMemoryStore(), tokenizer, policy });
  await session.append({ role: 'user', content: 'Hello.' });
  for (const call of [
    session.prepare(),
    session.compact(),
    session.compact({ snapshot: 'Mine.' }),
  ]) {
    await expect(call).rejects.toSatisfy(ConfigError.isInstance);
    await expect(call).rejects.toThrow('The policy "turns" decided');
    await expect(call).rejects.toThrow(shown);
    await expect(call).rejects.toThrow("It has to return { action: 'keep', reason }");
  }
});
