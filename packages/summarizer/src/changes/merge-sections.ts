import type { Entry } from '@everlong/core';

import { confirmedConstraints } from '../sections/confirmed-constraints.js';
import { holdsValue } from '../values/holds-value.js';
import { isListedTask, pendingSection } from '../sections/pending-section.js';
import type { Sections } from '../sections/section-names.js';
import { boundedRecord } from './model-owned-lines.js';
import { isSameTask } from '../sections/same-task.js';
import { isFirmState } from '../sections/state-section.js';
import type { Sources } from '../sections/source-index.js';

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
 * does not name, open tasks of a list that it does not name either, the requests and the last action
 * as exact quotes; where it says nothing new, decisions and the last words, too. Constraints are those
 * that were found without the model, and those of the model's that the user said byte for byte.
 * Returns also how many new lines the model had left out.
 */
export function mergeSections(input: MergeInput): { sections: Sections; restored: number } {
  const { record, claimed, extracted, previous, sources } = input;
  const files = record['Files Modified'] ?? [];
  const paths = (extracted['Files Modified'] ?? []).map((line) => line.split(': ', 1)[0] ?? line);
  const missing = (extracted['Files Modified'] ?? []).filter((_, index) => {
    const path = paths[index] ?? '';
    const namesake = paths.some((other) => other !== path && baseName(other) === baseName(path));
    return !files.some((written) => names(written, path, namesake));
  });
  const { pending, untold } = pendingTasks(input);
  const state = record['Current State'] ?? [];
  const known = new Set(Object.values(previous).flat());
  const isSilent = Object.values(record).every((lines) => lines.every((line) => known.has(line)));
  const firm = (extracted['Current State'] ?? []).filter(
    (line) => isSilent || state.length === 0 || isFirmState(line, state),
  );
  const decisions = record['Key Decisions'] ?? [];
  const concluded = isSilent || decisions.length === 0 ? extracted['Key Decisions'] : undefined;
  const constraints = extracted.Constraints ?? [];
  const unsaid = constraints.filter((line) => {
    const said = /^"(.+)" \(#/.exec(line)?.[1] ?? line;
    return !claimed.some((text) => text.includes(said));
  });
  const restored = [...missing, ...untold, ...unsaid].filter((line) => !known.has(line)).length;
  const sections: Sections = {
    'Files Modified': [...missing, ...files],
    ...boundedRecord({ 'Key Decisions': [...decisions, ...(concluded ?? [])] }),
    'Important Values': record['Important Values'] ?? [],
    'Current State': [...firm, ...state],
    'Pending Tasks': pending,
    Constraints: confirmedConstraints(constraints, claimed, sources),
  };
  return { sections, restored };
}

/**
 * The model's tasks, behind them those of the newest list that it does not name. Of its lines those
 * that come from an older list give way.
 */
function pendingTasks({ record, entries }: MergeInput): { pending: string[]; untold: string[] } {
  const written = record['Pending Tasks'] ?? [];
  const own = written.filter((line) => !isListedTask(line));
  const listed = pendingSection(written.filter(isListedTask), entries);
  const untold = listed.filter((line) => {
    const task = /"(.*)"/.exec(line)?.[1] ?? line;
    return !own.some((told) => isSameTask(task, told));
  });
  return { pending: [...own, ...untold], untold };
}

/** Models write paths shorter than calls do: the end of a path names it too, its name if no other has it. */
function names(line: string, path: string, hasNamesake: boolean): boolean {
  if (line.includes(path)) return true;
  const end = path.split('/').slice(-2).join('/');
  if (end.includes('/') && line.includes(end)) return true;
  return !hasNamesake && baseName(path).includes('.') && holdsValue(line, baseName(path));
}

function baseName(path: string): string {
  return path.split('/').at(-1) ?? path;
}
