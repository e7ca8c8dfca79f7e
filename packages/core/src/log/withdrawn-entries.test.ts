import { describe, expect, it } from 'vitest';

import type { SessionRecord } from './record.js';
import {
  completeRecord,
  epochAfter,
  isWithdrawn,
  remainingRanges,
  withdrawnRanges,
} from './withdrawn-entries.js';

describe('withdrawn entries', () => {
  it('are the union of what rewinds withdrew', () => {
    expect(withdrawnRanges([])).toEqual([]);
    const rewinds = [
      { fromSeq: 4, throughSeq: 5 },
      { fromSeq: 9, throughSeq: 12 },
      { fromSeq: 3, throughSeq: 6 },
      { fromSeq: 7, throughSeq: 7 },
    ];
    const ranges = withdrawnRanges(rewinds);
    expect(ranges).toEqual([
      { from: 3, to: 7 },
      { from: 9, to: 12 },
    ]);
    const seqs = Array.from({ length: 14 }, (_, seq) => seq);
    expect(seqs.filter((seq) => !isWithdrawn(ranges, seq))).toEqual([0, 1, 2, 8, 13]);
  });

  it('leave what is around them', () => {
    const withdrawn = [
      { from: 3, to: 7 },
      { from: 9, to: 12 },
    ];
    expect(remainingRanges(withdrawn, { from: 0, to: 20 })).toEqual([
      { from: 0, to: 2 },
      { from: 8, to: 8 },
      { from: 13, to: 20 },
    ]);
    expect(remainingRanges(withdrawn, { from: 4, to: 6 })).toEqual([]);
    expect(remainingRanges(withdrawn, { from: 5, to: 10 })).toEqual([{ from: 8, to: 8 }]);
    expect(remainingRanges([], { from: 5, to: 4 })).toEqual([]);
  });

  it('reach to the newest entry where the record does not say', () => {
    const rewind = {
      type: 'rewind',
      epoch: 4,
      previousEpoch: 3,
      fromSeq: 2,
      reason: 'any',
    } as const;
    expect(completeRecord(rewind, 6)).toEqual({ ...rewind, throughSeq: 5 });
    expect(completeRecord({ ...rewind, throughSeq: 3 }, 6)).toEqual({ ...rewind, throughSeq: 3 });
    const pin: SessionRecord = { type: 'pin', seq: 1, pinned: true };
    expect(completeRecord(pin, 6)).toBe(pin);
    expect([epochAfter(rewind, 3), epochAfter(pin, 3)]).toEqual([4, 3]);
  });
});
