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

/** The first of the entries that a change names which shows that the line holds no longer. */
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
  // The old state need not have to do with the new one.
  if (section === 'Current State') {
    return change.evidence.find((seq) => evidence.isNewer(seq, line));
  }
  const shows = (seq: number): boolean =>
    evidence.supports(seq, change.text) &&
    (evidence.supports(seq, line) || isRelated(line, change.text));
  // A task that is said to be done, or is replaced by another one, is closed by that.
  const isClosing =
    section === 'Pending Tasks' &&
    (saysDone.test(change.text) || !isSameTask(withoutMarks(line), change.text));
  return change.evidence.find((seq) => shows(seq) && (!isClosing || evidence.closes(seq, line)));
}

/** Whether two lines name a value or a word in common. */
function isRelated(line: string, text: string): boolean {
  return (
    wordShare(contentWords(line), contentWords(text)) > 0 ||
    extractValues(line).some(({ value }) => text.includes(value))
  );
}

function withoutMarks(text: string): string {
  return text.replaceAll(/\s*\(#[^)]*\)/g, '');
}
