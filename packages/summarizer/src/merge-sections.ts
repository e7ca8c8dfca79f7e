import type { Entry } from '@everlong/core';

import { confirmedConstraints } from './confirmed-constraints.js';
import { isListedTask, pendingSection } from './pending-section.js';
import type { Sections } from './section-names.js';
import { isFirmState } from './state-section.js';
import type { Sources } from './summary-sources.js';

export interface MergeInput {
  /** A model's verified lines. */
  record: Sections;
  /** Constraints that the model names. */
  claimed: readonly string[];
  /** What code found in the entries, going on from the lines that it had found before. */
  extracted: Sections;
  previous: Sections;
  entries: readonly Entry[];
  sources: Sources;
}

/**
 * A model's lines completed by what the calls and words of the entries show: changed files that it
 * does not name, open tasks where it has none and those of a newer list in place of an older one's,
 * the requests and the last action as exact quotes. Constraints are those that were found without
 * the model, and those of the model's that the user said byte for byte. Returns also how many new
 * lines the model had left out.
 */
export function mergeSections(input: MergeInput): { sections: Sections; restored: number } {
  const { record, claimed, extracted, previous, sources } = input;
  const files = record['Files Modified'] ?? [];
  const missing = (extracted['Files Modified'] ?? []).filter((line) => {
    const path = line.split(': ', 1)[0] ?? line;
    return !files.some((written) => names(written, path));
  });
  const pending = pendingTasks(input);
  const state = record['Current State'] ?? [];
  const firm = (extracted['Current State'] ?? []).filter(
    (line) => state.length === 0 || isFirmState(line),
  );
  const constraints = extracted.Constraints ?? [];
  const unsaid = constraints.filter((line) => {
    const said = /^"(.+)" \(#/.exec(line)?.[1] ?? line;
    return !claimed.some((text) => text.includes(said));
  });
  const known = new Set(Object.values(previous).flat());
  const untold = record['Pending Tasks'] === undefined ? pending : [];
  const restored = [...missing, ...untold, ...unsaid].filter((line) => !known.has(line)).length;
  const sections: Sections = {
    'Files Modified': [...missing, ...files],
    'Key Decisions': orElse(record['Key Decisions'], extracted['Key Decisions']),
    'Important Values': record['Important Values'] ?? [],
    'Current State': [...firm, ...state],
    'Pending Tasks': pending,
    Constraints: confirmedConstraints(constraints, claimed, sources),
  };
  return { sections, restored };
}

/** Where the model's lines are those of a list, a newer list takes their place. */
function pendingTasks({ record, entries }: MergeInput): string[] {
  const written = record['Pending Tasks'] ?? [];
  const listed = written.filter(isListedTask);
  if (listed.length === 0 && written.length > 0) return written;
  const others = written.filter((line) => !isListedTask(line));
  return [...pendingSection(listed, entries), ...others];
}

/** Models write paths shorter than calls do: the end of a path names it too. */
function names(line: string, path: string): boolean {
  if (line.includes(path)) return true;
  const end = path.split('/').slice(-2).join('/');
  return end.includes('/') && line.includes(end);
}

function orElse(lines: readonly string[] = [], other: readonly string[] = []): string[] {
  return [...(lines.length > 0 ? lines : other)];
}
