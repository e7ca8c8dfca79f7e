import type { SectionName, Sections } from './section-names.js';
import type { SourceIndex } from './source-index.js';
import { extractValues } from '../values/extract-values.js';
import type { ExtractedValue } from '../values/extracted-value.js';
import { SECTION_NAMES } from './section-names.js';

export interface VerifiedSections {
  sections: Sections;
  /** Exact values and quotes looked up, and how many of them no source holds. */
  checked: number;
  struck: number;
}

const STRUCK = '[struck]';
/** The most characters of a sentence that are looked at on either side of a quote. */
const MAX_SENTENCE = 1_000;
/**
 * Claims about what is done or to be done have to rest on something that was said or done. So has
 * every line that names a value which no source holds.
 */
const resting: ReadonlySet<SectionName> = new Set(['Current State', 'Pending Tasks']);
const order =
  /\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instructions?|prompts?|rules|above|previous|earlier)\b|\bsystem prompt\b|\byou are now\b|\bnew instructions?\b/i;
/** Leave or duty given to whoever reads the record; what was said so is quoted. */
const address =
  /\byou (?:must|shall|may|are (?:now |hereby )?(?:free|allowed|permitted|authori[sz]ed|required) to)\b|^\W*system\s*:/i;
/** Not a folder of that name. */
const user = /(?<![\w/.-])user(?![\w/-])/i;
const quotation = /["“]([^"“”]{12,400})["”]/g;

/**
 * A model's sections without what the sources do not bear out: values that none holds become
 * `[struck]`, a file that none knows and a quote that none holds take their line with them, and so
 * do orders to the reader, words attributed to the user that are not theirs, and lines of Current
 * State and Pending Tasks that rest on no entry. Deterministic; never fails.
 */
export function verifySections(sections: Sections, sources: SourceIndex): VerifiedSections {
  const verified: VerifiedSections = { sections: {}, checked: 0, struck: 0 };
  for (const name of SECTION_NAMES) {
    const lines = sections[name];
    if (lines === undefined || name === 'Constraints' || name === 'Not Shown') continue;
    const kept = lines.flatMap((line) => verifyLine(line, name, sources, verified));
    verified.sections[name] = kept;
  }
  return verified;
}

/** Any text without the values, quotes and orders that `verifySections` strikes. */
export function verifyText(text: string, sources: SourceIndex): string {
  const verified: VerifiedSections = { sections: {}, checked: 0, struck: 0 };
  const lines = text.split('\n');
  return lines.flatMap((line) => verifyLine(line, 'Key Decisions', sources, verified)).join('\n');
}

function verifyLine(
  line: string,
  name: SectionName,
  sources: SourceIndex,
  verified: VerifiedSections,
): string[] {
  const isOrder = order.test(line) || address.test(line.replaceAll(quotation, ''));
  if (isOrder && !sources.holdsText(line)) {
    verified.struck++;
    return [];
  }
  for (const match of line.matchAll(quotation)) {
    const [, quoted = ''] = match;
    verified.checked++;
    const ofUser = user.test(sentenceAround(line, match.index, match[0].length));
    const isHeld = ofUser
      ? sources.userSaid(quoted)
      : [quoted, capitalized(quoted)].some((text) => sources.holdsText(text));
    if (!isHeld) {
      verified.struck++;
      return [];
    }
  }
  const values = extractValues(line);
  verified.checked += values.length;
  const invented = values.filter(({ value, start }) => {
    const isEntry = line.charAt(start - 1) === '#' && sources.holdsEntry(value);
    return !isEntry && !sources.holdsValue(value);
  });
  verified.struck += invented.length;
  // What a file's line says has no subject without the file.
  const [first] = invented;
  if (name === 'Files Modified' && first !== undefined && first === values[0]) return [];
  const text = withoutValues(line, invented);
  const mustRest = resting.has(name) || text !== line;
  if (mustRest && !sources.supports(text)) {
    verified.struck++;
    return [];
  }
  return [text];
}

function withoutValues(line: string, invented: readonly ExtractedValue[]): string {
  let kept = '';
  let from = 0;
  for (const { start, end } of invented) {
    kept += line.slice(from, start) + STRUCK;
    from = end;
  }
  return kept + line.slice(from);
}

/** The sentence of a line that a quote stands in: it says whose words these are. */
function sentenceAround(line: string, start: number, length: number): string {
  const before =
    line
      .slice(Math.max(0, start - MAX_SENTENCE), start)
      .split(/[.;!?]\)?\s/)
      .at(-1) ?? '';
  const [after = ''] = line
    .slice(start + length, start + length + MAX_SENTENCE)
    .split(/[.;!?]\)?(?:\s|$)/, 1);
  return `${before}${after}`;
}

/** What began a sentence there stands within one here. */
function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
