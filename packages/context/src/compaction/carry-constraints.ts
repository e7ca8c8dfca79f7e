import { type Entry, isUserEntry, messageText, type Snapshot } from '@everlong/core';
import { constraintsInForce, constraintsOf, createConstraintsSnapshot } from '@everlong/summarizer';

import { REQUEST_SLACK_TOKENS } from '../rendering/assemble-messages.js';
import type { Counter } from '../rendering/counter.js';
import type { MessageGroup } from '../rendering/message-group.js';
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

type Room = Pick<EpochCandidates, 'budgetRoom' | 'free'>;

const UNLIMITED: Room = { budgetRoom: Infinity, free: Infinity };

/**
 * The snapshot with the user's constraints that would be lost: those in entries that are left out
 * or cut, unless the snapshot shows them, and those of a snapshot that has no room. `undefined` when
 * none is, or when the latest user message, which stays as it is, leaves no room for them.
 */
export function carryConstraints(
  { state, config: { counter } }: RequestView,
  room: Room,
  epoch: PlannedEpoch,
): NextSnapshot | undefined {
  const { snapshot, planned } = epoch;
  const sent = sentSnapshot(state, snapshot);
  const base = sent ?? sentSnapshot(state, planned) ?? completed(state.snapshot);
  const shown = shownTexts(epoch, counter);
  const unshown = unshownEntries(state, epoch, shown);
  const isShown = unshown.length === 0 && !losesCovered(state, sent, shown);
  if (isShown && (sent !== undefined || base === undefined)) return undefined;
  const messageTokens = ({ text }: Snapshot): number =>
    counter.message({ role: 'user', content: text });
  if (sent !== undefined) {
    const visibleUserText = [sent.text, ...shown.values()].join('\n');
    const besideTokens = snapshot.tokens;
    const options = { room, counter, base: sent, besideTokens, visibleUserText };
    const added = demandsOf(unshown, options);
    // What one message said, the snapshot or another message may say, too: then nothing is lost.
    if (added === undefined && demandsOf(unshown, { ...options, room: UNLIMITED }) === undefined) {
      return undefined;
    }
    if (added !== undefined) {
      const tokens = snapshot.tokens + messageTokens(added);
      return { made: beside(sent, added), coveredThrough: sent.throughSeq, tokens };
    }
  }
  const alone = demandsOf(unshown, { room, counter, base, besideTokens: 0, visibleUserText: '' });
  if (alone === undefined) return undefined;
  const { parts: _, ...made } = alone;
  return { made, coveredThrough: made.throughSeq, tokens: messageTokens(made) };
}

interface DemandOptions {
  room: Room;
  counter: Counter;
  base: Snapshot | undefined;
  /** Tokens of the snapshot beside which the demands are sent. */
  besideTokens: number;
  /** What says them in what is sent besides. */
  visibleUserText: string;
}

/** The demands of `base` and of the entries, or beside a snapshot only those that nothing shows. */
function demandsOf(
  entries: Entry[],
  { room: { budgetRoom, free }, counter, base, besideTokens, visibleUserText }: DemandOptions,
): Snapshot | undefined {
  const share = Math.floor(budgetRoom * CARRIED_SHARE);
  return createConstraintsSnapshot({
    entries,
    // `free` is negative where the user message is too long for the room: it is cut in any case.
    maxTokens: free < 0 ? share : Math.min(share, free - besideTokens - REQUEST_SLACK_TOKENS),
    count: counter.text,
    beside: besideTokens > 0,
    // Of what is withdrawn, it says so where the snapshot still has it.
    visibleText: visibleUserText,
    visibleUserText,
    ...(base === undefined ? {} : { previous: base }),
  });
}

/** The text that each sent group with a message of the user shows, by its first entry. */
type ShownTexts = ReadonlyMap<number, string>;

function shownTexts({ kept }: PlannedEpoch, counter: Counter): ShownTexts {
  return new Map(
    kept
      .filter(({ group }) => group.entries.some(isUserEntry))
      .map((item) => [item.group.from, sentText(item, counter)]),
  );
}

function sentText({ group, maxTokens }: KeptGroup, counter: Counter): string {
  const rendered =
    maxTokens === undefined ? group.rendered : (shrinkGroup(group, maxTokens, counter) ?? []);
  return rendered.flatMap(({ messages }) => messages.map(messageText)).join('\n');
}

/**
 * The user's entries after the snapshot whose constraints would be in nothing that is sent, and those
 * without any that are not sent whole: they may withdraw one.
 */
function unshownEntries(
  { groups }: SessionState,
  { snapshot }: PlannedEpoch,
  shown: ShownTexts,
): Entry[] {
  return groups
    .list()
    .filter((group) => group.from > snapshot.coveredThrough)
    .flatMap((group) => {
      const demands = demandsIn(group);
      const text = shown.get(group.from) ?? '';
      const words = demands.length === 0 ? wordsIn(group) : demands;
      return words.every((each) => text.includes(each)) ? [] : group.entries;
    });
}

/**
 * Whether a constraint in force, which the snapshot left to the user's own words, would be lost
 * with them.
 */
function losesCovered(
  { groups }: SessionState,
  sent: Snapshot | undefined,
  shown: ShownTexts,
): boolean {
  if (sent === undefined) return false;
  const { Constraints: lines = [] } = sent.sections;
  const texts = [sent.text, ...shown.values()];
  const unsaid = new Set(
    constraintsInForce(lines).filter((demand) => !texts.some((text) => text.includes(demand))),
  );
  // What was left out before this compaction had no room then.
  return (
    unsaid.size > 0 &&
    groups
      .list()
      .filter((group) => group.from <= sent.throughSeq)
      .some((group) => demandsIn(group).some((demand) => unsaid.has(demand)))
  );
}

function wordsIn({ entries }: MessageGroup): string[] {
  return entries.filter(isUserEntry).map(({ message }) => messageText(message));
}

function demandsIn({ entries }: MessageGroup): string[] {
  return entries.filter(isUserEntry).flatMap(constraintsOf);
}

function sentSnapshot(
  state: SessionState,
  { made, carriedEpoch }: NextSnapshot,
): Snapshot | undefined {
  return completed(made ?? (carriedEpoch === undefined ? undefined : state.snapshot));
}

/** Snapshots of others may be stored without sections and ledger. */
function completed(snapshot: Snapshot | undefined): Snapshot | undefined {
  if (snapshot === undefined) return undefined;
  return { ...snapshot, sections: snapshot.sections ?? {}, ledger: snapshot.ledger ?? [] };
}

function beside(sent: Snapshot, added: Snapshot): Snapshot {
  const parts = [...(sent.parts ?? [sent.text]), added.text];
  return { ...added, text: parts.join('\n\n'), parts };
}
