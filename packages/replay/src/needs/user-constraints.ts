import { type Entry, isUserEntry, messageText } from '@everlong/core';
import { isProgramMessage, redactEntries } from '@everlong/summarizer';

/** What a user said, in the words of the log. */
export interface UserConstraint {
  /** The entry that holds it first. */
  seq: number;
  /** A whole line, exactly as it is in the entry, secrets redacted. */
  text: string;
}

/** Shorter lines say too little to be known again, longer ones were pasted. */
const MIN_LENGTH = 12;
const MAX_LENGTH = 300;

/**
 * The lines that the user wrote, each once, in order. Which of them demand or forbid something, code
 * cannot tell; recordings that were labelled by hand say it.
 */
export function findUserConstraints(entries: readonly Entry[]): UserConstraint[] {
  const found = new Map<string, UserConstraint>();
  redactEntries(entries).forEach((entry, seq) => {
    const said = messageText(entry.message);
    if (!isUserEntry(entry) || isProgramMessage(said, entry)) return;
    for (const line of said.split('\n')) {
      const text = line.trim();
      if (text.length < MIN_LENGTH || text.length > MAX_LENGTH || found.has(text)) continue;
      found.set(text, { seq, text });
    }
  });
  return [...found.values()];
}
