import type { Snapshot, SummarizeInput, Summarizer, SummarizeResult } from '@everlong/core';
import { snapshotSpans } from '@everlong/core/internal';

import { type RedactedInput, redactInput } from '../reading/redact-entries.js';
import { checkSummarizeInput } from '../reading/check-summarize-input.js';
import { readLog } from './read-log.js';
import { renderAccount } from './render-account.js';
import { timeOf, toCarried } from './turn.js';

/**
 * Creates a summarizer without a model. Its snapshot is an account: the user's own words, what was
 * done and how it came out, how each turn ended, files, and values with the words they stood with,
 * all read off the log by its structure. Deterministic.
 */
export function createExtractiveSummarizer(): Summarizer {
  return {
    name: 'extractive',
    // Bad input rejects, as `Summarizer` promises.
    async summarize(given: SummarizeInput): Promise<SummarizeResult> {
      checkSummarizeInput('summarize', given);
      given.signal?.throwIfAborted();
      const snapshot = accountOf(redactInput(given));
      return { snapshot, constraintsKept: snapshot };
    },
  };
}

/** The account of input without secrets. */
export function accountOf(input: RedactedInput): Snapshot {
  const { previous, entries, entriesAfter = [], secrets, maxTokens, beside = false } = input;
  const { visibleText = '', visibleUserText = '' } = input;
  const count = (text: string): number => input.count(text);
  const { data, ledger, files } = readLog(previous, entries, input.toolKinds);
  const throughSeq = entries.at(-1)?.seq ?? previous?.throughSeq ?? 0;
  const firstSeq = entries[0]?.seq ?? 0;
  const fromSeq = beside ? firstSeq : (previous?.spans?.[0]?.fromSeq ?? firstSeq);
  const [next] = entriesAfter;
  const goesOn = next !== undefined && next.message.role !== 'user';
  const content = { ...data, ledger, files, fromSeq, throughSeq, goesOn };
  const shown = beside
    ? {
        ...content,
        turns: content.turns.filter((turn) => turn.seq >= firstSeq),
        quoted: [],
        dropped: { requests: 0, acts: 0 },
      }
    : content;
  const { text, sections } = renderAccount(shown, {
    maxTokens,
    count,
    visibleText,
    visibleUserText,
  });
  const firstAt = previous?.firstAt ?? timeOf(entries[0]);
  const lastAt = timeOf(entries.at(-1)) ?? previous?.lastAt;
  return {
    text,
    tokens: count(text),
    throughSeq,
    messagesCovered: (previous?.messagesCovered ?? 0) + entries.length,
    ...(firstAt === undefined ? {} : { firstAt }),
    ...(lastAt === undefined ? {} : { lastAt }),
    source: 'extractive',
    depth: previous === undefined || beside ? (previous?.depth ?? 1) : (previous.depth ?? 1) + 1,
    spans: snapshotSpans({ previous, fromSeq: firstSeq, throughSeq, beside }),
    sections: { ...sections },
    ledger,
    files,
    carried: toCarried(data),
    ...(secrets === undefined ? {} : { secrets }),
  };
}
