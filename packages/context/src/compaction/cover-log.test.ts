import type { EntryRange, TextCut } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import { coverLog } from './cover-log.js';
import type { KeptGroup } from './fit-groups.js';
import type { MessageGroup, RenderedEntry } from '../rendering/message-group.js';

const CUT: TextCut = {
  overCharacters: 2000,
  headCharacters: 1000,
  tailCharacters: 500,
  roles: ['tool'],
};

/** A group of these entries; an empty one holds nothing to send. */
function group(from: number, to = from, isEmpty = false): MessageGroup {
  const omission: RenderedEntry = {
    seq: from,
    messages: [],
    disposition: 'omitted',
    reason: 'blank',
    losses: [],
  };
  return {
    from,
    to,
    entries: [],
    rendered: isEmpty ? [omission] : [],
    messages: isEmpty ? [] : [{ role: 'user', content: 'x' }],
    tokens: 10,
    startsTurn: false,
  };
}

const kept = (from: number, to = from, how: Partial<KeptGroup> = {}): KeptGroup => ({
  group: group(from, to),
  tokens: 10,
  ...how,
});

interface Log {
  head?: number;
  groups?: MessageGroup[];
  /** The ranges of the epoch that ends. */
  ranges?: EntryRange[];
  entryCount?: number;
  /** The newest entry that the user cleared. */
  clearedThrough?: number;
  withdrawn?: { from: number; to: number }[];
}

function cover(log: Log, keptGroups: KeptGroup[], coveredThrough = -1): EntryRange[] {
  const {
    clearedThrough = -1,
    head = 0,
    groups = [],
    ranges,
    entryCount = 10,
    withdrawn = [],
  } = log;
  const state = {
    head: Array.from({ length: head }),
    groups: { list: () => groups },
    compaction: ranges === undefined ? undefined : { ranges },
    entryCount,
    withdrawn,
  } as unknown as Parameters<typeof coverLog>[0];
  return coverLog(state, keptGroups, { coveredThrough, clearedThrough, reason: 'no room' });
}

/** Ranges in short: the entries, what became of them and why. */
function brief(ranges: readonly EntryRange[]): string[] {
  return ranges.map(
    ({ from, to, disposition, reason }) => `${from}-${to} ${disposition}: ${reason}`,
  );
}

describe('coverLog', () => {
  const cases: [string, EntryRange[], string[]][] = [
    ['drops all of which nothing is kept', cover({}, []), ['0-9 dropped: no room']],
    [
      'keeps groups, joins neighbours, and drops what is between',
      cover({}, [kept(2, 3), kept(4), kept(8, 9)]),
      ['0-1 dropped: no room', '2-4 verbatim: kept', '5-7 dropped: no room', '8-9 verbatim: kept'],
    ],
    [
      'calls summarized what the snapshot covers, and drops what is left out behind it',
      cover({}, [kept(9)], 6),
      ['0-6 summarized: in the snapshot', '7-8 dropped: no room', '9-9 verbatim: kept'],
    ],
    [
      'keeps an older group although the snapshot covers it',
      cover({}, [kept(3), kept(9)], 8),
      [
        '0-2 summarized: in the snapshot',
        '3-3 verbatim: kept',
        '4-8 summarized: in the snapshot',
        '9-9 verbatim: kept',
      ],
    ],
    [
      'leaves `system` entries at the head in the instructions',
      cover({ head: 2 }, [kept(9)], 8),
      ['0-1 verbatim: instructions', '2-8 summarized: in the snapshot', '9-9 verbatim: kept'],
    ],
    [
      'omits what has nothing to send, unless the snapshot covers it',
      cover({ groups: [group(1, 1, true), group(8, 8, true)] }, [kept(9)], 5),
      [
        '0-5 summarized: in the snapshot',
        '6-7 dropped: no room',
        '8-8 omitted: blank',
        '9-9 verbatim: kept',
      ],
    ],
    [
      'keeps the omission that ends the log, which is on record only',
      cover(
        { ranges: [{ from: 9, to: 9, disposition: 'omitted', reason: 'blank', tokens: 0 }] },
        [kept(7)],
        6,
      ),
      [
        '0-6 summarized: in the snapshot',
        '7-7 verbatim: kept',
        '8-8 dropped: no room',
        '9-9 omitted: blank',
      ],
    ],
    [
      'drops what the user cleared for that reason, whatever a snapshot covers',
      cover({ head: 1, clearedThrough: 6, groups: [group(3, 3, true)] }, [kept(9)], 4),
      [
        '0-0 verbatim: instructions',
        '1-6 dropped: the user cleared the context',
        '7-8 dropped: no room',
        '9-9 verbatim: kept',
      ],
    ],
    ['covers an empty log with no range', cover({ entryCount: 0 }, []), []],
    [
      'sorts what is kept by its place',
      cover({ entryCount: 2 }, [kept(1), kept(0, 0, { masked: true })]),
      ['0-0 masked: an old tool result', '1-1 verbatim: kept'],
    ],
  ];

  it.each(cases)('%s', (_, ranges, expected) => {
    expect(brief(ranges)).toEqual(expected);
  });

  it.each<[string, Partial<KeptGroup>, Partial<EntryRange>]>([
    ['masked', { masked: true }, { disposition: 'masked', reason: 'an old tool result' }],
    [
      'without its files',
      { withoutFiles: true },
      { disposition: 'truncated', reason: 'over the limit of files', withoutFiles: true },
    ],
    [
      'cut to its share',
      { maxTokens: 5, cut: CUT },
      { disposition: 'truncated', reason: 'longer than its share', maxTokens: 5, cut: CUT },
    ],
    [
      'with its long texts cut',
      { cut: CUT },
      { disposition: 'truncated', reason: 'longer than 2000 characters', cut: CUT },
    ],
  ])('says how a group is kept: %s', (_, how, expected) => {
    const range = { from: 0, to: 1, tokens: 10, ...expected };
    expect(cover({ entryCount: 2 }, [kept(0, 1, how)])).toEqual([range]);
  });

  it('says of what the user withdrew that it is, wherever it stands', () => {
    const withdrawn = [
      { from: 1, to: 2 },
      { from: 5, to: 5 },
      { from: 8, to: 9 },
    ];
    const ranges = cover({ withdrawn, clearedThrough: 3 }, [kept(7)], 6);
    expect(ranges.map(({ from, to, disposition }) => [from, to, disposition])).toEqual([
      [0, 0, 'dropped'],
      [1, 2, 'withdrawn'],
      [3, 3, 'dropped'],
      [4, 4, 'summarized'],
      [5, 5, 'withdrawn'],
      [6, 6, 'summarized'],
      [7, 7, 'verbatim'],
      [8, 9, 'withdrawn'],
    ]);
  });
});
