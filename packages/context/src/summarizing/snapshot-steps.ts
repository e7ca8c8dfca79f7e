import type { JsonObject, NoteRecord, Snapshot, Store } from '@everlong/core';
import { snapshotFault } from '@everlong/core/internal';

import { MAX_NOTES_READ } from '../state/last-note.js';
import { usableRecords } from '../state/usable-records.js';

/** What was summarized of a range that is too long to be summarized at once. */
export interface SnapshotStep {
  /** The epoch whose snapshot the step extends; -1 if it extends none. */
  snapshotEpoch: number;
  fromSeq: number;
  /** The last entry that the step covers. */
  throughSeq: number;
  snapshot: Snapshot;
}

const NAME = 'snapshot-step';

/** The record that keeps a step, so that an interrupted compaction resumes there. */
export function stepRecord({ snapshot, ...place }: SnapshotStep): NoteRecord {
  const value = { ...place, snapshot: snapshot as unknown as JsonObject };
  return { type: 'note', name: NAME, value };
}

/** The last entry that a note knows of, if it keeps a step; else -1. */
export function stepEnd({ name, value }: NoteRecord): number {
  const { throughSeq } = value as Partial<SnapshotStep>;
  return name === NAME && Number.isSafeInteger(throughSeq) ? Number(throughSeq) : -1;
}

/**
 * The last step that was kept of a range that begins there and extends the same snapshot, and of
 * which the user has withdrawn nothing since; `undefined` without one.
 */
export async function lastStep(
  store: Store,
  sessionId: string,
  { snapshotEpoch, fromSeq, toSeq }: { snapshotEpoch: number; fromSeq: number; toSeq: number },
): Promise<SnapshotStep | undefined> {
  const newestFirst = { type: 'note', reverse: true, limit: MAX_NOTES_READ } as const;
  for await (const note of usableRecords(store, sessionId, newestFirst)) {
    const throughSeq = stepEnd(note);
    if (throughSeq < 0 || throughSeq >= toSeq) continue;
    const step = note.value as unknown as SnapshotStep;
    if (step.snapshotEpoch !== snapshotEpoch || step.fromSeq !== fromSeq) continue;
    if (snapshotFault(step.snapshot) !== undefined) continue;
    if (await isWithdrawnSince(store, sessionId, note.recordSeq, throughSeq)) continue;
    return step;
  }
  return undefined;
}

/** Whether a rewind after that record took back an entry up to `throughSeq`. */
async function isWithdrawnSince(
  store: Store,
  sessionId: string,
  recordSeq: number,
  throughSeq: number,
): Promise<boolean> {
  const later = { type: 'rewind', from: recordSeq } as const;
  for await (const { fromSeq } of usableRecords(store, sessionId, later)) {
    if (fromSeq <= throughSeq) return true;
  }
  return false;
}
