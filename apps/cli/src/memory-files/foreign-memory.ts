import type { FactInput, NoteInput } from '@everlong/core';

/** The memory in a file of another program, or in an export. */
export interface ForeignMemory {
  facts: ForeignFact[];
  notes: NoteInput[];
}

/** In an export with its number, which others name in `derivedFrom`. */
export type ForeignFact = FactInput & { id?: number };

/** What a model wrote down does not count as the user's word. */
export const BY_MODEL = { trust: 'assistant' } as const;
