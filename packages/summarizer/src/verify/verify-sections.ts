import { SECTION_NAMES, type Sections } from '../sections/section-names.js';
import type { SourceIndex } from './source-index.js';
import { isUsersDemand, verifyLine } from './verify-line.js';

/** Sections without what no source supports. */
export interface VerifiedSections {
  sections: Sections;
  /** The number of values and quotes looked up. */
  checked: number;
  /** The number of those that no source contains. */
  struck: number;
}

/**
 * Removes from a model's sections what the sources do not contain: exact values, entry numbers, exit
 * codes, quotations. Under Constraints stay only lines with words or an entry of the user. Wording
 * is not judged. Deterministic; never throws.
 */
export function verifySections(sections: Sections, sources: SourceIndex): VerifiedSections {
  const verified: VerifiedSections = { sections: {}, checked: 0, struck: 0 };
  for (const name of SECTION_NAMES) {
    const lines = sections[name];
    if (lines === undefined) continue;
    verified.sections[name] = lines.flatMap((line) => {
      const { text, checked, struck } = verifyLine(line, sources);
      verified.checked += checked;
      verified.struck += struck;
      if (name !== 'Constraints' || isUsersDemand(text, sources)) return text;
      verified.struck++;
      return [];
    });
  }
  return verified;
}
