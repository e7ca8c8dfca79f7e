import { boundLine, headingOf, sectionNamed } from '../sections/parse-sections.js';
import type { LineChange } from './line-change.js';
import { SECTION_NAMES, type SectionName } from '../sections/section-names.js';

/** The changes in an answer. */
export interface ParsedChanges {
  changes: LineChange[];
  /** Whether the answer has the form of changes: it lists some, or says that there are none. */
  isRecognised: boolean;
  /** The lines without a change. */
  rest: string;
}

const MAX_CHANGES = 200;
/** How much of a line is read; lines of a summary are shorter. */
const MAX_LINE_LENGTH = 1_000;

/** Emphasis, code and quotation marks, which models put around anything. */
const edge = '[*_`"\'\\s]{0,6}';
const id = '[[(]?[FKVSP][ -]?\\d{1,3}[\\])]?';
/** Separates the operation from the text, whose marks are kept. */
const colon = `${edge}(?:[:|–—]|-+>?|=>|→|\\bwith\\b|\\bby\\b)\\s*`;
const entries = '(?:#|\\b(?:entry|entries|message)\\s*#?|\\()(\\d+)';

const closing = '(?:close[sd]?|done|completed?|finished|x|\\[x\\]|[✓✔✗✘])';
const replacing = '(?:supersede[sd]?|replace[sd]?|update[sd]?|change[sd]?|~)';
const forms = {
  add: pattern(
    `(?:add(?:ed)?|new|\\+)${edge}:?${edge}(?:(?:to|in|under)\\s)?[["']?(.{3,60}?)[\\]"']?${colon}(.+)$`,
  ),
  addWithoutColon: pattern(
    `(?:add(?:ed)?|\\+)${edge}(?:(?:to|in)\\s)?(${SECTION_NAMES.join('|')})\\s+(.+)$`,
  ),
  // "Add a test" may be a task; only the requested spelling is a change.
  addPlain: new RegExp(`^${edge}(?:ADD(?:ED)?|\\+)${edge}:?${edge}(.+)$`),
  addBelow: pattern(`add(?:ed)?${edge}(?:(?:to|in|under)\\s)?(.{3,40}?)${edge}:?${edge}$`),
  close: pattern(
    `${closing}${edge}:?${edge}(${id}(?:(?:\\s*,\\s*|\\s+and\\s+)${id})*)(?![\\w])(.*)$`,
  ),
  closeBehind: pattern(
    `(${id})${edge}:?${edge}${closing}(\\W{0,6}(?:(?:by|in|see|entry)?\\s{0,2}#\\d{1,9}[^\\w#]{0,4}){0,8})$`,
  ),
  supersede: pattern(`${replacing}${edge}:?${edge}(${id})${colon}(.+)$`),
  supersedeBehind: pattern(`(${id})${edge}(?:->|=>|→|~>)${edge}(.+)$`),
  keep: pattern(`(?:keep|kept|unchanged)${edge}:?${edge}${id}.*$`),
  none: pattern(
    `(?:(?:there are |there were )?no changes?\\b.{0,60}|nothing (?:has |to )?changed?.{0,40})$`,
  ),
  /** Means no changes only if it is the whole answer; in a summary it is about a section. */
  noneAtAll: pattern(`(?:=|=?\\s?none|unchanged|\\[\\])\\W?$`),
  heading: pattern(
    `(add|close|supersede)(?:d|s|itions?)?(?: (?:items|lines|tasks))?${edge}:?${edge}$`,
  ),
};

function pattern(source: string): RegExp {
  return new RegExp(`^${edge}${source}`, 'i');
}

/**
 * Reads the changes in an answer, one per line: `ADD Pending Tasks: text (#12)`, `CLOSE P2 (#41)`,
 * `SUPERSEDE K3: text (#44)`, or with the marks `+`, `x` and `~`; in lists, in bold, in code
 * fences, below headings of sections or of operations. At most 200.
 */
