import type { Entry } from '@everlong/core';

import { ownSentences, pastedSentences } from '../constraints/find-constraints.js';
import { countWords } from '../reading/quote.js';
import { userText } from '../reading/spoken-text.js';
import { goesOn, isPraise } from '../reading/user-reactions.js';
import type { SectionName } from './section-names.js';
import { statementKind, statementRank } from '../statements/statement-kind.js';
import { userAnswers } from '../statements/user-answers.js';
import { type Statement, supersededBy, toStatement } from '../statements/superseded-statements.js';

/** The key of `snapshot.sections` for other sentences of the user, as `"sentence" (#entry)`. */
export const SAID = 'Said';

/** The maximum number of sentences carried, and their total length. */
const MAX_SAID = 160;
const MAX_CHARACTERS = 20_000;
const MIN_WORDS = 4;
/** Short sentences count if they decide something or give a value. */
const MIN_TELLING_WORDS = 2;
const MAX_WORDS = 60;
const lineForm = /^"(.*)" \(#(\d+)(; pasted)?\)$/s;

/**
 * Adds the user's sentences that their cue words do not mark as demands: what they decided,
 * put right, found or gave, and what may be a demand all the same. Verbatim, in order, without
 * repeats, bounded; with what the user answered through tools, and with the sentences between code
 * and output that he pasted: `"sentence" (#entry; pasted)`. Skips questions, headings, praise and
 * words that only let the work continue.
 */
export function updateSaid(previous: readonly string[], entries: readonly Entry[]): string[] {
  const lines = new Set(previous);
  for (const entry of entries) {
    for (const answer of userAnswers(entry)) lines.add(`"${answer}" (#${entry.seq})`);
    const text = userText(entry);
    if (isPraise(text) || goesOn(text)) continue;
    for (const sentence of ownSentences(text)) {
      if (!sentence.isConstraint && mayMatter(sentence.text)) {
        lines.add(`"${sentence.text}" (#${entry.seq})`);
      }
    }
    for (const sentence of pastedSentences(text)) {
      if (mayMatter(sentence)) lines.add(`"${sentence}" (#${entry.seq}; pasted)`);
    }
  }
  const kept = new Set<string>();
  let characters = 0;
  for (const line of byImportance([...lines])) {
    characters += line.length;
    if (kept.size === MAX_SAID || characters > MAX_CHARACTERS) break;
    kept.add(line);
  }
  return [...lines].filter((line) => kept.has(line));
}

/** The sentence of a line. */
export function saidText(line: string): string {
  return lineForm.exec(line)?.[1] ?? line;
}

/** Ends of questions and headings; starts of table rows, prompts and addresses. */
const noStatement = /[?:]["')\]]*$|^(?:[|~/$#<>{}[\]\\=]|\w+:\/\/)/;

function mayMatter(sentence: string): boolean {
  const words = countWords(sentence);
  if (words > MAX_WORDS || noStatement.test(sentence)) return false;
  if (words >= MIN_WORDS) return true;
  return words >= MIN_TELLING_WORDS && statementRank(statementKind(sentence)) === 0;
}

/** The most important kinds first, the newest of each first. */
function byImportance(lines: readonly string[]): string[] {
  const ranked = lines.map((line) => ({
    line,
    rank: line.endsWith('; pasted)')
      ? statementRank('pasted')
      : statementRank(statementKind(saidText(line))),
  }));
  return ranked
    .toReversed()
    .toSorted((left, right) => left.rank - right.rank)
    .map(({ line }) => line);
}

export interface RenderSaidOptions {
  /** The lines, each with a line break, take at most this many tokens by `count`. */
  maxTokens: number;
  count(text: string): number;
  /** Sentences that this text contains need no line. */
  visibleText: string;
  /**
   * The entries of open requests: of others, sentences that only ask for something need no line.
   */
  openSeqs?: ReadonlySet<number>;
  /** Nor do those that this text contains. */
  askedText?: string;
  /** Quotes of requests that were carried out, whose words say nothing more. */
  carriedOut?: ReadonlySet<string>;
}

/** What of a section the user said: lines with a list mark. */
export type SaidLines = Map<SectionName, string[]>;

/**
 * As many of the sentences as fit, by section and in order: decisions and what was found in Key
 * Decisions and values in Important Values, one a line; others with the constraints, those of one
 * entry in one line. A replaced decision names the entry that replaces it and leaves first.
 */
export function renderSaid(said: readonly string[], options: RenderSaidOptions): SaidLines {
  const { maxTokens, count, visibleText, askedText = '', openSeqs, carriedOut } = options;
  const all = said.flatMap((line) => {
    const [, text = '', seq = '', pasted] = lineForm.exec(line) ?? [];
    if (text === '') return [];
    // Whoever wrote what was pasted decided nothing here.
    if (pasted !== undefined) return [{ text, seq: Number(seq), kind: 'pasted' as const }];
    return [toStatement(text, Number(seq))];
  });
  const replaced = supersededBy(all);
  const newest = new Map(all.map(({ text }, place) => [text, place]));
  const placed = all
    .map((statement, place): Placed => {
      const by = all[replaced.get(place) ?? -1]?.seq;
      return { ...statement, place, ...(by === undefined ? {} : { by }) };
    })
    // What was said twice is shown where it was said last.
    .filter(({ text, place }) => newest.get(text) === place && !visibleText.includes(text))
    .filter(({ text, kind, seq }) => {
      const isTelling = statementRank(kind) === 0;
      if (!isTelling && carriedOut?.has(`"${text}"`) === true) return false;
      const isOpen = openSeqs === undefined || openSeqs.has(seq);
      return kind !== 'request' || (isOpen && !askedText.includes(text));
    })
    .toSorted((left, right) => showRank(left) - showRank(right) || right.place - left.place);
  const groups = new Map<string, Placed[]>();
  let tokens = 0;
  for (const statement of placed) {
    const key = groupOf(statement);
    const others = groups.get(key) ?? [];
    const group = [...others, statement].toSorted((left, right) => left.place - right.place);
    const before = others.length === 0 ? 0 : count(`${saidLine(others)}\n`);
    const more = count(`${saidLine(group)}\n`) - before;
    if (tokens + more > maxTokens) continue;
    tokens += more;
    groups.set(key, group);
  }
  const lines: SaidLines = new Map();
  for (const group of [...groups.values()].toSorted((a, b) => firstPlace(a) - firstPlace(b))) {
    const [first] = group;
    if (first === undefined) continue;
    const name = sectionOf(first);
    lines.set(name, [...(lines.get(name) ?? []), saidLine(group)]);
  }
  return lines;
}

interface Placed extends Statement {
  place: number;
  /** The entry of the statement that replaces this one. */
  by?: number;
}

function firstPlace(group: readonly Placed[]): number {
  return group[0]?.place ?? 0;
}

function showRank({ kind, by }: Placed): number {
  return by === undefined ? statementRank(kind) : statementRank('other');
}

/** What decides something or gives a value has a line of its own. */
function groupOf(statement: Placed): string {
  const { seq, kind, place } = statement;
  return statementRank(kind) === 0 ? `own ${place}` : `${seq}`;
}

function sectionOf({ kind }: Placed): SectionName {
  if (kind === 'value') return 'Important Values';
  return statementRank(kind) === 0 ? 'Key Decisions' : 'Constraints';
}

function saidLine(group: readonly Placed[]): string {
  const [first] = group;
  if (first === undefined) return '';
  const { seq, by } = first;
  const quotes = group.map(({ text }) => `"${text}"`).join(' / ');
  if (by !== undefined)
    return `- No longer so since #${by}, said by the user in #${seq}: ${quotes}`;
  const isOther = sectionOf(first) === 'Constraints';
  return `- ${isOther ? 'also said' : 'the user said'} (#${seq}): ${quotes}`;
}
