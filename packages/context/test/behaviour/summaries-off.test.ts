import { describe, expect, it } from 'vitest';

import type { PolicyName } from '../../src/policies/preset-settings.js';
import { openWatched, words } from '../support/watched-session.js';
import { assistant, user } from '../support/conversation.js';

const policies: PolicyName[] = ['supyagent', 'supyagent-sdk', 'missy', 'everlong', 'cowagent'];

describe('with auto_summarize: false', () => {
  // promise: context-5
  it.each(policies)('%s keeps everything that fits', async (policy) => {
    const budget = { autoSummarize: false, maxMessagesBeforeSummary: 30, maxTurns: 100 };
    const { session, spans, records } = await openWatched({ policy, budget });
    for (let turn = 0; turn < 40; turn++) {
      await session.append(user(`question ${turn}`));
      expect((await session.prepare()).messages).toHaveLength(2 * turn + 1);
      await session.append(assistant(words(`answer ${turn}`, 500)));
    }
    expect(spans).toEqual([]);
    expect(await records('compaction')).toEqual([]);
  });

  // promise: context-5
  it.each(policies)('%s then leaves out no more than it must', async (policy) => {
    const budget = { autoSummarize: false, maxMessagesBeforeSummary: 30, maxTurns: 100 };
    const { session, spans } = await openWatched({ policy, budget, contextWindow: 8000 });
    for (let turn = 0; turn < 60; turn++) {
      await session.append(user(`question ${turn}`));
      const { state, messages } = await session.prepare();
      expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
      if (turn >= 30) expect(state.used.messages).toBeGreaterThan(state.inputBudget * 0.4);
      expect(messages.at(-1)).toEqual(user(`question ${turn}`));
      await session.append(assistant(words(`answer ${turn}`, 300)));
    }
    expect(spans).toEqual([]);
  });

  it('cowagent keeps to its limit of turns all the same', async () => {
    const { session, spans } = await openWatched({
      policy: 'cowagent',
      budget: { autoSummarize: false },
    });
    for (let turn = 0; turn < 21; turn++) {
      await session.append([user(`question ${turn}`), assistant(`answer ${turn}`)]);
    }
    await session.append(user('question 21'));
    expect((await session.prepare()).messages).toHaveLength(21);
    expect(spans).toEqual([]);
  });
});
