import { firstWords } from '../reading/quote.js';
import { SECTION_NAMES, type SectionName, type Sections } from './section-names.js';

/** What is read of an answer, of a section and of a line; models sometimes do not stop. */
export const MAX_ANSWER_LENGTH = 40_000;
const MAX_LINES = 40;
const MAX_LINE_LENGTH = 400;

const names: readonly [RegExp, SectionName][] = [
  [
    /^(?:modified |changed |edited )?files?(?: (?:modified|changed|edited|touched|and changes))?$/,
    'Files Modified',
  ],
  [/^(?:key |main |important )?decisions?(?: made)?$/, 'Key Decisions'],
  [/^(?:important |key |exact |critical )?(?:values|facts|details)$/, 'Important Values'],
  [/^(?:current |present )?(?:state|status|progress|work)$/, 'Current State'],
  [
    /^(?:pending|open|remaining|outstanding)(?: (?:tasks?|work|items?))?$|^(?:next steps?|to-?dos?|tasks?)$/,
    'Pending Tasks',
  ],
  [/^(?:user |the user's )?(?:constraints?|rules|requirements|preferences)$/, 'Constraints'],
  [/^(?:not shown|omitted|left out)$/, 'Not Shown'],
];

export interface ParseSectionsOptions {
  /** Whether only as much is read as is expected of a model. Default true. */
  bounded?: boolean;
}

/** A list item below another one. */
const nested = /^(?: {2,}|\t)\s*(?:[-*+•]|\d{1,3}[.)])\s/;

const nothing = /^(?:none|nothing|n\/?a|not applicable|no .{1,30} yet|-+|\(none\))\.?$/i;

/**
 * The sections that an answer holds, read as tolerantly as is safe: headings of any level, bold or
 * with a colon, under their usual names in any order; repeated ones are joined; code fences and
 * text before the first heading are passed over. Lines lose their list marks; what is nested below a
 * line stands behind it. A section appears once
 * its heading does, maybe empty. Models do not always stop: of an answer 40,000 characters are read,
 * of a section 40 lines, of a line 400 characters, unless `bounded` is false.
 */
export function parseSections(
  answer: string,
  { bounded = true }: ParseSectionsOptions = {},
): Sections {
  const text = bounded ? answer.slice(0, MAX_ANSWER_LENGTH) : answer;
  let parent = '';
  const addLine = (lines: string[], line: string, isNested = false): void => {
    const said = line.replace(/^(?:[-*+•]|\d{1,3}[.)]|#{3,6})\s+/, '').trim();
    if (said === '' || saysNothing(said) || (bounded && lines.length >= MAX_LINES)) return;
    if (isNested) {
      addNested(lines, parent, said);
      return;
    }
    parent = said;
    lines.push(bounded ? boundLine(said) : said);
  };
  const sections: Sections = {};
  let current: string[] | undefined;
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (line === '' || /^(?:```|~~~)/.test(line)) continue;
    const heading = headingOf(line);
    if (heading !== undefined) {
      current = sections[heading.name] ??= [];
      if (heading.rest !== '') addLine(current, heading.rest);
    } else if (/^#{1,2}\s/.test(line)) {
      current = undefined;
    } else if (current !== undefined) {
      addLine(current, line, bounded && current.length > 0 && nested.test(raw));
    }
  }
  return sections;
}

/**
 * A line below another one says something of it: it goes behind that one, or where that gets too
 * long, on a line of its own behind the words that introduce it.
 */
function addNested(lines: string[], parent: string, said: string): void {
  const last = lines.at(-1) ?? '';
  const joined = last.endsWith(':') ? `${last} ${said}` : `${last}; ${said}`;
  if (joined.length <= MAX_LINE_LENGTH) lines[lines.length - 1] = joined;
  else lines.push(boundLine(parent.endsWith(':') ? `${parent} ${said}` : said));
}

/** How many of the known sections an answer holds. */
export function countSections(sections: Sections): number {
  return SECTION_NAMES.filter((name) => sections[name] !== undefined).length;
}

/** Whether a line says that there is nothing to say. */
export function saysNothing(line: string): boolean {
  return nothing.test(line);
}

/** A line cut to the length that is read of one. */
export function boundLine(text: string): string {
  return text.length <= MAX_LINE_LENGTH ? text : firstWords(text, 100, MAX_LINE_LENGTH);
}

/** The section that a title means, under its usual names. */
export function sectionNamed(title: string): SectionName | undefined {
  const plain = title.trim().toLowerCase();
  return names.find(([pattern]) => pattern.test(plain))?.[1];
}

/** The section whose heading a line is, and what stands behind it. */
export function headingOf(line: string): { name: SectionName; rest: string } | undefined {
  if (line.length > 120 && !line.startsWith('#')) return undefined;
  const match =
    /^#{1,6}\s*(?:\d+[.)]\s*)?\**([^:*#]+?)\**:?\**\s*#*$/.exec(line) ??
    /^(?:\d+[.)]\s*)?(?:\*\*|__)([^:*_]+?):?(?:\*\*|__):?(.*)$/.exec(line) ??
    /^([A-Z][A-Za-z' -]{2,40}):(.*)$/.exec(line);
  if (match === null) return undefined;
  const [, title = '', rest = ''] = match;
  const name = sectionNamed(title);
  return name === undefined ? undefined : { name, rest: rest.trim() };
}
