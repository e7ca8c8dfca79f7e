import { createMemoryStore, messageText, type Store } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import { openSession } from '../../src/session/open-session.js';
import type { PreparedRequest } from '../../src/request/describe-request.js';
import type { Session } from '../../src/session-work/session.js';
import { createCountingStore } from '../support/counting-store.js';

const FACT = 'The pinned fact is kingfisher 4711.';

function textOf({ messages }: PreparedRequest): string {
  return messages.map(messageText).join('\n');
}

function open(store: Store, policy = 'everlong'): Promise<Session> {
  return openSession({
    store,
    id: 'session',
    contextWindow: 4000,
    policy,
    ...(policy === 'everlong' ? { keep: 'little' } : {}),
    budget: { responseReserve: 512 },
  });
}

async function talk(session: Session, turns: number): Promise<void> {
  for (let index = 0; index < turns; index++) {
    await session.append({ role: 'user', content: `word ${index} `.repeat(100) });
    await session.append({ role: 'assistant', content: `text ${index} `.repeat(100) });
  }
}

describe('pinned messages', () => {
  it.each(['everlong', 'supyagent', 'missy', 'newest'])(
    'survive every compaction (%s)',
    async (policy) => {
      const session = await open(createMemoryStore(), policy);
      await session.append({ role: 'user', content: FACT });
      await session.pin(0);
      for (let round = 0; round < 20; round++) {
        await talk(session, 3);
        expect(textOf(await session.prepare())).toContain(FACT);
        if (round % 7 === 6) await session.compact();
      }
    },
  );

  it('come back with the next compaction when they had left, in a reopened session too', async () => {
    const store = createMemoryStore();
    const session = await open(store);
    await session.append({ role: 'user', content: 'Which bird?' });
    await session.append({ role: 'assistant', content: `${FACT}${' Be so kind.'.repeat(80)}` });
    await talk(session, 30);
    const before = await session.prepare();
    expect(before.messages.some((message) => messageText(message).startsWith(FACT))).toBe(false);

    await session.pin(1);
    const same = await session.prepare();
    expect(same.messages).toEqual(before.messages);

    await talk(session, 10);
    const isBack = ({ messages }: PreparedRequest): boolean =>
      messages.some((message) => messageText(message).startsWith(FACT));
    const after = await session.prepare();
    expect(after.state.epoch).toBeGreaterThan(before.state.epoch);
    expect(isBack(after)).toBe(true);
    const reopened = await open(store);
    expect((await reopened.prepare()).messages).toEqual(after.messages);

    await reopened.pin(1, false);
    await talk(reopened, 20);
    expect(isBack(await reopened.prepare())).toBe(false);
  });

  it('that had left are read once each, in whatever order they are pinned', async () => {
    const { store, read } = createCountingStore();
    const [session, other] = [await open(store), await open(store)];
    await talk(session, 40);
    const { plan } = await session.prepare();
    const gone = plan.ranges.filter(({ disposition }) => disposition === 'summarized');
    const seqs = gone.flatMap(({ from, to }) =>
      Array.from({ length: to - from + 1 }, (_, index) => to - index),
    );
    expect(seqs.length).toBeGreaterThan(50);
    read.entries = 0;
    for (const seq of seqs) await session.pin(seq);
    expect(read.entries).toBeLessThanOrEqual(seqs.length);
    const [kept = 0, ...others] = seqs.toSorted((left, right) => left - right);
    for (const seq of others) await session.pin(seq, false);
    expect(read.entries).toBeLessThanOrEqual(seqs.length);

    await talk(session, 5);
    const { messages } = await session.prepare();
    const text = `${kept % 2 === 0 ? 'word' : 'text'} ${Math.floor(kept / 2)} `;
    expect(messages.filter((message) => messageText(message).startsWith(text))).toHaveLength(1);
    expect((await other.prepare()).messages).toEqual(messages);
  });
});
