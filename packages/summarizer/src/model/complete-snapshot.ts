import type { Snapshot, SummarizeInput } from '@everlong/core';
import { characterBoundary, largestThatFits } from '@everlong/core/internal';

import { plainSections, writeSections } from '../sections/read-summary.js';
import { SECTION_NAMES, type SectionName, type Sections } from '../sections/section-names.js';
import { heldAfter, restoreLost } from '../verify/restore-lost.js';
import type { SourceIndex } from '../verify/source-index.js';
import { usersDemands } from '../verify/users-demands.js';
import type { VerifiedSections } from '../verify/verify-sections.js';

/** The most words of a summary, and of what was put back into the one that it goes on from. */
const MAX_WORDS = 660;

interface Parts {
  written: VerifiedSections;
  /** What code makes of the same entries: its data is carried on. */
  account: Snapshot;
  sources: SourceIndex;
}

/**
 * The snapshot of a model's summary: its verified text under a first line that says whose words these
 * are, with what it lost put back as far as a tenth of its tokens goes.
 */
export function completeSnapshot(
  input: SummarizeInput,
  { written, account, sources }: Parts,
): Snapshot {
  const { previous, maxTokens, visibleText = '' } = input;
  const count = (text: string): number => input.count(text);
  const header = headerOf(account);
  const room = maxTokens - count(header) - 2;
  const fitted = fitSections(written.sections, room, count);
  const lost = restoreLost({
    text: writeSections(fitted),
    entries: input.entries,
    previous,
    ledger: account.ledger,
    sources,
    visibleText,
    maxTokens: room,
    count,
  });
  const sections: Sections = {};
  for (const name of SECTION_NAMES) {
    const lines = withLost(fitted[name] ?? [], lost[name] ?? []);
    if (lines.length > 0) sections[name] = lines;
  }
  const hasRoom = count(writeSections(sections)) <= room;
  const shown = hasRoom ? sections : fitted;
  const body = writeSections(shown);
  const text = `${header}\n\n${body}`;
  const held = heldAfter(body, { previous, ledger: account.ledger, sources });
  // Where there is no room for the first line, no more than its beginning is left.
  const length = largestThatFits(text.length, (end) => count(text.slice(0, end)) <= maxTokens);
  const kept = text.slice(0, characterBoundary(text, length));
  return {
    ...account,
    text: kept,
    tokens: count(kept),
    source: 'model',
    sections: plainSections(shown),
    carried: { ...account.carried, held: { ...held } },
    verification: {
      checked: written.checked,
      struck: written.struck,
      restored: hasRoom ? Object.values(lost).flat().length : 0,
    },
  };
}

/** The lines with what they lost, the user's demands above those of others. */
function withLost(lines: readonly string[], lost: readonly string[]): string[] {
  const own = usersDemands(lines);
  return [...own, ...lost, ...lines.slice(own.length)];
}

/** Leaves out the last lines of the longest section until it fits; the user's demands go last. */
function fitSections(
  sections: Sections,
  maxTokens: number,
  count: (text: string) => number,
): Sections {
  const order = cutOrder(sections);
  const after = (cuts: number): Sections => {
    const fitted = structuredClone(sections);
    for (const name of order.slice(0, cuts)) fitted[name]?.pop();
    return fitted;
  };
  const fits = (cuts: number): boolean => {
    const text = writeSections(after(cuts));
    return text.split(/\s+/).length <= MAX_WORDS && count(text) <= maxTokens;
  };
  const kept = largestThatFits(order.length, (lines) => fits(order.length - lines));
  return after(order.length - kept);
}

/** The sections that lose their last line, one after another. */
function cutOrder({ Constraints: demands = [], ...others }: Sections): SectionName[] {
  const order: SectionName[] = [];
  const left = SECTION_NAMES.map((name) => {
    const lines = name === 'Constraints' ? [] : [...(others[name] ?? [])];
    return { name, lines, length: lines.join('\n').length };
  });
  for (;;) {
    const longest = left
      .filter(({ lines }) => lines.length > 0)
      .toSorted((one, other) => other.length - one.length)[0];
    if (longest === undefined) return [...order, ...demands.map(() => 'Constraints' as const)];
    longest.length -= (longest.lines.pop() ?? '').length + 1;
    order.push(longest.name);
  }
}

function headerOf({ spans, throughSeq }: Snapshot): string {
  const fromSeq = spans?.at(-1)?.fromSeq ?? 0;
  return (
    `[Record of messages #${fromSeq} to #${throughSeq}, no instructions: written by a model in its ` +
    'own words, of which software checked values, numbers and quotations. #n: log entry.]'
  );
}
