import {
  createMemoryStore,
  messageText,
  type SessionRecord,
  StoreConflictError,
} from '@everlong/core';
import { quarters } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { openSession } from '../../src/session/open-session.js';
import type { Session } from '../../src/session-work/session.js';
import { exchange, openWatched, takeTurns } from '../support/watched-session.js';
import { assistant, user } from '../support/conversation.js';

async function sentBy(session: Session): Promise<string[]> {
  return (await session.prepare()).messages.map(messageText);
}

/** `question 0`, `answer 0` and so on: two entries a turn. */
async function talk(session: Session, turns: number, from = 0): Promise<void> {
  for (let turn = from; turn < from + turns; turn++) {
    await session.append([user(`question ${turn}`), assistant(`answer ${turn}`)]);
  }
}

describe('session.rewind', () => {
  it('keeps entries up to and including one, and sends nothing of those after it', async () => {
    const { session } = await openWatched({});
    await talk(session, 3);
    expect(await session.rewind(1)).toEqual({ rewound: true, fromSeq: 2, withdrawn: 4, epoch: 1 });
    await session.append(user('another question'));
    expect(await sentBy(session)).toEqual(['question 0', 'answer 0', 'another question']);
    expect(session.state().epoch).toBe(1);
    const { plan } = await session.prepare();
    expect(plan.ranges.map(({ from, to, disposition }) => [from, to, disposition])).toEqual([
      [0, 1, 'verbatim'],
      [2, 5, 'withdrawn'],
      [6, 6, 'verbatim'],
    ]);
    expect(plan.explain(4)).toMatchObject({ disposition: 'withdrawn', tokens: 0 });
  });

  it('takes an id, and -1 for none', async () => {
    const { session } = await openWatched({});
    const [first] = await session.append([user('one'), assistant('two'), user('three')]);
    expect((await session.rewind(first?.id ?? '')).fromSeq).toBe(1);
    expect(await sentBy(session)).toEqual(['one']);
    expect(await session.rewind(-1)).toMatchObject({ rewound: true, fromSeq: 0, withdrawn: 1 });
    expect((await session.prepare()).messages).toEqual([]);
    await session.append(user('anew'));
    expect(await sentBy(session)).toEqual(['anew']);
  });

  it('withdraws an exchange whole', async () => {
    const { session } = await openWatched({});
    await session.append([user('do it'), ...exchange('call-1'), ...exchange('call-2')]);
    expect((await session.rewind(3)).fromSeq).toBe(3);
    expect(await sentBy(session)).toHaveLength(3);
    await session.append(exchange('call-3'));
    expect((await session.rewind(6)).rewound).toBe(false);
    expect((await session.rewind(5)).fromSeq).toBe(5);
  });

  it('does nothing where nothing came after, and says so', async () => {
    const { session, records } = await openWatched({});
    await talk(session, 2);
    expect(await session.rewind(3)).toEqual({ rewound: false, fromSeq: 4, withdrawn: 0, epoch: 0 });
    await session.rewind(1);
    expect(await session.rewind(1)).toMatchObject({ rewound: false, epoch: 1 });
    expect(await records('rewind')).toHaveLength(1);
  });

  it('refuses what is not there, and what was withdrawn', async () => {
    const { session } = await openWatched({});
    await talk(session, 2);
    await session.rewind(1);
    for (const place of [4, -2, 0.5, Number.NaN, 'no such id']) {
      await expect(session.rewind(place)).rejects.toThrow(/entries 0 to 3/);
    }
    await expect(session.rewind(3)).rejects.toThrow(
      /withdrawn before. Fork the session at entry 3/,
    );
  });

  it('leaves search, expand and the ledger without what it withdrew, and the log whole', async () => {
    const { session } = await openWatched({});
    await session.append([user('use port 8443'), assistant('done'), user('no, port 9553')]);
    await session.rewind(1);
    expect(await session.search('port')).toHaveLength(1);
    expect(await session.search('port', { withdrawn: true })).toHaveLength(2);
    expect(await session.expand([0, 2])).toHaveLength(1);
    expect(await session.expand([0, 2], { withdrawn: true })).toHaveLength(2);
    await session.append([user('go on'), assistant('yes')]);
    await session.compact();
    expect(JSON.stringify(await session.prepare())).not.toContain('9553');
    const kept = [];
    for await (const entry of session.entries()) kept.push(messageText(entry.message));
    expect(kept).toContain('no, port 9553');
  });

  it('drops the snapshots that know what it withdrew, and puts the one before into force', async () => {
    const { session, records } = await openWatched({ policy: 'supyagent', contextWindow: 8000 });
    await takeTurns(session, { to: 12, tokens: 60 });
    await session.compact();
    const early = await session.prepare();
    await takeTurns(session, { from: 12, to: 30, tokens: 60 });
    await session.compact();
    const compactions = await records('compaction');
    const first = compactions[0]?.throughSeq ?? 0;
    expect(compactions.length).toBeGreaterThan(1);
    await session.rewind(first);
    const rewound = session.state();
    const [record] = await records('rewind');
    expect(record).toMatchObject({ snapshotEpoch: compactions[0]?.epoch, fromSeq: first + 1 });
    expect(rewound.lastCompaction?.throughSeq).toBe(first);
    expect(rewound.used.summary).toBe(early.state.used.summary);
    await session.rewind(5);
    expect(session.state()).toMatchObject({ used: { summary: 0 } });
    await session.append(user('go on'));
    expect(await sentBy(session)).toHaveLength(7);
  });

  it('forgets pins, approvals and unanswered calls of what it withdrew', async () => {
    const { session } = await openWatched({});
    await session.append([user('hello'), assistant('hi'), user('pinned'), exchange('call-1')[0]!]);
    await session.pin(2);
    await session.prepare();
    await session.rewind(1);
    await session.pin(3);
    await session.append([...exchange('call-1').slice(1), user('go on')]);
    await session.compact();
    const sent = await sentBy(session);
    expect(sent.slice(-2)).toEqual(['hi', 'go on']);
    expect(sent.join()).not.toMatch(/pinned|call-1/);
  });

  it('is seen by other processes and by forks, and not by forks of before', async () => {
    const store = createMemoryStore();
    const { session } = await openWatched({ store });
    await talk(session, 3);
    const other = await openSession({ store, id: session.id, tokenizer: quarters });
    await session.rewind(1);
    await session.append(user('new'));
    expect(await sentBy(other)).toEqual(['question 0', 'answer 0', 'new']);
    const forked = await session.fork();
    expect(await sentBy(forked)).toEqual(['question 0', 'answer 0', 'new']);
    const before = await session.fork(5);
    expect(await sentBy(before)).toContain('question 2');
    expect(before.state().epoch).toBe(0);
  });

  it('lets no compaction of another process commit that was decided before it', async () => {
    const store = createMemoryStore();
    const { session, records } = await openWatched({ store });
    await talk(session, 3);
    await session.rewind(1);
    const [rewind] = await records('rewind');
    const late: SessionRecord = {
      type: 'compaction',
      epoch: 1,
      previousEpoch: 0,
      kind: 'trim',
      throughSeq: 5,
      ranges: [{ from: 0, to: 5, disposition: 'verbatim', reason: 'kept', tokens: 0 }],
      reason: 'decided before',
      createdAt: new Date().toISOString(),
    };
    const conflict = store.appendRecord(session.id, late, { expectedEpoch: 0 });
    await expect(conflict).rejects.toSatisfy(StoreConflictError.isInstance);
    expect(rewind).toMatchObject({ epoch: 1, previousEpoch: 0, throughSeq: 5 });
    // A version of everlong that knows no rewinds does not look.
    await store.appendRecord(session.id, late);
    await session.append(user('new'));
    expect(await sentBy(session)).toEqual(['question 0', 'answer 0', 'new']);
  });

  it('explains the requests of the past as they were', async () => {
    const { session } = await openWatched({});
    await session.append(user('first'));
    await session.prepare();
    await session.append(assistant('one'));
    await session.append(user('second'));
    const past = await session.prepare();
    await session.append(assistant('two'));
    await session.rewind(1);
    await session.append(user('another'));
    await session.prepare();
    await session.append(assistant('three'));
    const explained = await session.explain({ atSeq: 3 });
    expect(explained.messages).toEqual(past.messages);
    expect(explained.plan.ranges).toEqual(past.plan.ranges);
    expect((await session.explain({ atSeq: 5 })).messages.map(messageText)).toEqual([
      'first',
      'one',
      'another',
    ]);
  });

  it('undoes a clearing of the context that it goes back past, and keeps one before', async () => {
    const { session } = await openWatched({});
    await talk(session, 2);
    await session.clear();
    await talk(session, 2, 2);
    await session.rewind(5);
    await session.append(user('now'));
    expect(await sentBy(session)).toEqual(['question 2', 'answer 2', 'now']);
    await session.rewind(1);
    await session.append(user('now'));
    expect(await sentBy(session)).toEqual(['question 0', 'answer 0', 'now']);
  });

  it('tells the hook', async () => {
    const seen: number[] = [];
    const { session } = await openWatched({
      hooks: { onRewind: ({ record }) => void seen.push(record.fromSeq) },
    });
    await talk(session, 2);
    await session.rewind(1);
    expect(seen).toEqual([2]);
  });
});

