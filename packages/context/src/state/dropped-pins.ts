import { type CompactionRecord, type Entry, type Store, toolCallsOf } from '@everlong/core';

import type { MessageGroups } from './message-groups.js';

/** What of a session's state says which messages are pinned, and which of them are sent. */
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
    if (
      isCleared(state, seq) ||
      seq < state.head.length ||
      seq >= state.entryCount ||
      isSentNow(state, seq)
    )
      continue;
    for await (const entry of store.read(state.sessionId, { from: seq, to: seq })) {
      if (standsAlone(entry)) absent.push(entry);
    }
  }
  return absent;
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
  return groups.list().some((group) => seq >= group.from && seq <= group.to);
}

function standsAlone({ message }: Entry): boolean {
  return (
    message.role === 'user' || (message.role === 'assistant' && toolCallsOf(message).length === 0)
  );
}
