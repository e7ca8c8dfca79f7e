import { type Entry, isUserEntry, messageText, type Snapshot } from '@everlong/core';
import { constraintsOf, createConstraintsSnapshot } from '@everlong/summarizer';

import { REQUEST_SLACK_TOKENS } from '../rendering/assemble-messages.js';
import type { Counter } from '../rendering/counter.js';
import type { EpochCandidates } from './epoch-candidates.js';
import type { KeptGroup } from './fit-groups.js';
import type { NextSnapshot } from './next-snapshot.js';
import type { RequestView } from '../request/request-view.js';
import type { SessionState } from '../state/session-state.js';
import { shrinkGroup } from '../truncation/shrink-group.js';

/** The most of the room for messages that constraints may take which no snapshot shows. */
const CARRIED_SHARE = 0.15;

/** What an epoch is to send as it is planned so far. */
export interface PlannedEpoch {
  /** The snapshot that is to be sent, and the one whose data stays if none is sent. */
  snapshot: NextSnapshot;
  planned: NextSnapshot;
  /** The groups that are to be sent beside it. */
  kept: readonly KeptGroup[];
}

type Room = Pick<EpochCandidates, 'userRoom' | 'free'>;

/**
 * The snapshot with the user's constraints that would be lost: those in entries that are left out
 * or cut without being covered, and those of a snapshot that has no room. `undefined` when none is,
 * or when the latest user message, which stays as it is, leaves no room for them.
 */
export function carryConstraints(
  { state, config: { counter } }: RequestView,
  room: Room,
  epoch: PlannedEpoch,
): NextSnapshot | undefined {
  const { snapshot, planned } = epoch;
  const sent = sentSnapshot(state, snapshot);
  const base = sent ?? sentSnapshot(state, planned) ?? state.snapshot;
  const lost = lostEntries(state, epoch, counter);
  if (lost.length === 0 && (sent !== undefined || base === undefined)) return undefined;
  const messageTokens = ({ text }: Snapshot): number =>
    counter.message({ role: 'user', content: text });
  if (sent !== undefined) {
    const added = demandsOf(lost, { room, counter, base: sent, besideTokens: snapshot.tokens });
    if (added !== undefined) {
      const tokens = snapshot.tokens + messageTokens(added);
      return { made: beside(sent, added), covers: sent.throughSeq, tokens };
    }
  }
  const alone = demandsOf(lost, { room, counter, base, besideTokens: 0 });
  if (alone === undefined) return undefined;
  const { parts: _, ...made } = alone;
  return { made, covers: made.throughSeq, tokens: messageTokens(made) };
}

interface DemandOptions {
  room: Room;
  counter: Counter;
  base: Snapshot | undefined;
  /** Tokens of the snapshot beside which the demands are sent. */
  besideTokens: number;
}

/**
 * The demands of `base` and of the entries, or beside a snapshot only those that it does not hold.
 */
function demandsOf(
  entries: Entry[],
  { room: { userRoom, free }, counter, base, besideTokens }: DemandOptions,
): Snapshot | undefined {
  const share = Math.floor(userRoom * CARRIED_SHARE);
  return createConstraintsSnapshot({
    entries,
    // A user message that is too long for the room is cut in any case.
    maxTokens: free < 0 ? share : Math.min(share, free - besideTokens - REQUEST_SLACK_TOKENS),
    count: counter.text,
    beside: besideTokens > 0,
    visibleText: base?.text ?? '',
    ...(base === undefined ? {} : { previous: base }),
  });
}

/** The user's entries whose constraints would be in nothing that is sent. */
function lostEntries(
  { groups }: SessionState,
  { snapshot, kept }: PlannedEpoch,
  counter: Counter,
): Entry[] {
  const sent = new Map(kept.map((item) => [item.group.from, item]));
  return groups
    .list()
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

function beside(sent: Snapshot, added: Snapshot): Snapshot {
  const parts = [...(sent.parts ?? [sent.text]), added.text];
  return { ...added, text: parts.join('\n\n'), parts };
}
