/** The headings of a snapshot, in the order in which they stand. */
export const SECTION_NAMES = [
  'Files Modified',
  'Key Decisions',
  'Important Values',
  'Current State',
  'Pending Tasks',
  'Constraints',
  'Not Shown',
] as const;

export type SectionName = (typeof SECTION_NAMES)[number];

/** The lines of each section, as data that the next snapshot extends. */
export type Sections = Partial<Record<SectionName, string[]>>;

/**
 * The most words of prose a section shows; together 600. The ledger's lines and the constraints
 * are no prose: they have shares of the tokens instead.
 */
export const MAX_WORDS: Readonly<Record<SectionName, number>> = {
  'Files Modified': 110,
  'Key Decisions': 130,
  'Important Values': 80,
  'Current State': 160,
  'Pending Tasks': 90,
  Constraints: Infinity,
  'Not Shown': 30,
};

/** Together without what is said of what is not shown. */
export const MAX_PROSE_WORDS = 570;

/** The most of a snapshot's tokens that the constraints take. */
export const CONSTRAINTS_SHARE = 0.25;
