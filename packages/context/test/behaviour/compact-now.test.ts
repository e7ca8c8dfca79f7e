import { createMemoryStore, type Store } from '@everlong/core';
import { expect, it } from 'vitest';

import { openSession } from '../../src/session/open-session.js';

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
