import { createMemoryStore, type Summarizer } from '@everlong/core';
import { createExtractiveSummarizer } from '@everlong/summarizer';
import { quarters as tokenizer } from '@everlong/testing';
import { expect, it } from 'vitest';

import { openSession } from '../../src/session/open-session.js';
import { words } from '../support/watched-session.js';
import { assistant, user } from '../support/conversation.js';

it('hands the work that outlives an answer to the platform, and loses nothing where it is cut off', async () => {
  const store = createMemoryStore();
  const work: Promise<void>[] = [];
  let release: () => void = () => {};
  const summarizer: Summarizer = {
    name: 'slow',
    usesModel: true,
    async summarize(input) {
      await new Promise<void>((resolve) => (release = resolve));
      return createExtractiveSummarizer().summarize(input);
    },
  };
  const options = { store, tokenizer, summarizer, policy: 'supyagent-sdk', contextWindow: 4000 };
  const session = await openSession({ ...options, background: (each) => work.push(each) });
  for (let turn = 0; turn < 40 && work.length === 0; turn++) {
    await session.append(user(words(`question ${turn}`, 40)));
    await session.prepare();
    await session.append(assistant(words(`answer ${turn}`, 40)));
    await session.endTurn();
  }
  expect(work).toHaveLength(1);
  expect(session.state().epoch).toBe(0);
  // The function ends here: another one goes on with the same log.
  const next = await openSession({ ...options, id: session.id });
  expect(next.state().used).toEqual(session.state().used);
  release();
  await work[0];
  expect(session.state().epoch).toBe(1);
  expect(session.state().lastCompaction?.kind).toBe('snapshot');
});
