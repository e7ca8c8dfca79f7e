import type { Snapshot, SummarizeInput } from '@everlong/core';

import { constraintRank, constraintsSection } from '../constraints/constraints-section.js';
import { fitLines } from './fit-lines.js';
import { redactInput } from '../reading/redact-entries.js';
import { unseenLines } from './unseen-lines.js';

const HEADER = '[Demands of the user so far, quoted by software. #n: log entry.]';

/**
 * A snapshot whose text says nothing but the user's constraints: those of `previous` and those in the
 * entries, as far as they fit `maxTokens`, the others named by their entries; with `beside` only
 * those that do not stand in `visibleText`. What `previous` carries as data it carries on, and it
 * covers no more than that. `undefined` when there is nothing to say or no room for any of it.
 */
export function createConstraintsSnapshot(given: SummarizeInput): Snapshot | undefined {
  const input = redactInput(given);
  const { previous, maxTokens } = input;
  const count = (text: string): number => input.count(text);
  const carried = previous?.sections['Constraints'] ?? [];
  const lines = constraintsSection(carried, input.entries);
  const heading = `${HEADER}\n\n## Constraints\n`;
  const fitted = fitLines(unseenLines(lines, input), {
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
