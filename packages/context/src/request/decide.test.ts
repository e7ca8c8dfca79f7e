import { describe, expect, it } from 'vitest';

import { decide } from './decide.js';
import type { RequestView } from './request-view.js';
import type { CompactionDecision, PolicyDecision } from '../policies/policy.js';
import type { MessageGroup } from '../rendering/message-group.js';

const INPUT_BUDGET = 1000;
/** Five of a hundred: what a compaction must free to be worth a new prefix. */
const GROUP_TOKENS = 40;

/** Ten user messages; the last one is the newest. */
const groups = Array.from({ length: 10 }, (_, index): MessageGroup => ({
  from: index,
  to: index,
  entries: [],
  rendered: [],
  messages: [{ role: 'user', content: 'x' }],
  tokens: GROUP_TOKENS,
  startsTurn: true,
}));

interface Situation {
  fits?: boolean;
  epochChange?: string;
  unreadThrough?: number;
  /** The newest entry when the epoch began. */
  throughSeq?: number;
  asksModel?: boolean;
  unlimited?: boolean;
  byHand?: PolicyDecision;
}

function viewOf({ fits = true, unreadThrough = -1, ...situation }: Situation): RequestView {
  const { throughSeq, epochChange, asksModel = false, unlimited = false } = situation;
  const compactNow = (): PolicyDecision => situation.byHand ?? KEEP;
  const last = throughSeq === undefined ? undefined : { throughSeq };
  return {
    state: { unreadThrough, compaction: last, entryCount: groups.length, pins: new Set() },
    config: {
      policy: { unlimited, compactNow },
      settings: {},
      sizes: { masked: () => GROUP_TOKENS / 2 },
    },
    context: { groups, latestUser: groups.length - 1, asksModel, sinceSnapshot: {} },
    budget: { inputBudget: INPUT_BUDGET },
    fits,
    epochChange,
  } as unknown as RequestView;
}

const KEEP: PolicyDecision = { action: 'keep', reason: 'nothing is due' };

function compaction(given: Partial<CompactionDecision> = {}): CompactionDecision {
  return { action: 'snapshot', firstKept: 5, maxTokens: 500, reason: 'too long', ...given };
}

/** All that a compaction leaves is what fits. */
const KEEPS_ALL = { action: 'trim', firstKept: 0, maxTokens: INPUT_BUDGET } as const;

describe('decide', () => {
  const cases: [string, Situation, PolicyDecision, Partial<CompactionDecision> | PolicyDecision][] =
    [
      ['keeps what the policy keeps', {}, KEEP, KEEP],
      ['compacts as the policy asks', {}, compaction(), compaction()],
      [
        'makes no compaction that frees less than a twentieth of the budget',
        {},
        compaction({ firstKept: 1 }),
        { action: 'keep', reason: 'nothing to gain' },
      ],
      [
        'makes one that a documented trigger asks for, however little it frees',
        {},
        compaction({ firstKept: 1, required: true }),
        { action: 'snapshot', firstKept: 1 },
      ],
      [
        'makes a trim however little it frees',
        {},
        compaction({ action: 'trim', firstKept: 1 }),
        { action: 'trim', firstKept: 1 },
      ],
      [
        'makes no trim that frees nothing',
        {},
        compaction({ action: 'trim', firstKept: 0 }),
        { action: 'keep', reason: 'nothing to gain' },
      ],
      [
        'counts what masks save, and no more',
        {},
        compaction({ firstKept: 2, firstMasked: 0 }),
        { action: 'keep', reason: 'nothing to gain' },
      ],
      [
        'masks where the policy only masks',
        {},
        compaction({ action: 'mask', firstKept: 0 }),
        { action: 'mask' },
      ],
      [
        'compacts once only while nothing new has come',
        { throughSeq: 9 },
        compaction(),
        { action: 'keep', reason: 'nothing to gain' },
      ],
      [
        'compacts what does not fit, however little it frees',
        { fits: false, throughSeq: 9 },
        compaction({ firstKept: 1 }),
        compaction({ firstKept: 1 }),
      ],
      [
        'compacts what does not fit although the policy would keep it',
        { fits: false },
        KEEP,
        { ...KEEPS_ALL, reason: 'the request did not fit' },
      ],
      [
        'asks for a compaction by hand where the log is longer than what was read',
        { fits: false, unreadThrough: 3, byHand: compaction({ reason: 'asked for' }) },
        KEEP,
        compaction({ reason: 'asked for' }),
      ],
      [
        'cuts to the budget where even that keeps everything',
        { fits: false, unreadThrough: 3 },
        KEEP,
        { ...KEEPS_ALL, reason: 'the request did not fit' },
      ],
      [
        'begins an epoch that keeps everything when the inputs changed',
        { epochChange: 'the tools changed' },
        KEEP,
        { ...KEEPS_ALL, reason: 'the tools changed' },
      ],
      [
        'and keeps without bound where the policy has none',
        { epochChange: 'the tools changed', unlimited: true },
        KEEP,
        { action: 'trim', maxTokens: Number.MAX_SAFE_INTEGER },
      ],
      [
        'compacts in the same epoch where that is due too, for both reasons',
        { epochChange: 'the tools changed' },
        compaction({ firstKept: 1 }),
        compaction({ firstKept: 1, reason: 'the tools changed; too long' }),
      ],
      [
        'lets a snapshot by a model wait until the epoch of the new inputs has begun',
        { epochChange: 'the tools changed', asksModel: true },
        compaction({ mayWait: true }),
        { ...KEEPS_ALL, reason: 'the tools changed' },
      ],
    ];

  it.each(cases)('%s', (_, situation, asked, expected) => {
    expect(decide(viewOf(situation), asked)).toMatchObject(expected);
  });
});
