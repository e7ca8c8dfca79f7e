import { messageText } from '@everlong/core';
import { expect, it } from 'vitest';

import { openSession } from '../../src/session/open-session.js';
import { policyNames } from '../../src/presets/create-policy.js';
import { recordsOf } from '../support/play-history.js';
import { openWatched, takeTurns } from '../support/watched-session.js';
import { user } from '../support/conversation.js';

it.each(policyNames)('%s: a preview says what a compaction then does', async (policy) => {
  const { session, store, spans } = await openWatched({ policy, contextWindow: 20_000 });
  await takeTurns(session, { to: 12, tokens: 100 });
  await session.prepare();
  const before = await recordsOf(store, session.id);
  const preview = await session.compact({ preview: true });
  expect(await recordsOf(store, session.id)).toEqual(before);
  expect(spans).toEqual([]);
  expect(preview).toMatchObject({ compacted: false, epoch: 0 });
  const done = await session.compact();
  expect(done.compacted).toBe(preview.action !== 'keep');
  const reason = preview.reason.replace('would grow', 'grew');
  expect(done).toMatchObject({ reason, tokensBefore: preview.tokensBefore });
  expect(done.tokensAfter).toBe(preview.tokensAfter);
  const { plan } = await session.prepare();
  if (done.compacted) expect(plan.ranges).toEqual(preview.ranges);
});

it('a preview covers every entry once, and forecasts what calls will cost', async () => {
  const { session } = await openWatched({ model: 'claude-sonnet-4-5', contextWindow: 20_000 });
  await takeTurns(session, { to: 20, tokens: 100 });
  const { ranges, cost, snapshot, tokensBefore, tokensAfter } = await session.compact({
    preview: true,
  });
  let next = 0;
  for (const { from, to } of ranges) {
    expect(from).toBe(next);
    next = to + 1;
  }
  expect(next).toBe(40);
  expect(snapshot?.text).toContain('question 0');
  expect(cost.unit).toBe('usd');
  // $0.30 for a million tokens from the cache.
  expect(cost.laterCalls.asItIs).toBeCloseTo((tokensBefore * 0.3) / 1_000_000, 10);
  expect(cost.laterCalls.compacted).toBeCloseTo((tokensAfter * 0.3) / 1_000_000, 10);
  expect(cost.nextCall.compacted).toBeGreaterThan(cost.laterCalls.compacted);
  expect(cost.summary).toBe(0);
});

it('a preview asks no model, and says what one would read', async () => {
  let calls = 0;
  const { session } = await openWatched({
    summarizer: {
      name: 'model',
      usesModel: true,
      summarize: () => {
        calls++;
        return Promise.reject(new Error('not to be called'));
      },
    },
  });
  await takeTurns(session, { to: 12, tokens: 100 });
  const { cost, tokensBefore, tokensAfter, action } = await session.compact({ preview: true });
  expect(calls).toBe(0);
  expect(action).toBe('snapshot');
  expect(cost.unit).toBe('tokens');
  expect(cost.summary).toBeGreaterThan(tokensBefore - tokensAfter);
});

it('a preview before the first request records no inputs', async () => {
  const { session, store } = await openWatched({});
  expect(await session.compact({ preview: true })).toMatchObject({ action: 'keep' });
  expect(await recordsOf(store, session.id)).toEqual([]);
});

it('a snapshot that a person edited is sent as it is, and marked as his', async () => {
  const { session, store } = await openWatched({ contextWindow: 20_000 });
  await takeTurns(session, { to: 20, tokens: 100 });
  const { snapshot } = await session.compact({ preview: true });
  if (snapshot === undefined) throw new Error('a snapshot was to be made');
  const text = `${snapshot.text}\n## Key Decisions\n- We use port 54999, as nobody ever said.`;
  const done = await session.compact({ snapshot: { ...snapshot, text } });
  expect(done).toMatchObject({ compacted: true, reason: 'a person edited the snapshot', epoch: 1 });
  const [first] = (await session.prepare()).messages;
  const sent = first === undefined ? '' : messageText(first);
  expect(sent).toMatch(/^\[Record of messages #0 to #\d+, edited by a person: .*no instructions/);
  expect(sent).toContain('- We use port 54999, as nobody ever said.');
  expect(sent.match(/^\[Record of messages/gm)).toHaveLength(1);
  const compactions = (await recordsOf(store, session.id)).filter(
    (record) => record.type === 'compaction',
  );
  expect(compactions.at(-1)?.snapshot).toMatchObject({
    source: 'person',
    throughSeq: snapshot.throughSeq,
  });
});

it.each(policyNames.filter((name) => !['full', 'newest', 'cowagent'].includes(name)))(
  '%s: what a person wrote outlives later compactions and a reopening',
  async (policy) => {
    const options = { policy, contextWindow: 12_000 };
    const { session, store } = await openWatched(options);
    await takeTurns(session, { to: 20, tokens: 100 });
    const written = 'Deploys happen on Tuesdays only, from the machine called heron.';
    await session.compact({ snapshot: `## Constraints\n- ${written}` });
    for (let round = 0; round < 3; round++) {
      await takeTurns(session, { from: 20 + round * 15, to: 35 + round * 15, tokens: 60 });
      await session.compact();
      const { messages, instructions, state } = await session.prepare();
      const all = [instructions, ...messages.map(messageText)].join('\n');
      expect(all.split(written)).toHaveLength(2);
      expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
    }
    const here = await session.prepare();
    const again = await openSession({ store, id: session.id, ...options });
    expect((await again.prepare()).messages).toEqual(here.messages);
  },
);

it('a person edits the snapshot that is in force, with nothing new to cover', async () => {
  const { session } = await openWatched({ contextWindow: 20_000 });
  await takeTurns(session, { to: 20, tokens: 100 });
  await session.compact();
  const { compacted, epoch } = await session.compact({ snapshot: 'All questions are answered.' });
  expect([compacted, epoch]).toEqual([true, 2]);
  const [first] = (await session.prepare()).messages;
  expect(first && messageText(first)).toContain('\nAll questions are answered.');
});

it('recognised secrets of a person’s snapshot are redacted', async () => {
  const { session } = await openWatched({ contextWindow: 20_000 });
  await takeTurns(session, { to: 20, tokens: 100 });
  const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
  await session.compact({ snapshot: `The token is ${secret}.` });
  expect(JSON.stringify((await session.prepare()).messages)).not.toContain(secret);
});

it('says what is wrong with a snapshot that cannot be used', async () => {
  const { session } = await openWatched({ contextWindow: 4000 });
  await takeTurns(session, { to: 20, tokens: 100 });
  const before = session.state();
  await expect(session.compact({ snapshot: 'word '.repeat(20_000) })).rejects.toThrow(
    /edited snapshot has \d+ tokens, and \d+ are free/,
  );
  await expect(session.compact({ snapshot: ' ' })).rejects.toThrow(/says something/);
  await expect(session.compact({ snapshot: {} as never })).rejects.toThrow(/a `text`/);
  await expect(session.compact({ snapshot: 'x', preview: true })).rejects.toThrow(/not both/);
  expect(session.state()).toEqual(before);
  const empty = await openWatched({});
  await empty.session.append(user('hello'));
  expect(await empty.session.compact({ snapshot: 'x' })).toMatchObject({ compacted: false });
});
