import type { EntryRange, ModelMessage } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import { assembleMessages } from './assemble-messages.js';
import { gapTokensOf, leftOutOf } from './gap-marks.js';
import { createCounter } from './counter.js';
import type { MessageGroup } from './message-group.js';
import { policyContextOf } from '../../test/support/watched-session.js';
import { createPolicy } from '../presets/create-policy.js';
import { assistant, user } from '../../test/support/conversation.js';

/** Groups of the messages of the assistant with these numbers. */
async function groupsOf(...seqs: number[]): Promise<MessageGroup[]> {
  const all = Array.from({ length: 40 }, (_, seq) => assistant(`text ${seq}`));
  const { groups } = await policyContextOf(createPolicy('everlong'), all, 200_000);
  return groups.filter(({ from }) => seqs.includes(from));
}

const summary = user('[Record of messages #0 to #9]');

function epochOf(groups: readonly MessageGroup[], gone: Partial<EntryRange>[], throughSeq = 9) {
  const ranges = gone.map((range): EntryRange => {
    const { from = 0, to = 0, disposition = 'summarized' } = range;
    return { from, to, disposition, reason: 'in the snapshot', tokens: 0 };
  });
  return { compaction: { ranges }, snapshot: { throughSeq }, groups: { list: () => groups } };
}

function sentOf(
  groups: readonly MessageGroup[],
  gone: Partial<EntryRange>[],
  opening: ModelMessage[] = [summary],
) {
  const leftOut = leftOutOf(epochOf(groups, gone));
  const messages = assembleMessages({ opening, groups, injections: [], leftOut });
  return messages.slice(opening.length).map(({ content }) => content);
}

describe('gap marks', () => {
  it('say what is left out, once for each gap', async () => {
    const groups = await groupsOf(2, 4, 5, 9, 10);
    const gone = [
      { from: 0, to: 1 },
      { from: 3, to: 3 },
      { from: 6, to: 7 },
      { from: 8, to: 8, disposition: 'dropped' as const },
    ];
    expect(sentOf(groups, gone)).toEqual([
      '[#0–#1 left out]',
      'text 2',
      '[#3 left out]',
      'text 4',
      '[no new message]',
      'text 5',
      '[#6–#8 left out]',
      'text 9',
      '[no new message]',
      'text 10',
    ]);
  });

  it('stand only where a message could be taken for what came of the one before it', async () => {
    const said = [
      user('Do one.'),
      assistant('It is done.'),
      user('Do two.'),
      assistant('It is done too.'),
      user('$ run\n<output>two</output>\n$'),
    ];
    const log = said.flatMap((message) => [message, user('gone'), assistant('gone')]);
    const { groups } = await policyContextOf(createPolicy('everlong'), log, 200_000);
    const kept = groups.filter((_, index) => index % 3 === 0);
    const gone = kept.map(({ to }) => ({ from: to + 1, to: to + 2 }));
    expect(sentOf(kept, gone)).toEqual([
      'Do one.',
      'It is done.',
      'Do two.',
      'It is done too.',
      '[#10–#11 left out]',
      '$ run\n<output>two</output>\n$',
    ]);
  });

  it('do not say again what the snapshot says of the entries before the first one', async () => {
    expect(sentOf(await groupsOf(10), [{ from: 0, to: 9 }])).toEqual(['text 10']);
  });

  it('do not open a request', async () => {
    const opened = ['[the conversation up to here is not shown]', 'text 2'];
    expect(sentOf(await groupsOf(2), [{ from: 0, to: 1 }], [])).toEqual(opened);
  });

  it('name nothing that the user withdrew, that was empty or that he cleared', async () => {
    const groups = await groupsOf(2, 4, 6);
    const gone = [
      { from: 0, to: 1 },
      { from: 3, to: 3, disposition: 'withdrawn' as const },
      { from: 5, to: 5, disposition: 'omitted' as const },
    ];
    const epoch = epochOf(groups, gone);
    expect(leftOutOf(epoch)).toEqual([expect.objectContaining({ from: 0, to: 1 })]);
    const cleared = { ...epoch.compaction, clearedThrough: 1 };
    expect(leftOutOf({ ...epoch, compaction: cleared })).toEqual([]);
  });

  it('are the same objects each time, so that they are counted once', async () => {
    const groups = await groupsOf(2, 9);
    const leftOut = leftOutOf(epochOf(groups, [{ from: 3, to: 8 }]));
    const [first, second] = [0, 1].map(() =>
      assembleMessages({ opening: [], groups, injections: [], leftOut }),
    );
    expect(first?.[2]?.content).toBe('[#3–#8 left out]');
    expect(first?.[2]).toBe(second?.[2]);
  });

  it('are reckoned with, one for each run of groups', async () => {
    const counter = createCounter({ name: 'ones', source: 'heuristic', count: () => 6 });
    expect(gapTokensOf(await groupsOf(2, 3, 7, 9, 10), counter)).toBe(3 * 10);
    expect(gapTokensOf(await groupsOf(0, 1, 2), counter)).toBe(0);
    expect(gapTokensOf([], counter)).toBe(0);
  });
});
