import { type Entry, isUserEntry, messageText } from '@everlong/core';

/** What a user demanded or forbade, in the words of the log. */
export interface UserConstraint {
  /** The entry that holds it first. */
  seq: number;
  /** A whole sentence, exactly as it stands in the entry. */
  text: string;
}

/** Words of a demand that holds on; "I don't" and the like state something instead. */
const DEMAND =
  /\b(?:must(?:n['’]?t)?|never|always|(?<!\b(?:I|we|you|they|it|that|these|those|who) )(?:don['’]?t|do not|can['’]?t|cannot)|should(?: not|n['’]?t)|only|avoid|make sure|ensure|without|at (?:most|least)|no (?:more|longer) than)\b/i;

const MIN_CHARACTERS = 12;
const MAX_CHARACTERS = 300;

/**
 * The user constraints of a log, each once, in order. A simple detector by design: the sentences of
 * user entries that hold a word such as must, never, always, don't or only. A sentence ends at the
 * end of its line or at `.`, `!` or `?` before a space. Questions, fenced code, quoted lines (`>`)
 * and sentences of fewer than 12 or more than 300 characters are left out.
 */
export function findUserConstraints(entries: readonly Entry[]): UserConstraint[] {
  const found = new Map<string, UserConstraint>();
  entries.forEach((entry, seq) => {
    if (!isUserEntry(entry)) return;
    for (const text of sentences(messageText(entry.message))) {
      if (DEMAND.test(text) && !found.has(text)) found.set(text, { seq, text });
    }
  });
  return [...found.values()];
}

function* sentences(text: string): Generator<string> {
  let isFenced = false;
  for (const line of text.split('\n')) {
    const bare = line.trim();
    if (bare.startsWith('```')) isFenced = !isFenced;
    else if (!isFenced && !bare.startsWith('>')) {
      for (const part of bare.split(/(?<=[.!?])\s+/)) {
        const sentence = part.replace(/^(?:[-*+•]|\d+[.)])\s+/, '');
        const { length } = sentence;
        if (length < MIN_CHARACTERS || length > MAX_CHARACTERS) continue;
        if (!sentence.endsWith('?')) yield sentence;
      }
    }
  }
}
