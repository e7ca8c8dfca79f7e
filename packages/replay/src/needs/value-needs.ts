import type { Entry } from '@everlong/core';
import { extractValues } from '@everlong/summarizer';

import type { LineFinder } from './line-needs.js';
import type { MessageBook } from '../messages/message-book.js';
import { type TextFacts, writtenText } from '../messages/message-facts.js';

/** An exact value that a recorded assistant message uses and that occurs earlier in the log. */
export interface ValueNeed {
  value: string;
  /** The earlier entries that hold the value, ascending; never empty. */
  sources: readonly number[];
  /** Whether one read of a file that the log has shown or written brings it back. */
  isDerivable: boolean;
  /**
   * The words near the value both in the message that uses it and earlier in the log; empty if
   * nothing tells what the value is for.
   */
  cues(): ReadonlySet<string>;
}

/** Finds what recorded messages needed. */
export interface NeedFinder {
  /** The needs of the assistant message at `seq`, in the order of their first use. */
  needsOf(seq: number): ValueNeed[];
  /** The entries that hold the value whole, ascending, in the whole log. */
  entriesWith(value: string): readonly number[];
}

/** Without `isInFile` no value counts as one that a file holds. */
export function createNeedFinder(
  entries: readonly Entry[],
  book: MessageBook,
  isInFile: LineFinder['isInFile'] = () => false,
): NeedFinder {
  const texts = entries.map((entry) => book.message(entry.message).text);
  const candidates = createRunIndex(texts.map(({ text }) => text));
  const holders = new Map<string, readonly number[]>();

  function entriesWith(value: string): readonly number[] {
    let found = holders.get(value);
    if (found === undefined) {
      found = candidates(value).filter((seq) => texts[seq]?.holds(value) === true);
      holders.set(value, found);
    }
    return found;
  }

  function sharedCues(value: string, written: string, sources: readonly number[]): Set<string> {
    const shared = new Set<string>();
    const near = book.text(written).cues(value);
    for (const seq of sources) {
      if (shared.size === near.size) break;
      for (const word of texts[seq]?.cues(value) ?? []) if (near.has(word)) shared.add(word);
    }
    return shared;
  }

  return {
    entriesWith,
    needsOf(seq) {
      const message = entries[seq]?.message;
      if (message?.role !== 'assistant') return [];
      const written = writtenText(message);
      const values = new Set(extractValues(written).map(({ value }) => value));
      return [...values].flatMap((value) => {
        const sources = entriesWith(value).filter((source) => source < seq);
        if (sources.length === 0) return [];
        let cues: Set<string> | undefined;
        const isDerivable = sources.some((source) => isInFile(value, source, seq));
        return [
          {
            value,
            sources,
            isDerivable,
            cues: () => (cues ??= sharedCues(value, written, sources)),
          },
        ];
      });
    },
  };
}

/**
 * Finds the texts that may hold a value whole: those with the rarest of its runs of letters and
 * digits. A run of a value is also a run of any text that holds the value.
 */
function createRunIndex(texts: readonly string[]): (value: string) => readonly number[] {
  const postings = new Map<string, number[]>();
  const all = texts.map((_, index) => index);

  function post(run: string, index: number): void {
    const list = postings.get(run);
    if (list === undefined) postings.set(run, [index]);
    else if (list.at(-1) !== index) list.push(index);
  }

  texts.forEach((text, index) => {
    for (const match of text.matchAll(/[A-Za-z0-9]+/g)) {
      const run = match[0];
      post(run, index);
      // In escaped text the letter of a `\n` precedes the value and belongs to neither.
      if (text.charCodeAt(match.index - 1) === 92 && /^[ntr]./.test(run)) post(run.slice(1), index);
    }
  });

  return (value) => {
    const runs = value.match(/[A-Za-z0-9]+/g);
    if (runs === null) return all;
    return runs
      .map((run) => postings.get(run) ?? [])
      .reduce((rarest, list) => (list.length < rarest.length ? list : rarest));
  };
}

/** The texts of a request, to look up values in. */
export interface RequestTexts {
  /** All texts of the request, instructions included. */
  all: ReadonlySet<TextFacts>;
  /** Those of them that are not the whole text of an entry: snapshots, masks, shortened results. */
  derived: readonly TextFacts[];
}

/** Whether the request holds the value whole; `entryTexts` are the facts of the log, by `seq`. */
export function isPresent(
  need: ValueNeed,
  request: RequestTexts,
  entryTexts: readonly TextFacts[],
): boolean {
  return (
    need.sources.some((seq) => hasText(request, entryTexts[seq])) ||
    request.derived.some((facts) => facts.holds(need.value))
  );
}

/** Whether some occurrence in the request has one of the need's cues near it. */
export function isPresentWithCue(
  need: ValueNeed,
  request: RequestTexts,
  entryTexts: readonly TextFacts[],
): boolean {
  const cues = need.cues();
  const hasCue = (facts: TextFacts): boolean => !cues.isDisjointFrom(facts.cues(need.value));
  return (
    request.derived.some((facts) => facts.holds(need.value) && hasCue(facts)) ||
    need.sources.some((seq) => {
      const facts = entryTexts[seq];
      return facts !== undefined && request.all.has(facts) && hasCue(facts);
    })
  );
}

/** Whether the request contains a text of the log. */
export function hasText(request: RequestTexts, facts: TextFacts | undefined): boolean {
  return facts !== undefined && request.all.has(facts);
}
