/** The headings of a model's summary, in their order. */
export const SECTION_NAMES = [
  'Goal',
  'Files Modified',
  'Key Decisions',
  'Important Values',
  'Current State',
  'Pending Tasks',
  'Constraints',
] as const;

/** The heading of a section. */
export type SectionName = (typeof SECTION_NAMES)[number];

/** The lines of each section without list marks. */
export type Sections = Partial<Record<SectionName, string[]>>;
