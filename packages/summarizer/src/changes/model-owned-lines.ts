import type { Snapshot } from '@everlong/core';

import { fileStates } from '../sections/files-section.js';
import { parseSections } from '../sections/parse-sections.js';
import type { SectionName, Sections } from '../sections/section-names.js';
import { isStateLine } from '../sections/state-section.js';

/** The maximum number of lines by a model in each section; the oldest are removed first. */
const MAX_LINES: Partial<Record<SectionName, number>> = {
  'Files Modified': 40,
  'Key Decisions': 24,
  'Important Values': 24,
  'Current State': 16,
  'Pending Tasks': 30,
};

/** The maximum number of lines that one answer adds to a non-empty section: half of its limit. */
export function maxAdded(section: SectionName, held: number): number {
  const most = MAX_LINES[section] ?? 0;
  return held === 0 ? most : most / 2;
}

/** Limits each section to its newest lines. */
export function boundedLines(sections: Sections): Sections {
  const bounded: Sections = {};
  for (const [name, most] of boundedSections()) {
    const lines = sections[name];
    if (lines !== undefined && lines.length > 0) bounded[name] = lines.slice(-most);
  }
  return bounded;
}

/**
 * The lines of a snapshot that a model may change: all but the files, requests, actions and
 * constraints that code maintains. For a snapshot without data, the lines of its text.
 */
export function modelOwnedLines(previous: Snapshot | undefined): Sections {
  if (previous === undefined) return {};
  const { sections, ledger, text } = previous;
  const hasData =
    ledger.length > 0 || boundedSections().some(([name]) => sections[name] !== undefined);
  return choose(hasData ? sections : parseSections(text), (name, line) => !isCodeOwned(name, line));
}

/** The lines of a snapshot that code maintains, whatever a model writes. */
export function codeOwnedLines(previous: Snapshot | undefined): Sections {
  if (previous === undefined) return {};
  const counted = choose(previous.sections, isCodeOwned);
  const constraints = previous.sections['Constraints'];
  return constraints === undefined ? counted : { ...counted, Constraints: constraints };
}

function isCodeOwned(name: SectionName, line: string): boolean {
  if (name === 'Files Modified') return fileStates([line]).length > 0;
  return name === 'Current State' && isStateLine(line);
}

function choose(
  sections: Record<string, string[] | undefined>,
  isChosen: (name: SectionName, line: string) => boolean,
): Sections {
  const chosen: Sections = {};
  for (const [name] of boundedSections()) {
    const lines = sections[name]?.filter((line) => isChosen(name, line)) ?? [];
    if (lines.length > 0) chosen[name] = lines;
  }
  return chosen;
}

function boundedSections(): [SectionName, number][] {
  return Object.entries(MAX_LINES) as [SectionName, number][];
}
