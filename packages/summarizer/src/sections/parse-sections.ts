import { checkString } from '@everlong/core/internal';

import { shorten } from '../reading/shorten.js';
import { type SectionName, type Sections } from './section-names.js';

/** How much is read of an answer, a section and a line; models sometimes do not stop. */
const MAX_ANSWER_LENGTH = 40_000;
const MAX_LINES = 40;
const MAX_LINE_LENGTH = 400;

const names: readonly [RegExp, SectionName][] = [
  [/^(?:overall |main |user's )?(?:goals?|objectives?)$/, 'Goal'],
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
];

/** How `parseSections` reads. */
export interface ParseSectionsOptions {
  /**
   * Whether to limit what is read to 40,000 characters, 40 lines a section and 400 characters a
   * line. Default true.
   */
  bounded?: boolean;
}

/** A list item below another one. */
const nested = /^(?: {2,}|\t)\s*(?:[-*+•]|\d{1,3}[.)])\s/;

const nothing = /^(?:none|nothing|n\/?a|not applicable|no .{1,30} yet|-+|\(none\))\.?$/i;

/**
 * Reads the sections of an answer tolerantly: headings of any level, in bold or with a colon, under
 * their usual names and in any order. Joins repeated sections; skips code fences and text before
 * the first heading. Removes list marks and appends nested items to the line above. A heading
 * without lines gives an empty section. Never throws; linear in the answer.
 */
export function parseSections(
  answer: string,
  { bounded = true }: ParseSectionsOptions = {},
): Sections {
  checkString('The answer of parseSections', answer);
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
 * Appends a nested item to the line above it or, if that gets too long, adds it as a line of its
 * own after the words that introduce it.
 */
function addNested(lines: string[], parent: string, said: string): void {
  const last = lines.at(-1) ?? '';
  const joined = last.endsWith(':') ? `${last} ${said}` : `${last}; ${said}`;
  if (joined.length <= MAX_LINE_LENGTH) lines[lines.length - 1] = joined;
  else lines.push(boundLine(parent.endsWith(':') ? `${parent} ${said}` : said));
}

/** Whether a line says that there is nothing to report. */
export function saysNothing(line: string): boolean {
  return nothing.test(line);
}

/** A line cut to the maximum length that is read. */
function boundLine(text: string): string {
  return text.length <= MAX_LINE_LENGTH ? text : shorten(text, MAX_LINE_LENGTH);
}

/** The section with this title or one of its usual names. */
function sectionNamed(title: string): SectionName | undefined {
  const plain = title.trim().toLowerCase();
  return names.find(([pattern]) => pattern.test(plain))?.[1];
}

/** The section of a heading line, and the text after the heading. */
export function headingOf(line: string): { name: SectionName; rest: string } | undefined {
  if (line.length > (line.startsWith('#') ? MAX_LINE_LENGTH : 120)) return undefined;
  // Long runs of blanks or stars would be tried in every division.
  const short = line.replaceAll(/\s+/g, ' ').replaceAll(/\*{3,}/g, '**');
  const match =
    /^#{1,6}\s*(?:\d+[.)]\s*)?\**([^:*#]+?)\**:?\**\s*#*$/.exec(short) ??
    /^(?:\d+[.)]\s*)?(?:\*\*|__)([^:*_]+?):?(?:\*\*|__):?(.*)$/.exec(line) ??
    /^([A-Z][A-Za-z' -]{2,40}):(.*)$/.exec(line);
  if (match === null) return undefined;
  const [, title = '', rest = ''] = match;
  const name = sectionNamed(title);
  return name === undefined ? undefined : { name, rest: rest.trim() };
}