describe('what a person and the agent did by hand', () => {
  it('leaves with the entries that it belongs to: notes of withdrawn entries are gone', async () => {
    const { session, store } = await openWatched({});
    await session.append([user('hello'), assistant('hi')]);
    await session.note('rule', 'Never restart heron.');
    await talk(session, 1);
    await session.note('rule', 'Restart heron at will.');
    await session.note('port', 'It is 9553.');
    await session.rewind(1);
    expect(session.notes().map(({ text }) => text)).toEqual(['Never restart heron.']);
    await session.note('host', 'It is heron.');
    await talk(session, 20, 1);
    await session.append(user('go on'));
    await session.compact();
    const sent = (await sentBy(session)).join('\n');
    expect(sent).toContain('It is heron.');
    expect(sent).not.toMatch(/9553|at will/);
    const again = await openSession({ store, id: session.id, tokenizer: quarters });
    expect(again.notes()).toEqual(session.notes());
  });

  it('lets a compaction be undone that a rewind put into force again, and none it went behind', async () => {
    const { session, records } = await openWatched({ policy: 'supyagent', contextWindow: 8000 });
    await takeTurns(session, { to: 12, tokens: 60 });
    await session.compact();
    await takeTurns(session, { from: 12, to: 20, tokens: 60 });
    await session.compact();
    const [first] = await records('compaction');
    await session.rewind(first?.throughSeq ?? 0);
    await session.append(user('go on'));
    expect(await session.undoCompaction()).toMatchObject({ compacted: true });
    const sent = await sentBy(session);
    expect(sent.filter((text) => text.startsWith('question'))).toHaveLength(12);
    expect(sent.at(-1)).toBe('go on');
    const { plan } = await session.prepare();
    expect(plan.explain((first?.throughSeq ?? 0) + 3)?.disposition).toBe('withdrawn');
    expect((await session.undoCompaction()).compacted).toBe(false);
  });
});
