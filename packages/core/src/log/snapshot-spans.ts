import type { Snapshot, SnapshotSpan } from './snapshot.js';

interface CoveredEntries {
  /** The snapshot before, which the new one extends or is sent after. */
  previous?: Snapshot | undefined;
  /** The first and the last entry that it did not cover. */
  fromSeq: number;
  throughSeq: number;
  /** True if the snapshot before is still sent. */
  beside?: boolean | undefined;
}

/**
 * The span that each text of a new snapshot covers and, if the snapshot replaces others, what they
 * were.
 */
export function snapshotSpans(covered: CoveredEntries): SnapshotSpan[] {
  const { previous, fromSeq, throughSeq, beside = false } = covered;
  if (previous === undefined) return [{ fromSeq, throughSeq, depth: 1 }];
  const below = previous.spans ?? [
    { fromSeq: 0, throughSeq: previous.throughSeq, depth: previous.depth ?? 1 },
  ];
  if (beside) return [...below, { fromSeq, throughSeq, depth: 1 }];
  return [
    {
      fromSeq: Math.min(fromSeq, ...below.map((span) => span.fromSeq)),
      throughSeq,
      depth: (previous.depth ?? 1) + 1,
      foldedFrom: below.map(({ foldedFrom: _deeper, ...span }) => span),
    },
  ];
}
