import { createMemoryStore, SessionNotFoundError } from '@everlong/core';
import { expect, it } from 'vitest';

import type { Session } from '../../src/index.js';
import { open, turns, user } from '../support/conversation.js';

/** A session that is open while another program deletes it and begins one with its id. */
async function replaced(saidNow: number): Promise<{ session: Session; other: Session }> {
  const store = createMemoryStore();
  const session = await open({ store, id: 's' });
  await session.append([...turns(2), user('The code of the safe is 4711.')]);
  await session.prepare();
  await store.deleteSession('s');
  const other = await open({ store, id: 's' });
  await other.append(turns(saidNow, 10).concat(user('What do you know?')));
  return { session, other };
}

it.each([0, 2, 9])(
  'what was deleted is not sent to whoever has its id now: %i turns there',
  async (saidNow) => {
    const { session, other } = await replaced(saidNow);
    for (const call of [
      () => session.prepare(),
      () => session.compact(),
      () => session.endTurn(),
      () => session.fork(),
      () => session.rewind(-1),
    ]) {
      await expect(call()).rejects.toSatisfy(SessionNotFoundError.isInstance);
    }
    await expect(session.prepare()).rejects.toThrow(/deleted while it was open/);
    await session.close();
    const { messages } = await other.prepare();
    expect(messages).toHaveLength(2 * saidNow + 1);
    expect(JSON.stringify(messages)).not.toContain('4711');
  },
);
