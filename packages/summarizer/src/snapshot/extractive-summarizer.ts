import type { SummarizeInput, Summarizer, SummarizeResult } from '@everlong/core';

import { updateLedger } from '../ledger/ledger.js';
import { entryActions } from '../actions/entry-actions.js';
import { redactInput } from '../reading/redact-entries.js';
import { extractSections } from '../sections/extract-sections.js';
import { checkSummarizeInput } from './check-summarize-input.js';
import { createSnapshot } from './create-snapshot.js';

/**
 * Creates a summarizer without a model: its sections are quotes and counts from the entries, its
 * ledger holds their exact values. Deterministic, offline, and linear in the entries. `summarize`
 * rejects only with the reason of an aborted `signal`, and with `ConfigError` for what is no input.
 */
export function createExtractiveSummarizer(): Summarizer {
  return {
    name: 'extractive',
    async summarize(given: SummarizeInput): Promise<SummarizeResult> {
      checkSummarizeInput('summarize', given);
      given.signal?.throwIfAborted();
      const input = redactInput(given);
      const actions = entryActions(input.entries);
      const sections = extractSections(input.previous?.sections ?? {}, input.entries, actions);
      const ledger = updateLedger(input.previous?.ledger ?? [], input.entries);
      const snapshot = createSnapshot(input, { sections, actions, ledger, source: 'extractive' });
      return { snapshot, constraintsKept: snapshot };
    },
  };
}
