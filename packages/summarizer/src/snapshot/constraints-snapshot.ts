import type { Snapshot, SummarizeInput } from '@everlong/core';

import {
  constraintRank,
  constraintsSection,
  shownConstraints,
  unrepeatedConstraints,
} from '../constraints/constraints-section.js';
import { checkSummarizeInput } from './check-summarize-input.js';
import { fitLines } from './fit-lines.js';
import { redactInput } from '../reading/redact-entries.js';
import { unseenFilter } from './unseen-filter.js';

const HEADER = '[Demands of the user so far, quoted by software. #n: log entry.]';

/**
 * A snapshot of the user's constraints alone, from `previous` and the entries: verbatim as far as
 * they fit `maxTokens`, the others by their entry numbers. With `beside` it shows only those that
 * `visibleUserText` does not contain. It keeps the data of `previous` and covers no more entries than
 * that. `undefined` if there are no constraints or no room. Redacts secrets; needs no model.
 */
export function createConstraintsSnapshot(given: SummarizeInput): Snapshot | undefined {
  checkSummarizeInput('createConstraintsSnapshot', given);
  const input = redactInput(given);
  const { previous, maxTokens, beside = false } = input;
  const count = (text: string): number => input.count(text);
  const carried = previous?.sections['Constraints'] ?? [];
  const lines = constraintsSection(carried, input.entries);
  const heading = `${HEADER}\n\n## Constraints\n`;
  const shown = beside
    ? unseenFilter(input)(unrepeatedConstraints(lines, input))
    : shownConstraints(lines, input.visibleText);
  const fitted = fitLines(shown, {
    maxTokens: maxTokens - count(heading),
    maxWords: Infinity,
    count,
    keep: constraintRank,
    listEntries: true,
  });
  const text = heading + fitted.lines.join('\n');
  if (fitted.lines.length === 0 || count(text) > maxTokens) return undefined;
  const base = previous ?? NOTHING_COVERED;
  const sections = { ...base.sections, Constraints: lines };
  return { ...base, text, tokens: count(text), sections };
}

const NOTHING_COVERED: Omit<Snapshot, 'text' | 'tokens'> = {
  throughSeq: -1,
  messagesCovered: 0,
  source: 'extractive',
  sections: {},
  ledger: [],
};
