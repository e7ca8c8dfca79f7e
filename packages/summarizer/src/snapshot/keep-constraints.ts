import type { LedgerItem, Snapshot, SummarizeInput, SummarizeResult } from '@everlong/core';
import { largestThatFits, plainLines } from '@everlong/core/internal';
import { mapStrings, redactSecrets } from '@everlong/redaction';

import { confirmedConstraints } from '../sections/confirmed-constraints.js';
import { constraintRank, constraintsSection } from '../constraints/constraints-section.js';
import { fitLines } from './fit-lines.js';
import { updateLedger } from '../ledger/ledger.js';
import { parseSections } from '../sections/parse-sections.js';
import { redactRange } from '../reading/redact-entries.js';
import { renderLedger } from '../ledger/render-ledger.js';
import {
  fromRequestLines,
  REQUESTS,
  toRequestLines,
  updateRequests,
} from '../sections/request-statuses.js';
import { SAID, updateSaid } from '../sections/user-statements.js';
import { CONSTRAINTS_SHARE } from '../sections/section-names.js';
import { createSourceIndex } from '../sections/source-index.js';
import { unseenLines } from './unseen-lines.js';
import { verifySections, verifyText } from '../sections/verify-sections.js';

const HEADING = '## Constraints';

/**
 * A summarizer's snapshot with the user's constraints in it: those of `previous` and those in the
 * entries, byte for byte, in a section of their own with its share of `maxTokens`; those without
 * room are named by their entries. Demands that it attributes to the user and that the user did not
 * make are left out, and so are recognised secrets, values that no entry holds and orders to the
 * reader. Other text is cut from its end where it does not fit. The ledger is that of the entries,
 * whatever the summarizer says; what room is left shows its values. The text is empty when nothing of
 * all this is there. A snapshot that the result names in `constraintsKept` is returned as it is.
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
  const requests = updateRequests(fromRequestLines(previous?.sections[REQUESTS]), entries);
  const sections = {
    ...verifySections(snapshot.sections, sources).sections,
    Constraints: lines,
    [REQUESTS]: toRequestLines(requests),
    [SAID]: updateSaid(previous?.sections[SAID] ?? [], entries),
  };
  const known = secrets === undefined ? {} : { secrets };
  return { ...snapshot, text, tokens: input.count(text), sections, ledger, ...known };
}

/** The constraints under their heading, as many as their share holds; empty without any. */
function constraintsBlock(lines: readonly string[], input: SummarizeInput): string {
  const count = (text: string): number => input.count(text);
  const fitted = fitLines(unseenLines(lines, input), {
    maxTokens: Math.floor(input.maxTokens * CONSTRAINTS_SHARE) - count(`\n${HEADING}\n`),
    maxWords: Infinity,
    count,
    keep: constraintRank,
    listEntries: true,
  });
  return fitted.lines.length === 0 ? '' : ['', HEADING, ...fitted.lines].join('\n');
}

/** The text, and behind it as many exact values as there is room for. */
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

/** The text without what stands under a heading of constraints, however it is marked. */
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
 * As many of the text's first lines as fit together with a block that has to stand in it: before
 * what the text says of what it does not show, or at its end.
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
