import type { Entry } from '@everlong/core';

import { confirmedConstraints } from '../sections/confirmed-constraints.js';
import { baseName } from '../reading/base-name.js';
import { holdsValue } from '../values/holds-value.js';
import { isListedTask, pendingSection } from '../sections/pending-section.js';
import type { Sections } from '../sections/section-names.js';
import { boundedLines } from './model-owned-lines.js';
import { isSameTask } from '../sections/same-task.js';
import { isFirmState } from '../sections/state-section.js';
import type { SourceIndex } from '../sections/source-index.js';

export interface MergeInput {
  /** A model's verified lines. */
  written: Sections;
  /** Constraints that the model names. */
  claimed: readonly string[];
  /** What code found in the entries, extending what it had found before. */
  extracted: Sections;
  previous: Sections;
  entries: readonly Entry[];
  sources: SourceIndex;
}

/**
 * Completes a model's lines by what the entries show: changed files and open tasks that it does not
 * name, and requests and the last action as exact quotes; if it says nothing new, also decisions
 * and the last words. Constraints are those that code found, and those of the model's that the user
 * said verbatim. Also returns how many new lines the model had left out.
 */
export function mergeSections(input: MergeInput): { sections: Sections; restored: number } {
  const { written, claimed, extracted, previous, sources } = input;
  const files = written['Files Modified'] ?? [];
  const paths = (extracted['Files Modified'] ?? []).map((line) => line.split(': ', 1)[0] ?? line);
  const missing = (extracted['Files Modified'] ?? []).filter((_, index) => {
    const path = paths[index] ?? '';
    const namesake = paths.some((other) => other !== path && baseName(other) === baseName(path));
    return !files.some((line) => names(line, path, namesake));
  });
  const { pending, missed } = pendingTasks(input);
  const state = written['Current State'] ?? [];
  const known = new Set(Object.values(previous).flat());
  const isSilent = Object.values(written).every((lines) => lines.every((line) => known.has(line)));
  const firm = (extracted['Current State'] ?? []).filter(
    (line) => isSilent || state.length === 0 || isFirmState(line, state),
  );
  const decisions = written['Key Decisions'] ?? [];
  const concluded = isSilent || decisions.length === 0 ? extracted['Key Decisions'] : undefined;
  const constraints = extracted.Constraints ?? [];
  const unclaimed = constraints.filter((line) => {
    const words = /^"(.+)" \(#/.exec(line)?.[1] ?? line;
    return !claimed.some((text) => text.includes(words));
  });
  const restored = [...missing, ...missed, ...unclaimed].filter((line) => !known.has(line)).length;
  const sections: Sections = {
    'Files Modified': [...missing, ...files],
    ...boundedLines({ 'Key Decisions': [...decisions, ...(concluded ?? [])] }),
    'Important Values': written['Important Values'] ?? [],
    'Current State': [...firm, ...state],
    'Pending Tasks': pending,
    Constraints: confirmedConstraints(constraints, claimed, sources),
  };
  return { sections, restored };
}

/**
 * The model's tasks, then those of the newest list that it does not name. Its lines from an older
 * list are removed.
 */
function pendingTasks({ written: { 'Pending Tasks': lines = [] }, entries }: MergeInput): {
  pending: string[];
  missed: string[];
} {
  const own = lines.filter((line) => !isListedTask(line));
  const listed = pendingSection(lines.filter(isListedTask), entries);
  const missed = listed.filter((line) => {
    const task = /"(.*)"/.exec(line)?.[1] ?? line;
    return !own.some((written) => isSameTask(task, written));
  });
  return { pending: [...own, ...missed], missed };
}

/**
 * Whether a text names a path. Models shorten paths: the end of a path counts, and a file name if
 * it is unique.
 */
function names(line: string, path: string, hasNamesake: boolean): boolean {
  if (line.includes(path)) return true;
  const end = path.split('/').slice(-2).join('/');
  if (end.includes('/') && line.includes(end)) return true;
  return !hasNamesake && baseName(path).includes('.') && holdsValue(line, baseName(path));
}
