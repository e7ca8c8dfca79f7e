import { wordShare, wordStems } from '../reading/content-words.js';
import { extractValues } from '../values/extract-values.js';
import { type StatementKind, statementKind } from './statement-kind.js';

/** A sentence of the user with its entry. */
export interface Statement {
  text: string;
  seq: number;
  kind: StatementKind;
}

/** The share of the words of either sentence that the other must contain, values left out. */
const SAME_SUBJECT = 0.6;
const SAME_SUBJECT_OF_OLD = 0.5;
/** Words of taking back and deciding, which are about no subject. */
const cueWords =
  /^(?:actu|agre|befo|chan|choi|deci|forg|have|inst|late|long|mean|mind|news?|once|over|plan|rath|repl|righ|scra|seco|sett|take|team|thin|thou|turn|wron|back|from|befo|stil)/;

export function toStatement(text: string, seq: number): Statement {
  return { text, seq, kind: statementKind(text) };
}

/**
 * Of statements in order, which later one replaces each: a correction or a decision replaces the
 * newest earlier decision or value about the same subject. By index.
 */
export function supersededBy(statements: readonly Statement[]): Map<number, number> {
  const replaced = new Map<number, number>();
  const subjects = statements.map(subjectOf);
  for (const [index, { kind, text }] of statements.entries()) {
    if (kind !== 'correction' && kind !== 'decision') continue;
    for (let older = index - 1; older >= 0; older--) {
      const before = statements[older];
      if (before === undefined || replaced.has(older) || !isReplaceable(before)) continue;
      if (before.text === text || !isSameSubject(subjects[index], subjects[older], kind)) continue;
      replaced.set(older, index);
      break;
    }
  }
  return replaced;
}

function isReplaceable({ kind }: Statement): boolean {
  return kind === 'decision' || kind === 'value' || kind === 'correction';
}

interface Subject {
  stems: Set<string>;
  numbers: string;
}

/** What a sentence is about: its words without values and cue words, and its small numbers. */
function subjectOf({ text }: Statement): Subject {
  let plain = text.replaceAll(/`[^`\n]*`/g, ' ');
  for (const { value } of extractValues(plain)) plain = plain.replace(value, ' ');
  const stems = new Set([...wordStems(plain)].filter((stem) => !cueWords.test(stem)));
  const numbers = (plain.match(/\b\d{1,3}\b/g) ?? []).join(' ');
  return { stems, numbers };
}

function isSameSubject(
  newer: Subject | undefined,
  older: Subject | undefined,
  kind: StatementKind,
): boolean {
  if (newer === undefined || older === undefined || newer.numbers !== older.numbers) return false;
  const ofOlder = wordShare(older.stems, newer.stems);
  if (wordShare(newer.stems, older.stems) < SAME_SUBJECT) return false;
  return ofOlder >= (kind === 'correction' ? SAME_SUBJECT_OF_OLD : 1);
}
