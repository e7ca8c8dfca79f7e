import type { Snapshot, SummarizeInput } from '@everlong/core';

import { createSnapshot } from '../snapshot/create-snapshot.js';
import { updateLedger } from '../ledger/ledger.js';
import { mergeSections } from '../changes/merge-sections.js';
import { firstWords } from '../reading/quote.js';
import type { Sections } from '../sections/section-names.js';
import type { Sources } from '../sections/source-index.js';
import type { WrittenRecord } from './write-summary.js';

/** How much of a line that holds no longer is named beside the snapshot in which it stands. */
const ENDED_WORDS = 16;

/**
 * The snapshot of a record that a model wrote: with what does not depend on the model, and with what
 * verifying it found. `extracted` is what code found in the input's entries.
 */
export function completeRecord(
  input: SummarizeInput,
  written: WrittenRecord,
  extracted: Sections,
  sources: Sources,
): Snapshot {
  const { previous, entries } = input;
  const { record, claimed, checked, struck, refused, isUpdate } = written;
  const merged = mergeSections({
    record,
    claimed,
    extracted,
    previous: previous?.sections ?? {},
    entries,
    sources,
  });
  const ledger = updateLedger(previous?.ledger ?? [], entries);
  const ended = input.beside === true ? endedLines(written) : {};
  const snapshot = createSnapshot(input, merged.sections, ledger, 'model', ended);
  const { restored } = merged;
  snapshot.verification = { checked, struck, restored, ...(isUpdate ? { refused } : {}) };
  return snapshot;
}

/** What stands in the snapshots beside this one and holds no longer. */
function endedLines({ ended }: WrittenRecord): Sections {
  const lines: Sections = {};
  for (const { section, line, evidence, isClosed } of ended) {
    const words = firstWords(line, ENDED_WORDS, ENDED_WORDS * 8);
    const said = words.length < line.length ? `${words} […]` : words;
    const lead = isClosed ? 'Done or no longer so' : 'Out of date';
    (lines[section] ??= []).push(`${lead}, see #${evidence}: ${said}`);
  }
  return lines;
}
