import type { LedgerItem, Snapshot, SummarizeInput } from '@everlong/core';
import { plainLines } from '@everlong/core/internal';
import { mapStrings, redactSecrets } from '@everlong/redaction';

import { confirmedConstraints } from '../sections/confirmed-constraints.js';
import { constraintRank, constraintsSection } from '../constraints/constraints-section.js';
import { fitLines } from './fit-lines.js';
import { updateLedger } from '../ledger/ledger.js';
import { parseSections } from '../sections/parse-sections.js';
import { redactSpan } from '../reading/redact-entries.js';
import { renderLedger } from '../ledger/render-ledger.js';
import {
  fromRequestLines,
  REQUESTS,
  toRequestLines,
  updateRequests,
} from '../sections/request-statuses.js';
import { SAID, updateSaid } from '../sections/user-statements.js';
import { CONSTRAINTS_SHARE } from '../sections/section-names.js';
import { createSources } from '../sections/source-index.js';
import { untoldLines } from './unseen-lines.js';
import { verifySections, verifyText } from '../sections/verify-sections.js';

const HEADING = '## Constraints';

/** Snapshots whose constraints were found and rendered by this package. */
const own = new WeakSet<Snapshot>();

/** Says that a snapshot holds the constraints as `keepConstraints` would put them in. */
export function markKept(snapshot: Snapshot): Snapshot {
  own.add(snapshot);
  return snapshot;
}

/**
 * The snapshot of any summarizer with the user's constraints in it: those of `previous` and those
 * in the entries, byte for byte, in a section of their own with its share of `maxTokens`; those
 * without room are named by their entries. Demands that it attributes to the user and that the user
 * did not make are left out, and so are recognised secrets, values that no entry holds and orders to
 * the reader. Other text gives way, from its end. The ledger is that of the entries, whatever the
 * summarizer says; what room is left shows its values. The text is empty when nothing of all this is
 * there.
 */
export function keepConstraints(given: Snapshot, input: SummarizeInput): Snapshot {
  if (own.has(given)) return given;
  const { previous, maxTokens } = input;
  const { entries, secrets, redact } = redactSpan(input.entries, previous?.secrets);
  const snapshot = mapStrings(given, (text, key) => redact(redactSecrets(plainLines(text), key)));
  const count = (text: string): number => input.count(text);
  const found = constraintsSection(previous?.sections['Constraints'] ?? [], entries);
  const claimed = parseSections(snapshot.text).Constraints ?? [];
  const sources = createSources(entries, previous);
  const lines = confirmedConstraints(found, claimed, sources);
  const fitted = fitLines(untoldLines(lines, input), {
    maxTokens: Math.floor(maxTokens * CONSTRAINTS_SHARE) - count(`\n${HEADING}\n`),
    maxWords: Infinity,
    count,
    keep: constraintRank,
    listEntries: true,
  });
  const block = fitted.lines.length === 0 ? '' : ['', HEADING, ...fitted.lines].join('\n');
  const rest = claimed.length === 0 ? snapshot.text : withoutConstraints(snapshot.text, claimed);
  const told = verifyText(rest, sources);
  const ledger = updateLedger(previous?.ledger ?? [], entries);
  const kept = firstLines(told, block, (candidate) => count(candidate) <= maxTokens);
  const text = withValues(kept, ledger, input);
  const requests = updateRequests(fromRequestLines(previous?.sections[REQUESTS]), entries);
  const sections = {
    ...verifySections(snapshot.sections, sources).sections,
    Constraints: lines,
    [REQUESTS]: toRequestLines(requests),
    [SAID]: updateSaid(previous?.sections[SAID] ?? [], entries),
  };
  const known = secrets === undefined ? {} : { secrets };
  return markKept({ ...snapshot, text, tokens: count(text), sections, ledger, ...known });
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
function firstLines(text: string, block: string, fits: (text: string) => boolean): string {
  if (block === '' && fits(text)) return text;
  const lines = text.split('\n');
  const heading = lines.findLastIndex((line) => /^#{1,6}\s+not shown\b/i.test(line));
  const place = heading < 0 ? lines.length : heading;
  const upTo = (end: number): string => {
    const before = lines.slice(0, Math.min(end, place)).join('\n').trimEnd();
    const after = lines.slice(place, end).join('\n');
    return [before, block, ...(after === '' ? [] : ['', after])].join('\n').trim();
  };
  let kept = 0;
  let over = lines.length + 1;
  while (over - kept > 1) {
    const middle = (kept + over) >> 1;
    if (fits(upTo(middle))) kept = middle;
    else over = middle;
  }
  return upTo(kept);
}
