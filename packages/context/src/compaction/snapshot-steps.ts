import type { JsonObject, NoteRecord, Snapshot, Store } from '@everlong/core';

/** What was summarized of a range that is too long to be summarized at once. */
export interface SnapshotStep {
  /** The epoch whose snapshot, if it has one, the step extends. */
  epoch: number;
  fromSeq: number;
  /** The last entry that the step covers. */
  throughSeq: number;
  snapshot: Snapshot;
}

const NAME = 'snapshot-step';

/** Other notes that are passed over in search of the newest step. */
const MAX_NOTES_READ = 64;

/** The record that keeps a step, so that an interrupted compaction resumes there. */
export function stepRecord({ epoch, fromSeq, throughSeq, snapshot }: SnapshotStep): NoteRecord {
  const value = { epoch, fromSeq, throughSeq, snapshot: snapshot as unknown as JsonObject };
  return { type: 'note', name: NAME, value };
}

/** The last step that was kept of this very range; `undefined` without one. */
export async function lastStep(
  store: Store,
  sessionId: string,
  { epoch, fromSeq, toSeq }: { epoch: number; fromSeq: number; toSeq: number },
): Promise<SnapshotStep | undefined> {
  const newestFirst = { type: 'note', reverse: true, limit: MAX_NOTES_READ } as const;
  for await (const record of store.readRecords(sessionId, newestFirst)) {
    if (record.type !== 'note' || record.name !== NAME) continue;
    const step = record.value as unknown as SnapshotStep;
    const isSame = step.epoch === epoch && step.fromSeq === fromSeq;
    return isSame && step.throughSeq < toSeq ? step : undefined;
  }
  return undefined;
}
