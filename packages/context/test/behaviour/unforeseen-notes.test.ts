import { createMemoryStore } from '@everlong/core';
import { thirds as tokenizer } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { openSession } from '../../src/session/open-session.js';
import { policyNames } from '../../src/presets/create-policy.js';

describe.each(policyNames.filter((name) => name !== 'full'))('%s', (policy) => {
  it('has room for the notes between answers that follow each other, whatever these take', async () => {
    for (let characters = 520; characters < 640; characters += 3) {
      const session = await openSession({
        store: createMemoryStore(),
        tokenizer,
        policy,
        contextWindow: 1720,
        budget: { responseReserve: 430 },
      });
      for (let count = 0; count < 6; count++) {
        await session.append({ role: 'assistant', content: 'x'.repeat(characters) });
      }
      const { state, messages } = await session.prepare();
      expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
      expect(messages.at(-1)?.role).toBe('user');
    }
  });
});
