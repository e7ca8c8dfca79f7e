import type { FactInput, MemoryFact, NameMerge, NoteInput } from '@everlong/core';

/** The memory in a file of another program, or in an export. */
export interface ForeignMemory {
  facts: ForeignFact[];
  notes: NoteInput[];
  /** Names that mean one entity. */
  merges?: NameMerge[];
}

/** In an export with all that the memory knew of it, its number included. */
export type ForeignFact = FactInput & Partial<Omit<MemoryFact, keyof FactInput>>;

/** What a model wrote down does not count as the user's word. */
export const BY_MODEL = { trust: 'assistant' } as const;
