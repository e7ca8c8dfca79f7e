import type { FactInput, NoteInput } from '@everlong/core';

/** The memory in a file of another program, or in an export. */
export interface ForeignMemory {
  facts: FactInput[];
  notes: NoteInput[];
}

/** What a model wrote down does not count as the user's word. */
export const BY_MODEL = { trust: 'assistant' } as const;
