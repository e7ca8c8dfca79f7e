import type { JsonObject, NoteRecord, Snapshot, Store } from '@everlong/core';

import { lastNote } from '../state/last-note.js';

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
  const note = await lastNote(store, sessionId, NAME);
  if (note === undefined) return undefined;
  const step = note.value as unknown as SnapshotStep;
  const isSame =
    step.epoch === epoch && step.fromSeq === fromSeq && Number.isSafeInteger(step.throughSeq);
  return isSame && step.throughSeq < toSeq ? step : undefined;
}
