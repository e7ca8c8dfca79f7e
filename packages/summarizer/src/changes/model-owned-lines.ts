import type { Snapshot } from '@everlong/core';

import { fileStates } from '../sections/files-section.js';
import { parseSections } from '../sections/parse-sections.js';
import type { SectionName, Sections } from '../sections/section-names.js';
import { isStateLine } from '../sections/state-section.js';

/** The most lines of each section that a model's record carries. The oldest leave first. */
const MAX_LINES: Partial<Record<SectionName, number>> = {
  'Files Modified': 40,
  'Key Decisions': 24,
  'Important Values': 24,
  'Current State': 16,
  'Pending Tasks': 30,
};

/** The most lines that one answer adds to a section that holds some: half of what it carries. */
export function maxAdded(section: SectionName, held: number): number {
  const most = MAX_LINES[section] ?? 0;
  return held === 0 ? most : most / 2;
}

/** The record with at most the lines that each section carries, the newest of them. */
export function boundedLines(sections: Sections): Sections {
  const bounded: Sections = {};
  for (const [name, most] of boundedSections()) {
    const lines = sections[name];
    if (lines !== undefined && lines.length > 0) bounded[name] = lines.slice(-most);
  }
  return bounded;
}

/**
 * The lines of a snapshot that a model may change: all but those that code counts on, which are
 * files with their edits, requests with their actions, and constraints. Of a snapshot without data
 * those of its text.
 */
export function modelOwnedLines(previous: Snapshot | undefined): Sections {
  if (previous === undefined) return {};
  const { sections, ledger, text } = previous;
  const hasData =
    ledger.length > 0 || boundedSections().some(([name]) => sections[name] !== undefined);
  return choose(hasData ? sections : parseSections(text), (name, line) => !isCodeOwned(name, line));
}

/** The lines of a snapshot that code brings up to date, whatever a model writes. */
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
