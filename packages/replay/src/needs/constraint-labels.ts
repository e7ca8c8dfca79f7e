import { messageText, type ModelMessage } from '@everlong/core';

import type { PolicyTally } from '../report/policy-tally.js';
import type { RequestTexts } from './value-needs.js';

/** A constraint that someone marked in a recorded session. */
export interface ConstraintLabel {
  /** The entry that holds it. */
  seq: number;
  /** Its words, as they are in the entry. */
  text: string;
  /** The entry in which the user took it back. */
  withdrawnAt?: number;
}

/**
 * Constraints marked in a session: by `seq`, their places `[start, end)` in the entry's text, with
 * the `seq` of the entry in which the user took it back, if any.
 */
export type ConstraintSpans = Readonly<
  Record<string, readonly (readonly [start: number, end: number, withdrawnAt?: number])[]>
>;

/** The words at the marked places of each message's text. */
export function toConstraintLabels(
  spans: ConstraintSpans,
  messages: readonly ModelMessage[],
): ConstraintLabel[] {
  return Object.entries(spans).flatMap(([seq, places]) => {
    const message = messages[Number(seq)];
    if (message === undefined) return [];
    const text = messageText(message);
    return places.map(([start, end, withdrawnAt]) => ({
      seq: Number(seq),
      text: text.slice(start, end),
      ...(withdrawnAt === undefined ? {} : { withdrawnAt }),
    }));
  });
}

/**
 * Counts the labelled constraints in the request before entry `seq`, ignoring white space, if it is
 * the first after 1, 3 or 10 compactions; `compactionsBefore` counts those before the previous
 * request.
 */
export function scoreConstraintLabels(
  { constraintsInForce, compactions }: PolicyTally,
  compactionsBefore: number,
  seq: number,
  labels: readonly ConstraintLabel[],
  request: RequestTexts | undefined,
): void {
  if (labels.length === 0) return;
  const due = constraintsInForce.filter(
    ({ compactions: count }) => compactionsBefore < count && count <= compactions,
  );
  if (due.length === 0) return;
  const sent = squeeze([...(request?.all ?? [])].map(({ text }) => text).join('\n'));
  for (const counts of due) {
    counts.sessions++;
    for (const { seq: saidAt, text, withdrawnAt = Infinity } of labels) {
      if (saidAt >= seq) continue;
      const isThere = sent.includes(squeeze(text));
      if (withdrawnAt < seq) counts.withdrawnPresent += isThere ? 1 : 0;
      else {
        counts.labelled++;
        if (isThere) counts.present++;
      }
    }
  }
}

function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
