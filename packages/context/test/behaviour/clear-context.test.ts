import { createMemoryStore, messageText } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import { openSession } from '../../src/session/open-session.js';
import { policyNames } from '../../src/presets/create-policy.js';
import { exchange, openWatched, takeTurns } from '../support/watched-session.js';
import { assistant, user } from '../support/conversation.js';

const REASON = 'the user cleared the context';

describe('004, /context clear', () => {
  // promise: cowagent-19
  it.each(policyNames)('%s forgets what was said before, for good', async (policy) => {
    const { session, store, spans } = await openWatched({ policy, contextWindow: 8000 });
    await takeTurns(session, { to: 20, tokens: 100 });
    await session.compact();
    await session.pin(38);
    await session.append([user('do it'), ...exchange('call-1').slice(0, 1)]);
    const before = spans.length;
    expect(await session.clear()).toMatchObject({ compacted: true, reason: REASON });
    expect(session.state().used).toMatchObject({ messages: 0, summary: 0 });
    await session.append([...exchange('call-1').slice(1), assistant('late'), user('hello')]);
    const request = await session.prepare({ instructions: 'Be brief.' });
    expect(JSON.stringify(request)).not.toMatch(/question \d|answer \d|do it/);
    expect(request.messages.at(-1)).toEqual(user('hello'));
    expect(request.plan.explain(38)).toMatchObject({ disposition: 'dropped', reason: REASON });
    const again = await openSession({ store, id: session.id, policy, contextWindow: 8000 });
    if (policy !== 'cowagent') {
      const { messages } = await again.prepare({ instructions: 'Be brief.' });
      expect(messages.map(messageText)).toEqual(request.messages.map(messageText));
    }
    await takeTurns(session, { from: 20, to: 60, tokens: 100 });
    await session.compact();
    const later = await session.prepare({ instructions: 'Be brief.' });
    expect(JSON.stringify(later.messages)).not.toMatch(/question 1?\d |answer 1?\d |do it/);
    for (const { from } of spans.slice(before)) expect(from).toBeGreaterThan(41);
    expect((await session.search('question 7')).length).toBeGreaterThan(0);
    expect(await session.expand([14])).toHaveLength(1);
  });

  it('does nothing where there is nothing to clear', async () => {
    const session = await openSession({ store: createMemoryStore() });
    const nothing = { compacted: false, reason: 'the context is already empty', epoch: 0 };
    expect(await session.clear()).toMatchObject(nothing);
    await session.append(user('hello'));
    expect((await session.clear()).epoch).toBe(1);
    expect(await session.clear()).toMatchObject({ ...nothing, epoch: 1 });
    expect((await session.prepare()).messages).toEqual([]);
  });

  it('tells the hooks which entries are about to leave', async () => {
    const left: number[][] = [];
    const { session } = await openWatched({
      hooks: {
        onBeforeCompaction: ({ fromSeq, toSeq }) => {
          left.push([fromSeq, toSeq]);
        },
      },
    });
    await takeTurns(session, { to: 3 });
    await session.clear();
    expect(left).toEqual([[0, 5]]);
  });
});
