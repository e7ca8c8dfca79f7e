import { createMemoryStore, type Store } from '@everlong/core';
import { expect, it } from 'vitest';

import { openSession } from '../../src/session/open-session.js';
import { openWatched, takeTurns } from '../support/watched-session.js';

it.each(['supyagent', 'everlong', 'supyagent-sdk', 'missy'])(
  'a compaction by hand covers what is older than the newest messages under %s',
  async (policy) => {
    const budget = { minRecentMessages: 6 };
    const { session, spans } = await openWatched({ policy, budget });
    await takeTurns(session, { to: 12 });
    const { compacted, reason } = await session.compact();
    expect(compacted).toBe(true);
    expect(reason).toMatch(/^asked for(?:; the request grew from \d+ to \d+ tokens)?$/);
    expect(spans).toMatchObject([{ from: 0, to: 17 }]);
  },
);

it('a compaction by hand says why when there is nothing to compact', async () => {
  const { session } = await openWatched({ budget: { minRecentMessages: 6 } });
  expect((await session.compact()).reason).toBe('the request holds no messages');
  await takeTurns(session, { to: 3 });
  const { compacted, reason } = await session.compact();
  expect(compacted).toBe(false);
  expect(reason).toContain('(minRecentMessages: 6)');
});

it('a compaction by hand happens once and says so, whatever another process records meanwhile', async () => {
  const store = createMemoryStore();
  const other = await openSession({ store, contextWindow: 20_000 });
  const interrupted: Store = {
    ...store,
    async appendRecord(sessionId, record, options) {
      if (record.type === 'compaction')
        await other.recordUsage({ inputTokens: 1, outputTokens: 1 });
      return store.appendRecord(sessionId, record, options);
    },
  };
  const session = await openSession({ store: interrupted, id: other.id, contextWindow: 20_000 });
  for (let turn = 0; turn < 40; turn++) {
    await session.append({ role: 'user', content: `question ${turn} ${'word '.repeat(60)}` });
    await session.append({ role: 'assistant', content: `answer ${turn} ${'word '.repeat(60)}` });
  }
  const result = await session.compact();
  expect(result).toMatchObject({ compacted: true, epoch: 1 });
  expect(result.tokensAfter).toBeLessThan(result.tokensBefore);
  expect(session.state()).toMatchObject({ epoch: 1, spend: { inputTokens: 1 } });
});

it('a compaction by hand happens in a tiny chat too, and says that the request grew', async () => {
  const session = await openSession({
    store: createMemoryStore(),
    contextWindow: 8000,
    policy: 'supyagent',
    budget: { minRecentMessages: 2 },
  });
  for (const content of ['Hi.', 'Is it 8443?', 'And now?']) {
    await session.append({ role: 'user', content });
    await session.append({ role: 'assistant', content: 'Yes.' });
  }
  const preview = await session.compact({ preview: true });
  const { compacted, reason, tokensBefore, tokensAfter } = await session.compact();
  expect(compacted).toBe(true);
  expect(tokensAfter).toBeGreaterThan(tokensBefore);
  expect(reason).toContain(`the request grew from ${tokensBefore} to ${tokensAfter} tokens`);
  expect(preview.reason).toContain('; the request would grow from');
  expect(session.state().used.total).toBe(tokensAfter);
});

it('a preview is asked for with true, so that nothing else is taken for a compaction', async () => {
  const { session } = await openWatched({});
  await takeTurns(session, { to: 12 });
  const compact = session.compact as (options: object) => Promise<unknown>;
  await expect(compact({ preview: 'yes' })).rejects.toThrow(
    'preview of session.compact must be true or false, not "yes".',
  );
  expect(session.state().epoch).toBe(0);
});
