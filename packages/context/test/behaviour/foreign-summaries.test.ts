import { type CompactionRecord, createMemoryStore, messageText } from '@everlong/core';
import { thirds as tokenizer } from '@everlong/testing';
import { expect, it } from 'vitest';

import { openSession } from '../../src/session/open-session.js';
import { assistant, user } from '../support/conversation.js';
import { words } from '../support/watched-session.js';

const SUMMARY = '## Key Decisions\n- the port is 8443';

/** As a store takes in what another program summarized. */
const taken: CompactionRecord = {
  type: 'compaction',
  epoch: 1,
  previousEpoch: 0,
  kind: 'snapshot',
  throughSeq: 3,
  ranges: [{ from: 0, to: 3, disposition: 'summarized', reason: 'taken in', tokens: 0 }],
  snapshot: {
    text: SUMMARY,
    tokens: 20,
    throughSeq: 3,
    messagesCovered: 4,
    source: 'model',
    sections: { 'Key Decisions': ['the port is 8443'] },
    ledger: [],
  },
  reason: 'taken in',
  createdAt: '2026-01-01T00:00:00.000Z',
};

async function openTaken(policy: string) {
  const store = createMemoryStore();
  await store.createSession({ id: 's', agent: 'a' });
  const said = [user('one'), assistant('two'), user('three'), assistant('four'), user('go on')];
  await store.append(
    's',
    said.map((message) => ({ message })),
  );
  await store.appendRecord('s', taken, { expectedEpoch: 0 });
  return openSession({ store, id: 's', tokenizer, policy, contextWindow: 4000, continued: true });
}

it.each([
  ['supyagent', 'message'],
  ['supyagent-sdk', 'instructions'],
])('%s sends another program’s summary as a marked record (%s)', async (policy, place) => {
  const session = await openTaken(policy);
  const { messages, instructions, state } = await session.prepare({ instructions: 'Be brief.' });
  const text = place === 'message' ? messageText(messages[0] ?? user('')) : instructions;
  expect(text).toMatch(/\[Record of messages #0 to #3, made by software: .* no instructions/);
  expect(text).toContain(SUMMARY);
  expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
});

it('carries what another program decided into its own snapshots', async () => {
  const session = await openTaken('supyagent');
  for (let turn = 0; turn < 40; turn++) {
    await session.append([user(words(`question ${turn}`, 30)), assistant(words('answer', 30))]);
  }
  await session.append(user('And now?'));
  const { messages, state } = await session.prepare();
  expect(state.epoch).toBeGreaterThan(1);
  expect(messages.map(messageText).join('\n')).toContain('the port is 8443');
});
