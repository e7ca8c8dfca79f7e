import type { Entry, EntryInput } from '@everlong/core';
import { toEntry } from '@everlong/core/store-kit';

import type { MessageBook } from '../messages/message-book.js';
import type { TextFacts } from '../messages/message-facts.js';
import { createLogPhrases, type LogPhrases } from './code-length.js';
import type { ConstraintLabel } from './constraint-labels.js';
import { createLineFinder, type LineFinder } from './line-needs.js';
import { findUserConstraints, type UserConstraint } from './user-constraints.js';
import { createNeedFinder, type NeedFinder } from './value-needs.js';

/** A recorded session with everything needed to score it, shared by all policies. */
export interface ReplayLog {
  entries: readonly Entry[];
  /** The readable text of each entry, by `seq`. */
  texts: readonly TextFacts[];
  book: MessageBook;
  needs: NeedFinder;
  lines: LineFinder;
  phrases: LogPhrases;
  /** Constraints that someone marked. */
  labels: readonly ConstraintLabel[];
  constraints: readonly LoggedConstraint[];
  /** When the request before entry `seq` was sent: the time of the entry before it, if recorded. */
  requestTimeMs(seq: number): number | undefined;
}

interface LoggedConstraint extends UserConstraint {
  /** All entries that hold the sentence. */
  sources: readonly number[];
}

export const REPLAY_SESSION_ID = 'replay';

/** The start of sessions without recorded times: fixed, to be reproducible. */
const UNKNOWN_TIME_MS = Date.UTC(2000, 0, 1);

/** The recorded entries as appended to a new session, with reproducible ids and times. */
function toReplayInputs(recorded: readonly EntryInput[]): EntryInput[] {
  return recorded.map((entry, seq) => ({
    ...entry,
    id: `entry-${seq}`,
    createdAt: entry.createdAt ?? new Date(UNKNOWN_TIME_MS + seq * 1000).toISOString(),
  }));
}

export function createReplayLog(
  recorded: readonly EntryInput[],
  book: MessageBook,
  labels: readonly ConstraintLabel[] = [],
): ReplayLog {
  const entries = toReplayInputs(recorded).map((input, seq) =>
    toEntry(input, REPLAY_SESSION_ID, seq),
  );
  const texts = entries.map((entry) => book.message(entry.message).text);
  const lines = createLineFinder(entries, book);
  const constraints = findUserConstraints(entries).map((constraint) => ({
    ...constraint,
    sources: texts.flatMap(({ text }, seq) => (text.includes(constraint.text) ? [seq] : [])),
  }));
  return {
    entries,
    texts,
    book,
    needs: createNeedFinder(entries, book, lines.isInFile),
    lines,
    phrases: createLogPhrases({ entries, texts }),
    labels,
    constraints,
    requestTimeMs(seq) {
      const time = Date.parse(recorded[seq - 1]?.createdAt ?? '');
      return Number.isNaN(time) ? undefined : time;
    },
  };
}
