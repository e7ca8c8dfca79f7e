import type { EntryInput } from '@everlong/core';
import { createTokenizer } from '@everlong/tokenizer';
import { expect, it } from 'vitest';

import { replaySession } from './replay-session.js';
import { createSimulatedCompactor } from './simulated-compactor.js';

const instructions = { role: 'system', content: 'Be kind.' } as const;
const user = (content: string) => ({ role: 'user', content }) as const;

it('tells the first sentence of each message behind what its last block told, billed as read', async () => {
  const compactor = createSimulatedCompactor(await createTokenizer({ model: 'claude-opus-5-5' }));
  const messages = [user('One stone. And more.'), user('Two trees.')];
  const first = await compactor.compact({ instructions, messages });
  expect(first.text).toBe('One stone.\nTwo trees.');
  expect(first.usage?.cacheReadTokens).toBe(first.usage?.inputTokens);
  const next = await compactor.compact({
    instructions,
    messages: [...first.messages, user('Three boats! They float.')],
  });
  expect(next.text).toBe('One stone.\nTwo trees.\nThree boats!');
});

it.each(['everlong (simulated provider)', 'everlong (little, simulated provider)'])(
  '%s has the provider called, and every request fits',
  async (policy) => {
    const entries = Array.from({ length: 40 }, (_, index): EntryInput => {
      const content = `Message ${index}. ${'a stone and a tree. '.repeat(40)}`;
      return { message: { role: index % 2 === 0 ? 'user' : 'assistant', content } };
    });
    const played = await replaySession({
      entries,
      policies: [policy],
      window: 6000,
      model: 'claude-opus-5-5',
      checkValidity: false,
    });
    const [result] = played.results;
    expect([result?.refused, result?.overBudget]).toEqual([0, 0]);
    expect(result?.summaryCalls).toBeGreaterThan(0);
  },
);
