import type { StoredDocument } from '@everlong/core';

import { hedged } from '../extraction/extract-statements.js';
import { cleanValue, readClause } from '../extraction/read-clause.js';
import { splitClauses } from '../extraction/split-clauses.js';
import { splitSentences } from '../extraction/split-sentences.js';
import { foldWords } from '../text/fold-words.js';

/** A clause that somebody said in his own words. */
interface SaidClause {
  sentence: string;
  words: readonly string[];
  isChange: boolean;
  /** What it says is over, if it does. */
  ended: readonly string[] | undefined;
}

/** More documents and longer ones cost time, and are rarely shown. */
const MAX_DOCUMENTS = 24;
const MAX_LENGTH = 1000;

/** What differs in two clauses that say the same of the same is a value, not a story. */
const MAX_VALUE_WORDS = 6;

const change =
  /\b(?:now|these days|nowadays|from now on|going forward|instead|no longer|any ?more|any longer|changed|switched|moved|renamed|started|begun|(?:after|since) the \p{L}+)\b/iu;
const ending = /\b(?:no longer|any ?more|any longer|quit|stopped|gave up|given up|cancell?ed)\b/i;
/** Without parsing: nothing else can take anything back. */
const mayTakeBack = new RegExp(
  `${change.source}|${ending.source}|\\b(?:sorry|oops|wait|correction|actually|meant)\\b|\\b(?:is|are)\\b.*\\d`,
  'iu',
);
const endingWord =
  /^(?:no|not|longer|any|anymore|more|do|does|did|quit|stopped?|gave|given|give|up|cancell?ed|have|has|for|good)$/;
const owner = /^(?:my|our|the|this|his|her|their)$/;
const preposition = /^(?:on|at|in|to|with|from|for|by|via|through)$/;
const being = /^(?:is|are|am)$/;
/** Several of them hold at a time: `I like X now` takes nothing back. */
const manyValued =
  /^(?:like|likes|love|loves|enjoy|enjoys|prefer|prefers|hate|hates|use|uses|own|owns|have|has|speak|speaks|play|plays|eat|eats|want|wants|need|needs|know|knows)$/;

/**
 * Sentences that a later clause of the same speaker takes back, whatever they are about: it says
 * the same of the same with another value (`our logs go to A`, `our logs go to B now`), or that
 * something is so no longer.
 */
export function findOutdated(
  documents: readonly StoredDocument[],
  termsOf: (text: string) => string[],
): (document: StoredDocument, sentence: string) => boolean {
  const said = documents
    .filter(
      ({ layer, role, text }) =>
        layer === 'episode' && role !== 'tool' && text.length <= MAX_LENGTH,
    )
    .slice(0, MAX_DOCUMENTS)
    .toSorted(byTime);
  const clauses = new Map<StoredDocument, SaidClause[]>();
  const read = (document: StoredDocument): SaidClause[] => {
    const known = clauses.get(document) ?? clausesOf(document.text);
    clauses.set(document, known);
    return known;
  };
  const outdated = new Map<StoredDocument, Set<string>>();
  for (const [at, document] of said.entries()) {
    if (at === 0 || !mayTakeBack.test(document.text)) continue;
    for (const earlier of said.slice(0, at)) {
      const isOnIt = earlier.speaker === document.speaker && sharesTerm(earlier, document);
      if (!isOnIt) continue;
      const struck = read(earlier).filter((each) =>
        read(document).some((later) => takesBack(later, each, termsOf)),
      );
      if (struck.length === 0) continue;
      const all = outdated.get(earlier) ?? new Set();
      outdated.set(earlier, new Set([...all, ...struck.map(({ sentence }) => sentence)]));
    }
  }
  return (document, sentence) => outdated.get(document)?.has(sentence.trim()) ?? false;
}

function sharesTerm(left: StoredDocument, right: StoredDocument): boolean {
  return left.terms.some((term) => right.terms.includes(term));
}

function byTime(left: StoredDocument, right: StoredDocument): number {
  if (left.sessionId === right.sessionId) return left.position - right.position;
  return left.date < right.date ? -1 : 1;
}

function clausesOf(text: string): SaidClause[] {
  return splitSentences(text)
    .filter((sentence) => !sentence.text.endsWith('?'))
    .flatMap((sentence) =>
      splitClauses(sentence.text).flatMap((clause) => {
        const { text: bare, corrects } = readClause(clause.text);
        if (hedged.test(bare)) return [];
        return {
          sentence: sentence.text,
          words: foldWords(bare),
          ended: ending.test(clause.text) ? foldWords(cleanValue(bare)) : undefined,
          isChange: corrects || change.test(sentence.text),
        };
      }),
    );
}

function takesBack(
  later: SaidClause,
  earlier: SaidClause,
  termsOf: (text: string) => string[],
): boolean {
  if (later.ended !== undefined && earlier.ended === undefined) {
    if (isEnded(later.ended, earlier, termsOf)) return true;
  }
  const head = sharedHead(later.words, earlier.words);
  const values = [later.words.slice(head.length), earlier.words.slice(head.length)];
  if (values.some(({ length }) => length === 0 || length > MAX_VALUE_WORDS)) return false;
  return later.isChange
    ? isStatement(head, termsOf)
    : isDefinite(head) && values.every((value) => /\d/.test(value[0] ?? ''));
}

function sharedHead(left: readonly string[], right: readonly string[]): readonly string[] {
  const end = left.findIndex((word, index) => word !== right[index]);
  return end < 0 ? left : left.slice(0, end);
}

/** `I quit smoking`: what `I smoke ten a day` says is over. */
function isEnded(
  ended: readonly string[],
  earlier: SaidClause,
  termsOf: (text: string) => string[],
): boolean {
  const over = termsOf(ended.filter((word) => !endingWord.test(word)).join(' '));
  const said = termsOf(earlier.words.join(' '));
  const [first] = over;
  return first !== undefined && (over.length > 1 || said[0] === first)
    ? over.every((term) => said.includes(term))
    : false;
}

/** A subject and a verb, of which there is one value at a time. */
function isStatement(head: readonly string[], termsOf: (text: string) => string[]): boolean {
  const last = head.at(-1) ?? '';
  const content = termsOf(head.join(' '));
  if (content.length === 0 || head.some((word) => manyValued.test(word))) return false;
  if (isOwned(head)) return being.test(last) || preposition.test(last) || last.endsWith('s');
  return preposition.test(last) || content.length > 1;
}

/** `My commute is`, `Lea's number is`: nothing else can be it at the same time. */
function isDefinite(head: readonly string[]): boolean {
  return isOwned(head) && head.some((word) => being.test(word)) && head.length > 2;
}

function isOwned([first = '', second]: readonly string[]): boolean {
  return owner.test(first) || second === 's';
}
