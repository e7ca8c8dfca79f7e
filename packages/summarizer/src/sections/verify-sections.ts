import type { SectionName, Sections } from './section-names.js';
import type { SourceIndex } from './source-index.js';
import { extractValues } from '../values/extract-values.js';
import type { ExtractedValue } from '../values/extracted-value.js';
import { SECTION_NAMES } from './section-names.js';

/** Sections without what no source supports. */
export interface VerifiedSections {
  sections: Sections;
  /** The number of values and quotes looked up. */
  checked: number;
  /** The number of those that no source contains. */
  struck: number;
}

const STRUCK = '[struck]';
/** Shorter names occur anywhere. */
const MIN_END_LENGTH = 4;
/** How much of a sentence is read on either side of a quote, in UTF-16 units. */
const MAX_SENTENCE = 1_000;
/**
 * Sections with claims about work, which need the support of an entry. So does every line with a
 * value that no source contains.
 */
const resting: ReadonlySet<SectionName> = new Set(['Current State', 'Pending Tasks']);
const order =
  /\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instructions?|prompts?|rules|above|previous|earlier)\b|\bsystem prompt\b|\byou are now\b|\bnew instructions?\b/i;
/** Permissions and orders to the reader of the summary; quoted ones are allowed. */
const address =
  /\byou (?:must|shall|may|are (?:now |hereby )?(?:free|allowed|permitted|authori[sz]ed|required) to)\b|^\W*system\s*:/i;
/** Excludes a folder of that name. */
const user = /(?<![\w/.-])user(?![\w/-])/i;
const quotation = /["“]([^"“”]{12,400})["”]/g;

/**
 * Removes from a model's sections what the sources do not support. Values that no source contains
 * become `[struck]`, and a qualified name what of its end a source contains: `scan` for
 * `Parser.scan`. Lines are removed if they name an unknown file, contain an unknown quote, give
 * orders to the reader or attribute words to the user falsely, and in Current State and Pending
 * Tasks if no entry supports them. Deterministic; never throws.
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

/** Removes from any text the values, quotes and orders that `verifySections` removes. */
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
  // A line about a file means nothing without the file.
  const [first] = invented;
  if (name === 'Files Modified' && first !== undefined && first === values[0]) return [];
  const text = withoutValues(line, invented, sources);
  const mustRest = resting.has(name) || text !== line;
  if (mustRest && !sources.supports(text)) {
    verified.struck++;
    return [];
  }
  return [text];
}

function withoutValues(
  line: string,
  invented: readonly ExtractedValue[],
  sources: SourceIndex,
): string {
  let kept = '';
  let from = 0;
  for (const { value, start, end } of invented) {
    kept += line.slice(from, start) + (heldEnd(value, sources) ?? STRUCK);
    from = end;
  }
  return kept + line.slice(from);
}

const qualified = /^\p{L}[\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)+$/u;

/** The longest end of a qualified name that a source contains; a model adds the class of a method. */
function heldEnd(value: string, sources: SourceIndex): string | undefined {
  if (!qualified.test(value)) return undefined;
  const parts = value.split('.');
  return parts
    .slice(1)
    .map((_, index) => parts.slice(index + 1).join('.'))
    .find((end) => end.length >= MIN_END_LENGTH && sources.holdsValue(end));
}

/** The sentence around a quote, which says whose words it quotes. */
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

/** Upper-cases the first letter: the quote may begin a sentence in its source. */
function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
