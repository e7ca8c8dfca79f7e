import type { Memory } from '@everlong/core';

/** A note on entries that left the requests. */
export interface RangeNote {
  fromSeq: number;
  throughSeq: number;
  date: string;
  text: string;
}

/** Notes of a session that its memory has yet to take: no later one repeats what they say. */
export interface WaitingNotes {
  add(note: RangeNote): void;
  /** Drops those on entries from `fromSeq` on. */
  withdraw(fromSeq: number): void;
  /** Rejects with what the memory rejects with; what it did not take waits on. */
  writeTo(memory: Memory, scope: string): Promise<void>;
}

/** Of more the oldest are dropped. */
const MAX_WAITING = 100;

export function createWaitingNotes(sessionId: string): WaitingNotes {
  const waiting = new Set<RangeNote>();

  return {
    add(note) {
      waiting.add(note);
      for (const oldest of [...waiting].slice(0, -MAX_WAITING)) waiting.delete(oldest);
    },
    withdraw(fromSeq) {
      for (const note of waiting) if (note.throughSeq >= fromSeq) waiting.delete(note);
    },
    async writeTo(memory, scope) {
      for (const note of waiting) {
        await memory.note(scope, { sessionId, ...note });
        waiting.delete(note);
      }
    },
  };
}
