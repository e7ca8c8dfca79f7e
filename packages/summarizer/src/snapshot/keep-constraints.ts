import type { LedgerItem, Snapshot, SummarizeInput, SummarizeResult } from '@everlong/core';
import { largestThatFits, plainLines } from '@everlong/core/internal';
import { mapStrings, redactSecrets } from '@everlong/redaction';

import { confirmedConstraints } from '../sections/confirmed-constraints.js';
import {
  constraintRank,
  constraintsSection,
  unrepeatedConstraints,
} from '../constraints/constraints-section.js';
import { fitLines } from './fit-lines.js';
import { updateLedger } from '../ledger/ledger.js';
import { parseSections } from '../sections/parse-sections.js';
import { redactRange } from '../reading/redact-entries.js';
import { renderLedger } from '../ledger/render-ledger.js';
import { CONSTRAINTS_SHARE } from '../sections/section-names.js';
import { createSourceIndex } from '../sections/source-index.js';
import { unseenFilter } from './unseen-filter.js';
import { userRecord, userSections } from './user-record.js';
import { verifySections, verifyText } from '../sections/verify-sections.js';

const HEADING = '## Constraints';

/**
 * Checks the snapshot of any summarizer and adds the user's constraints.
 *
 * Constraints of `previous` and of the entries are quoted verbatim in a section of their own, up to
 * a quarter of `maxTokens`; those without room are named by their entries. Constraints that the
 * user did not state, recognised secrets, values that no entry contains and orders to the reader
 * are removed. The ledger is rebuilt from the entries, and its values fill the remaining room.
 *
 * The text fits `maxTokens` by `count`: other text is cut from its end. It is empty if nothing
 * remains. A snapshot that equals `constraintsKept` is returned unchanged. Changes no argument;
 * never throws, unless `count` does.
 */
export function keepConstraints(
  { snapshot: given, constraintsKept }: Pick<SummarizeResult, 'snapshot' | 'constraintsKept'>,
  input: SummarizeInput,
): Snapshot {
  if (constraintsKept === given) return given;
  const { previous } = input;
  const { entries, secrets, redact } = redactRange(input.entries, previous?.secrets);
  const snapshot = mapStrings(given, (text, key) => redact(redactSecrets(plainLines(text), key)));
  const sources = createSourceIndex(entries, previous);
  const found = constraintsSection(previous?.sections['Constraints'] ?? [], entries);
  const claimed = parseSections(snapshot.text).Constraints ?? [];
  const lines = confirmedConstraints(found, claimed, sources);
  const rest = claimed.length === 0 ? snapshot.text : withoutConstraints(snapshot.text, claimed);
  const verified = verifyText(rest, sources);
  const ledger = updateLedger(previous?.ledger ?? [], entries);
  const text = withValues(
    withBlock(verified, constraintsBlock(lines, input), input),
    ledger,
    input,
  );
  const sections = {
    ...verifySections(snapshot.sections, sources).sections,
    Constraints: lines,
    ...userSections(userRecord({ ...input, entries })),
  };
  const known = secrets === undefined ? {} : { secrets };
  return { ...snapshot, text, tokens: input.count(text), sections, ledger, ...known };
}

/** The constraints under their heading, as many as fit their share; empty without any. */
function constraintsBlock(lines: readonly string[], input: SummarizeInput): string {
  const count = (text: string): number => input.count(text);
  const fitted = fitLines(unseenFilter(input)(unrepeatedConstraints(lines, input)), {
    maxTokens: Math.floor(input.maxTokens * CONSTRAINTS_SHARE) - count(`\n${HEADING}\n`),
    maxWords: Infinity,
    count,
    keep: constraintRank,
    listEntries: true,
  });
  return fitted.lines.length === 0 ? '' : ['', HEADING, ...fitted.lines].join('\n');
}

/** Appends as many exact values to the text as fit. */
function withValues(
  text: string,
  ledger: readonly LedgerItem[],
  { maxTokens, count, visibleText = '' }: SummarizeInput,
): string {
  const heading = `${text.trim() === '' ? '' : '\n\n'}## Important Values\n`;
  const { lines } = renderLedger(ledger, {
    maxTokens: maxTokens - count(text + heading),
    count: (line) => count(line),
    visibleText: `${visibleText}\n${text}`,
    newestText: visibleText,
  });
  const whole = text + heading + lines.join('\n');
  return lines.length === 0 || count(whole) > maxTokens ? text : whole;
}

/** Removes what follows a heading of constraints in any form. */
function withoutConstraints(text: string, claimed: readonly string[]): string {
  let isInside = false;
  return text
    .split('\n')
    .filter((line) => {
      if (/^#{1,6}\s/.test(line)) isInside = /^#{1,6}\s+constraints\b/i.test(line);
      return !isInside && !claimed.some((claim) => line.includes(claim));
    })
    .join('\n')
    .trimEnd();
}

/**
 * Inserts a required block before Not Shown or at the end of the text, and keeps as many of the
 * first lines as fit with it.
 */
function withBlock(text: string, block: string, input: SummarizeInput): string {
  const fits = (candidate: string): boolean => input.count(candidate) <= input.maxTokens;
  if (block === '' && fits(text)) return text;
  const lines = text.split('\n');
  const heading = lines.findLastIndex((line) => /^#{1,6}\s+not shown\b/i.test(line));
  const place = heading < 0 ? lines.length : heading;
  const upTo = (end: number): string => {
    const before = lines.slice(0, Math.min(end, place)).join('\n').trimEnd();
    const after = lines.slice(place, end).join('\n');
    return [before, block, ...(after === '' ? [] : ['', after])].join('\n').trim();
  };
  return upTo(largestThatFits(lines.length, (end) => fits(upTo(end))));
}
