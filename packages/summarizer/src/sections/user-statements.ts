import type { Entry } from '@everlong/core';

import { ownSentences } from '../constraints/find-constraints.js';
import { countWords } from '../reading/quote.js';
import { userText } from '../reading/spoken-text.js';
import { goesOn, isPraise } from '../reading/user-reactions.js';

/** The key of `snapshot.sections` for other sentences of the user, as `"sentence" (#entry)`. */
export const SAID = 'Said';

/** The maximum number of sentences carried, and their total length. */
const MAX_SAID = 60;
const MAX_CHARACTERS = 8_000;
const MIN_WORDS = 4;
const MAX_WORDS = 60;
const lineForm = /^"(.*)" \(#(\d+)\)$/s;

/** Words of sentences about more than a single act. */
const hint =
  /\b(?:all|any|both|each|every|everything|nothing|none|no|not|only|one|same|still|will|need|needs|want|like|please|let's|should|can|cannot)\b|n['’]t\b|['’]ll\b/i;

/**
 * Adds the user's sentences without cue words of demands, which may be demands all the same:
 * verbatim, in order, without repeats, bounded. Skips questions, headings, praise and words that
 * only let the work continue.
 */
export function updateSaid(previous: readonly string[], entries: readonly Entry[]): string[] {
  const lines = new Set(previous);
  for (const entry of entries) {
    const text = userText(entry);
    if (isPraise(text) || goesOn(text)) continue;
    for (const sentence of ownSentences(text)) {
      if (!sentence.isConstraint && mayDemand(sentence.text)) {
        lines.add(`"${sentence.text}" (#${entry.seq})`);
      }
    }
  }
  const kept = new Set<string>();
  let characters = 0;
  for (const line of likeliestFirst([...lines])) {
    characters += line.length;
    if (kept.size === MAX_SAID || characters > MAX_CHARACTERS) break;
    kept.add(line);
  }
  return [...lines].filter((line) => kept.has(line));
}

/** Ends of questions and headings; starts of table rows, prompts and addresses. */
const noDemand = /[?:]["')\]]*$|^(?:[|~/$#<>{}[\]\\=]|\w+:\/\/)/;

function mayDemand(sentence: string): boolean {
  const words = countWords(sentence);
  return words >= MIN_WORDS && words <= MAX_WORDS && !noDemand.test(sentence);
}

/** Sentences with a hint of a demand first, the newest of each group first. */
function likeliestFirst(lines: readonly string[]): string[] {
  const newestFirst = lines.toReversed();
  return [
    ...newestFirst.filter((line) => hint.test(line)),
    ...newestFirst.filter((line) => !hint.test(line)),
  ];
}

export interface RenderSaidOptions {
  /** The lines, each with a line break, take at most this many tokens by `count`. */
  maxTokens: number;
  count(text: string): number;
  /** Sentences that this text contains need no line. */
  visibleText: string;
}

/** As many of the sentences as fit, those of one entry in one line with a list mark, in order. */
export function renderSaid(said: readonly string[], options: RenderSaidOptions): string[] {
  const { maxTokens, count, visibleText } = options;
  const sentences = likeliestFirst(said).flatMap((line) => {
    const [, text = '', seq = ''] = lineForm.exec(line) ?? [];
    return text === '' || visibleText.includes(text) ? [] : [{ line, text, seq: Number(seq) }];
  });
  const places = new Map(said.map((line, place) => [line, place]));
  const groups = new Map<number, typeof sentences>();
  let tokens = 0;
  for (const sentence of sentences) {
    const others = groups.get(sentence.seq) ?? [];
    const group = [...others, sentence].toSorted(
      (left, right) => (places.get(left.line) ?? 0) - (places.get(right.line) ?? 0),
    );
    const before = others.length === 0 ? 0 : count(`${saidLine(sentence.seq, others)}\n`);
    const more = count(`${saidLine(sentence.seq, group)}\n`) - before;
    if (tokens + more > maxTokens) continue;
    tokens += more;
    groups.set(sentence.seq, group);
  }
  return [...groups]
    .toSorted(([left], [right]) => left - right)
    .map(([seq, group]) => saidLine(seq, group));
}

function saidLine(seq: number, sentences: readonly { text: string }[]): string {
  return `- also said (#${seq}): ${sentences.map(({ text }) => `"${text}"`).join(' / ')}`;
}
