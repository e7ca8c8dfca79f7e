import type { Snapshot, SummarizeInput } from '@everlong/core';

import { createSnapshot } from '../snapshot/create-snapshot.js';
import { updateLedger } from '../ledger/ledger.js';
import { mergeSections } from '../changes/merge-sections.js';
import { entryActions } from '../actions/entry-actions.js';
import { firstWords } from '../reading/quote.js';
import type { Sections } from '../sections/section-names.js';
import type { SourceIndex } from '../sections/source-index.js';
import type { WrittenSummary } from './summary-draft.js';

/** The length of the quote of an outdated line of an earlier snapshot. */
const ENDED_WORDS = 16;

/**
 * Creates the snapshot of a summary by a model: adds what does not depend on the model, and the
 * result of the verification. `extracted` is what code found in the input's entries.
 */
export function completeSnapshot(
  input: SummarizeInput,
  written: WrittenSummary,
  extracted: Sections,
  sources: SourceIndex,
): Snapshot {
  const { previous, entries } = input;
  const { sections, claimed, checked, struck, refused, isUpdate } = written;
  const merged = mergeSections({
    written: sections,
    claimed,
    extracted,
    previous: previous?.sections ?? {},
    entries,
    sources,
  });
  const ledger = updateLedger(previous?.ledger ?? [], entries);
  const snapshot = createSnapshot(input, {
    sections: merged.sections,
    actions: entryActions(entries),
    ledger,
    source: 'model',
    leadingLines: input.beside === true ? endedLines(written) : {},
  });
  const { restored } = merged;
  snapshot.verification = { checked, struck, restored, ...(isUpdate ? { refused } : {}) };
  return snapshot;
}

/** Lines about what is outdated in the snapshots sent before this one. */
function endedLines({ ended }: WrittenSummary): Sections {
  const lines: Sections = {};
  for (const { section, line, evidence, isClosed } of ended) {
    const words = firstWords(line, ENDED_WORDS, ENDED_WORDS * 8);
    const said = words.length < line.length ? `${words} […]` : words;
    const lead = isClosed ? 'Done or no longer so' : 'Out of date';
    (lines[section] ??= []).push(`${lead}, see #${evidence}: ${said}`);
  }
  return lines;
}
