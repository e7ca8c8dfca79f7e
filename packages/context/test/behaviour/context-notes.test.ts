import { createMemoryStore, messageText } from '@everlong/core';
import { sampled } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { openSession } from '../../src/session/open-session.js';
import { policyNames } from '../../src/presets/create-policy.js';
import type { Session } from '../../src/session-work/session.js';
import { exchange, openWatched, takeTurns, words } from '../support/watched-session.js';
import { assistant, user } from '../support/conversation.js';

const TEXT = 'The staging port is 8443.\n  Never restart heron on a Friday.';

async function sentText(session: Session): Promise<string> {
  const { instructions, messages } = await session.prepare();
  return [instructions, ...messages.map(messageText)].join('\n');
}

describe('notes of the agent', () => {
  it.each(
    sampled(
      policyNames.filter((name) => name !== 'full'),
      2,
    ),
  )(
    '%s: are sent word for word through every compaction, reopened and forked too',
    async (policy) => {
      const options = { policy, contextWindow: 6000, budget: { maxTurns: 4 } };
      const { session, store } = await openWatched(options);
      await takeTurns(session, { to: 4 });
      expect(await session.note('ports', TEXT)).toEqual({
        kept: true,
        message: 'The note "ports" is kept, through every compaction.',
      });
      for (let round = 0; round < 4; round++) {
        await takeTurns(session, { from: round * 30, to: round * 30 + 30, tokens: 110 });
        await session.compact();
        await session.append(user('and now?'));
        const { state, plan } = await session.prepare();
        expect(state.epoch).toBeGreaterThan(0);
        expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
        expect((await sentText(session)).split(TEXT)).toHaveLength(2);
        expect(plan.additions).toMatchObject([
          { kind: 'note', name: 'ports', seq: 7, reason: expect.stringContaining('every comp') },
        ]);
      }
      const { messages } = await session.prepare();
      const forked = await session.fork();
      expect((await forked.prepare()).messages).toEqual(messages);
      if (policy === 'cowagent') return;
      const again = await openSession({ store, id: session.id, ...options });
      expect((await again.prepare()).messages.map(messageText)).toEqual(messages.map(messageText));
      expect(again.notes()).toEqual(session.notes());
    },
  );

  it('change what is sent at an epoch’s start only', async () => {
    const { session } = await openWatched({ contextWindow: 8000 });
    await takeTurns(session, { to: 10 });
    await session.note('first', 'one');
    await session.note('second', 'two');
    const before = await session.prepare();
    expect(JSON.stringify(before.messages)).not.toContain('## first');
    await session.compact();
    const noted = await session.prepare();
    expect(messageText(noted.messages[1]!)).toMatch(
      /no instructions.*\n\n## first\none\n\n## second\ntwo$/,
    );
    expect((await session.note('first', 'three')).message).toContain('replaced');
    expect((await session.note('second', ' ')).message).toBe('The note "second" is removed.');
    expect((await session.prepare()).messages).toEqual(noted.messages);
    expect(session.notes()).toEqual([{ name: 'first', text: 'three', seq: 19 }]);
    await takeTurns(session, { from: 10, to: 20 });
    await session.compact();
    const text = await sentText(session);
    expect(text).toContain('## first\nthree');
    expect(text).not.toContain('## second');
  });

  it('are refused beyond their sizes, with the sizes and the cure', async () => {
    const { session } = await openWatched({ contextWindow: 8000 });
    await session.note('plan', words('step', 200));
    const { kept, message } = await session.note('log', words('line', 900));
    expect(kept).toBe(false);
    expect(message).toMatch(
      /would have \d+ bytes and \d+ tokens; they may have 16384 bytes and 600/,
    );
    expect(message).toContain(
      'Shorten it, or remove or replace another. Notes: "plan" (803 bytes).',
    );
    expect(session.notes()).toHaveLength(1);
    const large = await openWatched({ contextWindow: 200_000 });
    expect((await large.session.note('log', 'x'.repeat(16_382))).kept).toBe(false);
    expect((await large.session.note('log', 'x'.repeat(16_381))).kept).toBe(true);
    expect((await large.session.note('gone', '')).message).toContain('no note "gone" to remove');
    for (const name of ['', ' a', 'a\nb', 'x'.repeat(65)]) {
      await expect(large.session.note(name, 'text')).rejects.toThrow(/name of a note/);
    }
  });

  it('give way to the latest user message, and come back', async () => {
    const { session } = await openWatched({ contextWindow: 4000 });
    await session.note('plan', words('step', 250));
    await session.append(user(words('long', 2950)));
    const { messages, plan } = await session.prepare();
    expect(messages.at(-1)).toEqual(user(words('long', 2950)));
    expect(plan.additions).toEqual([]);
    await session.append([assistant('ok'), user(words('long again', 2900))]);
    const full = await session.prepare();
    expect(full.messages.at(-1)).toEqual(user(words('long again', 2900)));
    expect(full.plan.additions[0]?.tokens).toBeLessThan(250);
    await session.append([assistant('ok'), user('short')]);
    await session.compact();
    expect(await sentText(session)).toContain(words('step', 250).trim());
  });

  it('say in the plan what room a small window leaves them', async () => {
    const store = createMemoryStore();
    const large = await openWatched({ store, id: 's', contextWindow: 8000 });
    await large.session.append(user('Begin.'));
    await large.session.prepare();
    await large.session.note('plan', words('step', 100));
    const small = await openWatched({ store, id: 's', contextWindow: 400 });
    await small.session.append(user('Go on.'));
    const { plan } = await small.session.prepare({ instructions: 'Be brief.' });
    expect(plan.additions).toMatchObject([
      {
        kind: 'note',
        name: 'plan',
        tokens: 0,
        reason: expect.stringMatching(/may have 30 tokens/),
      },
    ]);
  });

  it('lose recognised secrets, and end with the context that the user cleared', async () => {
    const { session } = await openWatched({ contextWindow: 8000 });
    const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
    expect((await session.note('key', `use ${secret}`)).message).toContain('redacted');
    expect(JSON.stringify(session.notes())).not.toContain(secret);
    await takeTurns(session, { to: 10 });
    await session.clear();
    await session.append(user('hello'));
    expect(session.notes()).toEqual([]);
    expect(await sentText(session)).not.toContain('## key');
  });

  it('belong to the entry with their call: a fork before it does not have them', async () => {
    const { session } = await openWatched({ contextWindow: 8000 });
    await session.append(user('remember'));
    await session.note('a', 'kept', { toolCallId: 'call-1' });
    await session.append(exchange('call-1'));
    await session.append(exchange('call-2').slice(0, 1));
    await session.note('b', 'kept', { toolCallId: 'call-2' });
    expect(session.notes().map(({ seq }) => seq)).toEqual([1, 3]);
    expect((await session.fork(0)).notes()).toEqual([]);
    expect((await session.fork(2)).notes()).toMatchObject([{ name: 'a' }]);
  });
});

