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
