import { SECTION_NAMES, type Sections } from '../sections/section-names.js';
import type { SourceIndex } from './source-index.js';
import { READ_NOT_SAID } from './users-demands.js';
import { verifyDemand } from './verify-demand.js';
import { verifyLine } from './verify-line.js';

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
 * codes, quotations. New values of Pending Tasks are marked. Under Constraints stay only lines with words or an entry of the user and, below
 * them and marked, cited words of somebody else, as of a task that was read. Wording is not judged.
 * Deterministic; never throws.
 */
export function verifySections(sections: Sections, sources: SourceIndex): VerifiedSections {
  const verified: VerifiedSections = { sections: {}, checked: 0, struck: 0 };
  const quoted: string[] = [];
  for (const name of SECTION_NAMES) {
    const lines = sections[name];
    if (lines === undefined) continue;
    // Demands are words: code in a fence would hide quotations.
    const all = name === 'Constraints' ? lines.flatMap((line) => line.split('\n')) : lines;
    verified.sections[name] = all.flatMap((line) => {
      const { text, checked, struck, whose } =
        name === 'Constraints'
          ? verifyDemand(line, sources)
          : { ...verifyLine(line, sources, { isTask: name === 'Pending Tasks' }), whose: 'user' };
      verified.checked += checked;
      verified.struck += struck;
      if (whose === 'user') return text;
      if (whose === 'other') quoted.push(text);
      else verified.struck++;
      return [];
    });
  }
  if (quoted.length > 0) verified.sections.Constraints?.push(READ_NOT_SAID, ...quoted);
  return verified;
}
