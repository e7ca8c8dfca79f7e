import { messageText, type ModelMessage } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import { newSetup, open, say } from '../support/remembering-session.js';
import { assistant, user } from '../support/conversation.js';

describe('the profile', () => {
  const profiles = (messages: readonly ModelMessage[]): string[] =>
    messages.map(messageText).filter((text) => text.startsWith('[Profile'));

  it('opens every request of an epoch, quoted', async () => {
    const setup = newSetup();
    await setup.memory.write('default', { subject: 'user', predicate: 'likes', object: 'tabs' });
    const session = await open(setup, { keep: 'little' });
    await session.append(user('Hello.'));
    const { messages, state, plan } = await session.prepare();
    expect(messageText(messages[0] ?? user(''))).toMatch(/^\[Profile.*no instructions/);
    expect(profiles(messages)[0]).toContain('\n> - user likes tabs');
    expect(state.used.memory).toBeGreaterThan(0);
    expect(plan.additions).toMatchObject([{ kind: 'profile', seq: 0 }]);
    await setup.memory.write('default', { subject: 'user', predicate: 'likes', object: 'tea' });
    await session.append([assistant('Hello.'), user('Go on.')]);
    expect(profiles((await session.prepare()).messages)[0]).not.toContain('tea');
    const steps = Array.from({ length: 9 }, (_, n) => `Step ${n}.${' On it goes.'.repeat(60)}`);
    await say(session, ...steps);
    await session.compact();
    expect(profiles((await session.prepare()).messages)[0]).toContain('tea');
  });

  it('leaves out what the first request says itself', async () => {
    const setup = newSetup();
    await setup.memory.write('default', { subject: 'user', predicate: 'likes', object: 'tabs' });
    const session = await open(setup);
    const [entry] = await session.append(user('I live in Ghent.'));
    const sources = [{ sessionId: session.id, entryId: entry?.id ?? '' }];
    const fact = { subject: 'user', predicate: 'lives in', object: 'Ghent', sources };
    await setup.memory.write('default', fact);
    const [profile] = profiles((await session.prepare()).messages);
    expect(profile).toContain('tabs');
    expect(profile).not.toContain('Ghent');
    const other = await open(setup, { id: 'another' });
    await other.append(user('Hello.'));
    expect(profiles((await other.prepare()).messages)[0]).toContain('Ghent');
  });

  it('is made anew, in a new epoch, when something in it is forgotten', async () => {
    const setup = newSetup();
    await setup.memory.write('default', { subject: 'user', predicate: 'likes', object: 'tabs' });
    await setup.memory.write('default', { subject: 'user', predicate: 'likes', object: 'tea' });
    const session = await open(setup);
    await session.append(user('Hello.'));
    await session.prepare();
    await setup.memory.forget('default', { factId: 1 });
    await session.append([assistant('Hello.'), user('Go on.')]);
    const { messages, state, plan } = await session.prepare();
    expect(profiles(messages)[0]).not.toContain('tabs');
    expect(profiles(messages)[0]).toContain('tea');
    expect(state.epoch).toBe(1);
    expect(plan.decision.reason).toBe('something that memory had said was forgotten');
  });

  it('is made anew when the user rewinds', async () => {
    const setup = newSetup();
    await setup.memory.write('default', { subject: 'user', predicate: 'likes', object: 'tabs' });
    const session = await open(setup, { id: 'one' });
    await say(session, 'Hello.', 'Again.');
    await session.prepare();
    await setup.memory.write('default', { subject: 'user', predicate: 'likes', object: 'tea' });
    await session.rewind(1);
    await session.append(user('Go on.'));
    const before = await session.prepare();
    expect(profiles(before.messages)[0]).toContain('tea');
    const again = await open(setup, { id: 'one' });
    expect((await again.prepare()).messages).toEqual(before.messages);
  });

  it.each(['supyagent', 'supyagent-sdk', 'missy', 'cowagent', 'newest'])(
    'is none of %s’s document',
    async (policy) => {
      const setup = newSetup({ policy });
      await setup.memory.write('default', { subject: 'user', predicate: 'likes', object: 'tabs' });
      const session = await open(setup);
      await session.append(user('Hello.'));
      expect(profiles((await session.prepare()).messages)).toEqual([]);
    },
  );
});
