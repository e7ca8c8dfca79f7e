import type { CompactionRecord, RewindRecord, Snapshot } from '@everlong/core';

/** The record that starts an epoch. */
export function compaction(epoch: number, snapshot?: Snapshot): CompactionRecord {
  return {
    type: 'compaction',
    epoch,
    previousEpoch: epoch - 1,
    kind: snapshot === undefined ? 'trim' : 'snapshot',
    throughSeq: 0,
    ranges: [{ from: 0, to: 0, disposition: 'dropped', reason: 'over budget', tokens: 0 }],
    reason: 'hard limit',
    createdAt: '2026-01-01T00:00:00.000Z',
    ...(snapshot === undefined ? {} : { snapshot }),
  };
}

/** A snapshot with text that is awkward to store. */
export const sampleSnapshot: Snapshot = {
  text: '## Files Modified\n- `src/a.ts` "quoted"\n\n## Key Decisions\n- 東京 🙂 \u2028 \\',
  tokens: 12,
  throughSeq: 0,
  messagesCovered: 1,
  firstAt: '2026-01-01T00:00:00.000Z',
  lastAt: '2026-01-02T00:00:00.000Z',
  source: 'extractive',
  sections: { 'Files Modified': ['src/a.ts'], __proto__x: [] },
  ledger: [
    {
      value: 'src/a.ts',
      kind: 'path',
      cue: 'edited',
      firstSeq: 0,
      lastSeq: 0,
      occurrences: 1,
      spokenUses: 0,
    },
  ],
};

/** The record of a rewind, which starts an epoch too. */
export function rewind(epoch: number, fromSeq: number): RewindRecord {
  return {
    type: 'rewind',
    epoch,
    previousEpoch: epoch - 1,
    fromSeq,
    reason: 'the user rewound the conversation',
  };
}
