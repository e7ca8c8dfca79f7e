import { type CompactionRecord, type Entry, type Store, toolCallsOf } from '@everlong/core';

import type { MessageGroups } from './message-groups.js';
import { rangeAt } from './ranges.js';

/** The parts of a session's state that say which messages are pinned, and which are sent. */
interface PinnedLog {
  sessionId: string;
  pins: ReadonlySet<number>;
  head: readonly Entry[];
  entryCount: number;
  groups: MessageGroups;
  compaction: CompactionRecord | undefined;
}

/**
 * The pinned messages that the epoch in force does not send, oldest first: the next compaction
 * brings them back. Calls and results are not among them, since a call alone would be no
 * exchange.
 */
export async function readDroppedPins(store: Store, state: PinnedLog): Promise<Entry[]> {
  const absent: Entry[] = [];
  for (const seq of [...state.pins].toSorted((left, right) => left - right)) {
    const entry = await readIfDropped(store, state, seq);
    if (entry !== undefined) absent.push(entry);
  }
  return absent;
}

/** The dropped pins once an entry is pinned, or is so no more. */
export async function droppedPinsWith(
  store: Store,
  state: PinnedLog & { droppedPins: readonly Entry[] },
  seq: number,
): Promise<readonly Entry[]> {
  const others = state.droppedPins.filter((entry) => entry.seq !== seq);
  const entry = state.pins.has(seq) ? await readIfDropped(store, state, seq) : undefined;
  if (entry === undefined) return others;
  return others.toSpliced(others.findLastIndex((other) => other.seq < seq) + 1, 0, entry);
}

async function readIfDropped(
  store: Store,
  state: PinnedLog,
  seq: number,
): Promise<Entry | undefined> {
  const isKnown = seq >= state.head.length && seq < state.entryCount;
  if (!isKnown || isCleared(state, seq) || isSentNow(state, seq)) return undefined;
  for await (const entry of store.read(state.sessionId, { from: seq, to: seq })) {
    if (standsAlone(entry)) return entry;
  }
  return undefined;
}

/** Of entries that were in memory, the pinned ones that are not sent any more. */
export function droppedPins(
  state: Pick<PinnedLog, 'pins' | 'compaction'>,
  entries: readonly Entry[],
  isSent: (seq: number) => boolean,
): Entry[] {
  return entries.filter(
    (entry) =>
      state.pins.has(entry.seq) &&
      !isCleared(state, entry.seq) &&
      !isSent(entry.seq) &&
      standsAlone(entry),
  );
}

/** What the user cleared does not come back. */
function isCleared({ compaction }: Pick<PinnedLog, 'compaction'>, seq: number): boolean {
  return seq <= (compaction?.clearedThrough ?? -1);
}

function isSentNow({ groups }: PinnedLog, seq: number): boolean {
  return rangeAt(groups.list(), seq) !== undefined;
}

function standsAlone({ message }: Entry): boolean {
  return (
    message.role === 'user' || (message.role === 'assistant' && toolCallsOf(message).length === 0)
  );
}
