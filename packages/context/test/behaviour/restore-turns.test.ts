import { createMemoryStore, type Store } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import type { Session } from '../../src/session-work/session.js';
import { exchange, openWatched } from '../support/watched-session.js';
import { assistant, user } from '../support/conversation.js';

const REASON = 'opened anew: the texts of the last 3 turns are restored';

async function open(store: Store, id?: string): Promise<Session> {
  const options = { store, policy: 'cowagent', ...(id === undefined ? {} : { id }) };
  return (await openWatched(options)).session;
}

async function takeTurnsWithTools(session: Session, from: number, to: number): Promise<void> {
  for (let turn = from; turn < to; turn++) {
    await session.append([user(`question ${turn}`), ...exchange(`call-${turn}`)]);
    await session.prepare({ instructions: 'Be brief.' });
    await session.append(assistant(`answer ${turn}`));
  }
}

const texts = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => [
    user(`question ${from + index}`),
    assistant(`answer ${from + index}`),
  ]).flat();

describe('004, restored after a restart', () => {
  it('does nothing for a program that goes on with other options', async () => {
    const store = createMemoryStore();
    const session = await open(store);
    await takeTurnsWithTools(session, 0, 11);
    const before = await session.prepare({ instructions: 'Be brief.' });
    await session.close();
    const options = { store, policy: 'cowagent', id: session.id, continued: true };
    const { session: again } = await openWatched(options);
    expect((await again.prepare({ instructions: 'Be brief.' })).messages).toEqual(before.messages);
  });

  // promise: cowagent-16
  it('holds user text and final reply of the last 3 of 11 turns, and what is new', async () => {
    const store = createMemoryStore();
    const session = await open(store);
    await takeTurnsWithTools(session, 0, 11);
    await session.append(user('question 11'));
    const whole = await session.prepare({ instructions: 'Be brief.' });
    expect(whole.messages).toHaveLength(45);

    const restarted = await open(store, session.id);
    expect(restarted.state()).toMatchObject({ willCompact: true, next: { reason: REASON } });
    const { messages, state, plan } = await restarted.prepare({ instructions: 'Be brief.' });
    expect(messages).toEqual([...texts(8, 11), user('question 11')]);
    expect(state.lastCompaction).toMatchObject({ kind: 'trim', reason: REASON });
    expect(plan.explain(0)).toMatchObject({ disposition: 'dropped', reason: REASON });
    expect(await restarted.search('question 2')).not.toHaveLength(0);

    // On record, so that it is the same for whoever comes next (law 7).
    const again = await open(store, session.id);
    const same = await again.prepare({ instructions: 'Be brief.' });
    expect([same.messages, same.state.epoch]).toEqual([messages, state.epoch]);
  });

  it('changes nothing within a process', async () => {
    const store = createMemoryStore();
    const session = await open(store);
    await takeTurnsWithTools(session, 0, 6);
    await (await open(store, session.id)).prepare();
    const restarted = await open(store, session.id);
    await restarted.append(user('question 6'));
    await restarted.prepare();
    await restarted.append([...exchange('call-6'), assistant('answer 6')]);
    await takeTurnsWithTools(restarted, 7, 9);
    await restarted.append(user('question 9'));
    const { messages } = await restarted.prepare({ instructions: 'Be brief.' });
    expect(messages.slice(0, 8)).toEqual([
      ...texts(3, 6),
      user('question 6'),
      ...exchange('call-6').slice(0, 1),
    ]);
    expect(messages).toHaveLength(6 + 3 * 4 + 1);
    const fork = await restarted.fork();
    expect((await fork.prepare({ instructions: 'Be brief.' })).messages).toEqual(messages);
  });

  // promise: cowagent-16
  it('keeps the turn in progress whole', async () => {
    const store = createMemoryStore();
    const session = await open(store);
    await takeTurnsWithTools(session, 0, 5);
    await session.append([user('question 5'), ...exchange('call-5')]);
    const restarted = await open(store, session.id);
    expect((await restarted.prepare()).messages).toEqual([
      ...texts(2, 5),
      user('question 5'),
      ...exchange('call-5'),
    ]);
  });
});
