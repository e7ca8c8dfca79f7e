import { type Entry, isUserEntry, messageText, type Snapshot } from '@everlong/core';
import { constraintsOf, createConstraintsSnapshot } from '@everlong/summarizer';

import { REQUEST_SLACK_TOKENS } from '../rendering/assemble-messages.js';
import type { Counter } from '../rendering/counter.js';
import type { KeptGroup } from './fit-groups.js';
import type { NextSnapshot } from './next-snapshot.js';
import type { SessionState } from '../state/session-state.js';
import { shrinkGroup } from '../truncation/shrink-group.js';

/** The most of the room for messages that constraints may take which no snapshot shows. */
const CARRIED_SHARE = 0.15;

export interface CarryInput {
  state: SessionState;
  counter: Counter;
  /** The snapshot that is to be sent, and the one whose data goes on if none is sent. */
  snapshot: NextSnapshot;
  planned: NextSnapshot;
  /** The groups that are to be sent beside it. */
  kept: readonly KeptGroup[];
  /** Tokens for all messages, and those that the latest user message leaves of them. */
  room: number;
  free: number;
}

/**
 * The snapshot with the user's constraints that would be lost: those in entries that are left out or
 * cut without being covered, and those of a snapshot that has no room. `undefined` when none is, or
 * when the latest user message, which stays as it is, leaves no room for them.
 */
export function carryConstraints(input: CarryInput): NextSnapshot | undefined {
  const { state, snapshot, planned } = input;
  const standing = sentSnapshot(state, snapshot);
  const base = standing ?? sentSnapshot(state, planned) ?? state.snapshot;
  const lost = lostEntries(input);
  if (lost.length === 0 && (standing !== undefined || base === undefined)) return undefined;
  if (standing !== undefined) {
    const added = demandsOf(input, lost, standing, snapshot.tokens);
    if (added !== undefined) {
      return {
        made: beside(standing, added),
        covers: standing.throughSeq,
        tokens: snapshot.tokens + messageTokens(input, added),
      };
    }
  }
  const alone = demandsOf(input, lost, base, 0);
  if (alone === undefined) return undefined;
  const { parts: _, ...made } = alone;
  return { made, covers: made.throughSeq, tokens: messageTokens(input, made) };
}

/** The demands of `base` and of the entries, or beside what stands only those that it does not hold. */
function demandsOf(
  { counter, room, free }: CarryInput,
  entries: Entry[],
  base: Snapshot | undefined,
  standingTokens: number,
): Snapshot | undefined {
  const share = Math.floor(room * CARRIED_SHARE);
  return createConstraintsSnapshot({
    entries,
    // A user message that is too long for the room is cut in any case.
    maxTokens: free < 0 ? share : Math.min(share, free - standingTokens - REQUEST_SLACK_TOKENS),
    count: counter.text,
    beside: standingTokens > 0,
    visibleText: base?.text ?? '',
    ...(base === undefined ? {} : { previous: base }),
  });
}

function messageTokens({ counter }: CarryInput, { text }: Snapshot): number {
  return counter.message({ role: 'user', content: text });
}

/** The user's entries whose constraints would stand nowhere. */
function lostEntries({ state, snapshot, kept, counter }: CarryInput): Entry[] {
  const sent = new Map(kept.map((item) => [item.group.from, item]));
  return state.list.groups
    .filter((group) => group.from > snapshot.covers)
    .flatMap((group) => {
      const demands = group.entries.filter(isUserEntry).flatMap(constraintsOf);
      if (demands.length === 0) return [];
      const text = sentText(sent.get(group.from), counter);
      return demands.every((demand) => text.includes(demand)) ? [] : group.entries;
    });
}

function sentText(item: KeptGroup | undefined, counter: Counter): string {
  if (item === undefined) return '';
  const { group, maxTokens } = item;
  const rendered =
    maxTokens === undefined ? group.rendered : (shrinkGroup(group, maxTokens, counter) ?? []);
  return rendered.flatMap(({ messages }) => messages.map(messageText)).join('\n');
}

function sentSnapshot(
  state: SessionState,
  { made, carriedEpoch }: NextSnapshot,
): Snapshot | undefined {
  return made ?? (carriedEpoch === undefined ? undefined : state.snapshot);
}

function beside(standing: Snapshot, added: Snapshot): Snapshot {
  const parts = [...(standing.parts ?? [standing.text]), added.text];
  return { ...added, text: parts.join('\n\n'), parts };
}
