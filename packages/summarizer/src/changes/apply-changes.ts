import type { ChangeEvidence } from './change-evidence.js';
import { contentWords, wordShare } from '../reading/content-words.js';
import { entriesNamed } from '../reading/entry-marks.js';
import { extractValues } from '../values/extract-values.js';
import type { NumberedLine } from './numbered-lines.js';
import type { RecordChange } from './line-change.js';
import { boundedRecord, maxAdded } from './model-owned-lines.js';
import { isSameTask } from '../sections/same-task.js';
import { SECTION_NAMES, type SectionName, type Sections } from '../sections/section-names.js';
import type { Sources } from '../sections/source-index.js';
import { verifySections } from '../sections/verify-sections.js';

export interface ChangeContext {
  sources: Sources;
  evidence: ChangeEvidence;
  /** Lines of the record that code keeps: they need not be said again. */
  fixed: Sections;
  /** The user's demands that hold, without quotation marks. Lines in which they stand never change. */
  constraints: readonly string[];
}

/** A record after changes, and what became of them. */
export interface ChangedRecord {
  record: Sections;
  /** Constraints that the model names; whether the user made them is for others to say. */
  claimed: string[];
  /** Lines that hold no longer, and the entry that shows it. */
  ended: (NumberedLine & { evidence: number; isClosed: boolean })[];
  /** Changes of lines that no entry bears out, or that change what must not change. */
  refused: number;
  checked: number;
  struck: number;
}

/** What the user demands, and its words. */
interface Demand {
  text: string;
  words: ReadonlySet<string>;
}

const closable: ReadonlySet<SectionName> = new Set(['Current State', 'Pending Tasks']);
const toldAsDone =
  /\b(?:is|are|was|were|been|got) (?:now |all |already )?(?:\w+ed|done|written|built|made|gone|complete|obsolete)\b|^\W*(?:done|finished|completed|cancelled|canceled|dropped|skipped)\b|\bno longer (?:needed|necessary)\b|[✓✔✅]/i;
/** Two lines that share so many of their words say the same, if they name the same values. */
const SAME_SHARE = 0.8;

/**
 * The record with the changes that hold: new lines as far as the sources bear them out, items closed
 * and lines superseded where one of the entries named shows it; of Current State it need only be newer,
 * and where nothing bears out the new line there is none. New lines stand behind the others. A
 * line that no such change names stays byte for byte, until the record carries too many and it is the
 * oldest of its section.
 * Deterministic; never fails.
 */
export function applyChanges(
  numbered: readonly NumberedLine[],
  changes: readonly RecordChange[],
  context: ChangeContext,
): ChangedRecord {
  const changed: ChangedRecord = {
    record: {},
    claimed: [],
    ended: [],
    refused: 0,
    checked: 0,
    struck: 0,
  };
  const open = new Map(numbered.map((item) => [item.id, item]));
  const superseding: NumberedLine[] = [];
  const added: Partial<Record<SectionName, string[]>> = {};

  const demands = context.constraints.map((text) => ({ text, words: contentWords(text) }));

  function verified(section: SectionName, text: string): string | undefined {
    const { sections, checked, struck } = verifySections({ [section]: [text] }, context.sources);
    changed.checked += checked;
    changed.struck += struck;
    return sections[section]?.[0];
  }

  function add(section: SectionName, text: string): void {
    if (section === 'Constraints') {
      changed.claimed.push(text);
      return;
    }
    const here = (added[section] ??= []);
    const known = numbered.filter((item) => item.section === section).map(({ line }) => line);
    if (here.length >= maxAdded(section, known.length)) return;
    const fixed = context.fixed[section] ?? [];
    if ([...known, ...here, ...fixed].some((line) => isSame(line, text))) return;
    const line = verified(section, text);
    if (line !== undefined) here.push(line);
  }

  function end(change: Exclude<RecordChange, { kind: 'add' }>): void {
    const item = open.get(change.id);
    const isDemand = item !== undefined && standsIn(demands, item.line);
    const shownBy =
      item === undefined || isDemand ? undefined : entryThatShows(item, change, context.evidence);
    if (item === undefined || shownBy === undefined) {
      changed.refused++;
      return;
    }
    if (change.kind === 'supersede') {
      const line = marked(change.text, shownBy);
      const kept = verified(item.section, line);
      if (kept !== line) changed.refused++;
      // What is taken out of the new line leaves the old one the better of the two; but a state that
      // was is worse than none.
      if (kept !== line && item.section !== 'Current State') return;
      if (kept !== undefined) superseding.push({ ...item, line: kept });
    }
    open.delete(item.id);
    changed.ended.push({ ...item, evidence: shownBy, isClosed: change.kind === 'close' });
  }

  for (const change of changes) {
    if (change.kind === 'add') add(change.section, change.text);
    else end(change);
  }
  for (const section of SECTION_NAMES) {
    const kept = [...open.values(), ...superseding].filter((item) => item.section === section);
    changed.record[section] = [...kept.map(({ line }) => line), ...(added[section] ?? [])];
  }
  return { ...changed, record: boundedRecord(changed.record) };
}

function entryThatShows(
  { section, line }: NumberedLine,
  change: Exclude<RecordChange, { kind: 'add' }>,
  evidence: ChangeEvidence,
): number | undefined {
  if (change.kind === 'close') {
    return closable.has(section)
      ? change.evidence.find((seq) => evidence.closes(seq, line))
      : undefined;
  }
  // What was the state need not have to do with what is the state.
  if (section === 'Current State') {
    return change.evidence.find((seq) => evidence.isNewer(seq, line));
  }
  const shows = (seq: number): boolean =>
    evidence.bears(seq, change.text) && (evidence.bears(seq, line) || isRelated(line, change.text));
  // A task that is told of as done, or gives way to another one, is closed by that.
  const isClosing =
    section === 'Pending Tasks' &&
    (toldAsDone.test(change.text) || !isSameTask(withoutMarks(line), change.text));
  return change.evidence.find((seq) => shows(seq) && (!isClosing || evidence.closes(seq, line)));
}

/** Whether a demand of the user stands in the line, in these or nearly these words. */
function standsIn(demands: readonly Demand[], line: string): boolean {
  const held = contentWords(line);
  return demands.some(
    ({ text, words }) =>
      line.includes(text) || (words.size > 1 && wordShare(words, held) >= SAME_SHARE),
  );
}

/** Whether two lines name a value or a word in common. */
function isRelated(line: string, text: string): boolean {
  return (
    wordShare(contentWords(line), contentWords(text)) > 0 ||
    extractValues(line).some(({ value }) => text.includes(value))
  );
}

/** Whether a record that holds the line gains nothing by the text. */
function isSame(line: string, text: string): boolean {
  if (line === text) return true;
  const own = new Set(extractValues(line).map(({ value }) => value));
  if (extractValues(text).some(({ value }) => !own.has(value))) return false;
  const [left, right] = [allWords(line), allWords(text)];
  return Math.min(wordShare(left, right), wordShare(right, left)) >= SAME_SHARE;
}

/** Short words count too: `not` makes a difference. */
function allWords(text: string): Set<string> {
  const plain = text.toLowerCase().replaceAll(/#\d+/g, '');
  return new Set([...plain.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word));
}

function withoutMarks(text: string): string {
  return text.replaceAll(/\s*\(#[^)]*\)/g, '');
}

function marked(text: string, seq: number): string {
  return entriesNamed(text).length > 0 ? text : `${text} (#${seq})`;
}
