/** The headings of a snapshot, in their order. */
export const SECTION_NAMES = [
  'Files Modified',
  'Key Decisions',
  'Important Values',
  'Current State',
  'Pending Tasks',
  'Constraints',
  'Not Shown',
] as const;

/** The heading of a section. */
export type SectionName = (typeof SECTION_NAMES)[number];

/** The lines of each section without list marks, as data that the next snapshot extends. */
export type Sections = Partial<Record<SectionName, string[]>>;

/**
 * The maximum number of words of prose in a section; 600 in all. Ledger lines and constraints are
 * not prose and have shares of the tokens instead.
 */
export const MAX_WORDS: Readonly<Record<SectionName, number>> = {
  'Files Modified': 100,
  'Key Decisions': 190,
  'Important Values': 50,
  'Current State': 160,
  'Pending Tasks': 70,
  Constraints: Infinity,
  'Not Shown': 30,
};

/** The limit for all sections except Not Shown. */
export const MAX_PROSE_WORDS = 570;

/** The maximum share of the tokens for constraints. */
export const CONSTRAINTS_SHARE = 0.25;

/** Above so many tokens, names of code help less than what was done and found. */
export const LARGE_ROOM = 4000;
