import type { Entry } from '@everlong/core';
import { constraintsOf } from '@everlong/summarizer';

/** What a user demanded or forbade, in the words of the log. */
export interface UserConstraint {
  /** The entry that holds it first. */
  seq: number;
  /** A whole sentence, exactly as it is in the entry, secrets redacted. */
  text: string;
}

/**
 * The user constraints of a log, each once, in order: what the summarizer's detector finds, whose
 * precision and recall on constraints labelled by hand are in its README.
 */
export function findUserConstraints(entries: readonly Entry[]): UserConstraint[] {
  const found = new Map<string, UserConstraint>();
  entries.forEach((entry, seq) => {
    for (const text of constraintsOf(entry)) {
      if (!found.has(text)) found.set(text, { seq, text });
    }
  });
  return [...found.values()];
}
