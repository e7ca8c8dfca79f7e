import { z } from 'zod';

import { saysNothing } from './parse-sections.js';
import type { Sections } from './section-names.js';

/** One line without blanks around it that says something. */
const line = z
  .string()
  .refine(
    (text) => text === text.trim() && text !== '' && !text.includes('\n') && !saysNothing(text),
    {
      message: 'must be one line that says something, without blanks around it',
    },
  );
const lines = z.array(line).exactOptional();

/**
 * The sections of a snapshot as data: for each heading its lines. `formatSections` writes them as
 * Markdown, `parseSections` reads that. Other keys, as `snapshot.sections` has them, are left out.
 */
export const snapshotSectionsSchema: z.ZodType<Sections> = z.object({
  'Files Modified': lines,
  'Key Decisions': lines,
  'Important Values': lines,
  'Current State': lines,
  'Pending Tasks': lines,
  Constraints: lines,
  'Not Shown': lines,
});
