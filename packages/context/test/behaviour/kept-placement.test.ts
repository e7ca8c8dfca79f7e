import { createMemoryStore } from '@everlong/core';
import { expect, it } from 'vitest';

import { openSession, type Session, type SessionOptions } from '../../src/index.js';

const store = createMemoryStore();

function open(options: Partial<SessionOptions> = {}): Promise<Session> {
  return openSession({ store, id: 'one', contextWindow: 3000, ...options });
}

it('a summary stays where its epoch placed it; another placement begins an epoch', async () => {
  const inInstructions = { budget: { summaryPlacement: 'instructions' } } as const;
  const session = await open(inInstructions);
  for (let turn = 0; turn < 20; turn++) {
    await session.append([
      { role: 'user', content: `Question ${turn}: ${'what is in the report? '.repeat(10)}` },
      { role: 'assistant', content: `Answer ${turn}: ${'it says all is well. '.repeat(10)}` },
    ]);
  }
  await session.append({ role: 'user', content: 'And now?' });
  await session.compact();
  const sent = await session.prepare({ instructions: 'Be brief.' });
  expect(sent.instructions).toContain('Record of messages');

  const same = await (await open(inInstructions)).prepare({ instructions: 'Be brief.' });
  expect([same.instructions, same.messages]).toEqual([sent.instructions, sent.messages]);
  expect(same.state.epoch).toBe(sent.state.epoch);

  const other = await (await open()).prepare({ instructions: 'Be brief.' });
  expect(other.state.epoch).toBe(sent.state.epoch + 1);
  expect(other.plan.decision.reason).toContain("the summary's placement changed");
  expect(other.instructions).toBe('Be brief.');
  expect(JSON.stringify(other.messages[0])).toContain('Record of messages');
});
