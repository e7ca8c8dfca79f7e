import { contentWords, wordShare } from '../reading/content-words.js';
import { isSameTask } from '../sections/same-task.js';
import type { SectionName } from '../sections/section-names.js';
import { extractValues } from '../values/extract-values.js';
import type { ChangeEvidence } from './change-evidence.js';
import type { LineChange } from './line-change.js';
import type { NumberedLine } from './numbered-lines.js';

const closable: ReadonlySet<SectionName> = new Set(['Current State', 'Pending Tasks']);
const saysDone =
  /\b(?:is|are|was|were|been|got) (?:now |all |already )?(?:\w+ed|done|written|built|made|gone|complete|obsolete)\b|^\W*(?:done|finished|completed|cancelled|canceled|dropped|skipped)\b|\bno longer (?:needed|necessary)\b|[✓✔✅]/i;

/** The first of a change's named entries that shows that the line is outdated. */
export function entryThatShows(
  { section, line }: NumberedLine,
  change: Exclude<LineChange, { kind: 'add' }>,
  evidence: ChangeEvidence,
): number | undefined {
  if (change.kind === 'close') {
    return closable.has(section)
      ? change.evidence.find((seq) => evidence.closes(seq, line))
      : undefined;
  }
  // The new state may be unrelated to the old one.
  if (section === 'Current State') {
    return change.evidence.find((seq) => evidence.isNewer(seq, line));
  }
  const shows = (seq: number): boolean =>
    evidence.supports(seq, change.text) &&
    (evidence.supports(seq, line) || isRelated(line, change.text));
  // A replacement that reports a task as done, or names another task, closes it.
  const isClosing =
    section === 'Pending Tasks' &&
    (saysDone.test(change.text) || !isSameTask(withoutMarks(line), change.text));
  return change.evidence.find((seq) => shows(seq) && (!isClosing || evidence.closes(seq, line)));
}

/** Whether two lines share a value or a word. */
function isRelated(line: string, text: string): boolean {
  return (
    wordShare(contentWords(line), contentWords(text)) > 0 ||
    extractValues(line).some(({ value }) => text.includes(value))
  );
}

function withoutMarks(text: string): string {
  return text.replaceAll(/\s*\(#[^)]*\)/g, '');
}