export function parseChanges(answer: string): ParsedChanges {
  const isRecognised = forms.noneAtAll.test(answer.trim().slice(0, MAX_LINE_LENGTH));
  const parsed: ParsedChanges = { changes: [], isRecognised, rest: '' };
  const rest: string[] = [];
  let section: SectionName | undefined;
  let operation = '';
  for (const raw of answer.split('\n')) {
    if (raw.trim() === '') continue;
    const item = raw
      .slice(0, MAX_LINE_LENGTH)
      .trim()
      .replace(/^(?:>\s*)+/, '');
    const line = item.replace(/^(?:[-*•]|\d{1,3}[.)])\s+/, '');
    const bare = line.replace(/^#{1,6}\s*/, '');
    const heading = headingOf(raw.trim());
    // Below a heading with the operation; closing words are not list items.
    const isItem = heading === undefined && (line !== item || !/^add/i.test(operation));
    const found =
      readLine(line, section) ??
      (operation === '' || !isItem ? undefined : readLine(`${operation} ${line}`, section));
    const [, named] = forms.heading.exec(bare) ?? [];
    const addedTo = sectionNamed(plainTitle(forms.addBelow.exec(bare)?.[1] ?? ''));
    if (found !== undefined) {
      parsed.isRecognised = true;
      if (parsed.changes.length < MAX_CHANGES) parsed.changes.push(...found);
    } else if (named !== undefined) {
      operation = named.toUpperCase();
    } else if (addedTo !== undefined) {
      [operation, section] = ['ADD', addedTo];
    } else {
      if (heading !== undefined) {
        section = heading.name;
        if (heading.rest === '') operation = '';
      }
      rest.push(raw);
    }
  }
  return { ...parsed, rest: rest.join('\n') };
}

/** The change of a line, or that there is none. */
function readLine(line: string, section: SectionName | undefined): LineChange[] | undefined {
  if (forms.none.test(line) || forms.keep.test(line)) return [];
  return readClose(line) ?? readSupersede(line) ?? readAdd(line, section);
}

function readClose(line: string): LineChange[] | undefined {
  const [, named = '', behind = ''] = forms.close.exec(line) ?? forms.closeBehind.exec(line) ?? [];
  if (named === '') return undefined;
  const evidence = entriesIn(behind);
  return idsIn(named).map((name) => ({ kind: 'close', id: name, evidence }));
}

function readSupersede(line: string): LineChange[] | undefined {
  const [, named = '', behind = ''] =
    forms.supersede.exec(line) ?? forms.supersedeBehind.exec(line) ?? [];
  const [name] = idsIn(named);
  const text = plainText(behind);
  if (name === undefined || text === '') return undefined;
  return [{ kind: 'supersede', id: name, text, evidence: entriesIn(behind) }];
}

function readAdd(line: string, below: SectionName | undefined): LineChange[] | undefined {
  for (const form of [forms.add, forms.addWithoutColon]) {
    const [, title = '', behind = ''] = form.exec(line) ?? [];
    const section = sectionNamed(plainTitle(title));
    const text = plainText(behind);
    if (section !== undefined && text !== '') return [{ kind: 'add', section, text }];
  }
  const text = plainText(forms.addPlain.exec(line)?.[1] ?? '');
  return below === undefined || text === '' ? undefined : [{ kind: 'add', section: below, text }];
}

function plainTitle(title: string): string {
  return title.replaceAll(/[*_`"'[\]]/g, '');
}

function idsIn(text: string): string[] {
  return [...text.matchAll(/([FKVSP])[ -]?0*(\d{1,3})/gi)].map(
    ([, letter = '', number = '']) => letter.toUpperCase() + number,
  );
}

/** The entries that a text names as `#12`, `entry 12` or `(12)`. */
function entriesIn(text: string): number[] {
  return [...text.matchAll(new RegExp(entries, 'gi'))].slice(0, 20).map(([, seq]) => Number(seq));
}

/** The text of a line without unbalanced marks around it. */
function plainText(text: string): string {
  const trimmed = text.trim().replace(/[|;]\s*(#\d+)$/, '($1)');
  const unfenced = /^`[^`]*$/.test(trimmed)
    ? trimmed.slice(1)
    : trimmed.replace(/^([^`]*)`$/, '$1');
  const marks =
    unfenced.split('**').length % 2 === 0 ? unfenced.replace(/^\*\*|\*\*$/g, '') : unfenced;
  return boundLine(marks.trim());
}
