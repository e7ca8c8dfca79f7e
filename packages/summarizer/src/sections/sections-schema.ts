import { z } from 'zod';

import { saysNothing } from './parse-sections.js';
import type { Sections } from './section-names.js';

/** One trimmed, non-empty line. */
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
 * A Zod schema of the sections of a snapshot: the lines of each heading. Other keys of
 * `snapshot.sections` are removed.
 */
export const snapshotSectionsSchema: z.ZodType<Sections> = z.object({
  Goal: lines,
  'Files Modified': lines,
  'Key Decisions': lines,
  'Important Values': lines,
  'Current State': lines,
  'Pending Tasks': lines,
  Constraints: lines,
});
