import type { FactInput, NoteInput } from '@everlong/core';

/** What another program, or an export, kept. */
export interface ForeignMemory {
  facts: FactInput[];
  notes: NoteInput[];
}