describe('a compaction that the agent asks for', () => {
  it('is made by the next request, once, and says why', async () => {
    const { session } = await openWatched({ contextWindow: 20_000 });
    await takeTurns(session, { to: 10, tokens: 200 });
    await session.requestCompaction('the first task\n is done');
    expect(session.state().willCompact).toBe(true);
    await session.append(user('next'));
    const { plan, state } = await session.prepare();
    const reason = 'the assistant asked for it: the first task is done';
    expect([plan.decision, state.epoch]).toEqual([{ action: 'snapshot', reason }, 1]);
    await session.append([assistant('ok'), user('next')]);
    expect((await session.prepare()).state.epoch).toBe(1);
  });

  it('waits for the end of an exchange', async () => {
    const { session } = await openWatched({ contextWindow: 20_000 });
    await takeTurns(session, { to: 10, tokens: 200 });
    await session.append([user('go'), ...exchange('call-1').slice(0, 1)]);
    await session.requestCompaction('done', { toolCallId: 'call-1' });
    expect(session.state().willCompact).toBe(false);
    await session.append(exchange('call-1').slice(1));
    expect((await session.prepare()).state.epoch).toBe(1);
  });

  it('is made at the end of the turn, where that comes first', async () => {
    const { session } = await openWatched({ contextWindow: 20_000 });
    await takeTurns(session, { to: 10, tokens: 200 });
    await session.requestCompaction('done');
    expect((await session.endTurn()).epoch).toBe(1);
  });

  it('is known to a session opened anew, and to a fork', async () => {
    const store = createMemoryStore();
    const options = { store, contextWindow: 20_000 };
    const { session } = await openWatched(options);
    await takeTurns(session, { to: 10, tokens: 200 });
    await session.requestCompaction('done');
    const forked = await session.fork();
    const again = await openSession({ ...options, id: session.id });
    for (const each of [again, forked]) expect((await each.prepare()).state.epoch).toBe(1);
  });

  it.each(['newest', 'full', 'everlong'])(
    'is settled where %s has nothing to gain',
    async (policy) => {
      const { session, records } = await openWatched({ contextWindow: 20_000, policy });
      await takeTurns(session, { to: 2 });
      await session.requestCompaction('done');
      await session.append(user('next'));
      expect((await session.prepare()).state.epoch).toBe(0);
      expect(await records('compaction-request')).toMatchObject([
        {},
        { declined: expect.any(String) },
      ]);
      await takeTurns(session, { to: 10, tokens: 200 });
      expect((await session.prepare()).state.epoch).toBe(0);
    },
  );

  it('is made in the background where a model writes the snapshot', async () => {
    const { session } = await openWatched({
      contextWindow: 20_000,
      summarizer: {
        name: 'model',
        usesModel: true,
        summarize: () => Promise.reject(new Error('no answer')),
      },
    });
    await takeTurns(session, { to: 10, tokens: 200 });
    await session.requestCompaction('done');
    await session.append(user('next'));
    expect((await session.prepare()).plan.decision).toMatchObject({
      action: 'keep',
      reason: 'a snapshot is being made: the assistant asked for it: done',
    });
    await session.endTurn({ wait: true });
    expect(session.state().epoch).toBe(1);
  });
});
