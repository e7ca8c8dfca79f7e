import type { Entry } from '@everlong/core';

import type { TextFacts } from '../messages/message-facts.js';
import { writtenText } from '../messages/message-facts.js';
import type { PolicyTally } from '../report/policy-tally.js';
import { type AllowedTexts, countPhrases, createPhraseIndex } from './phrase-index.js';
import type { RequestTexts } from './value-needs.js';

/** When the texts that a policy made exceed this in total, their index is rebuilt. */
const MAX_DERIVED_CHARACTERS = 4_000_000;

/** Code lengths of recorded messages given the log; shared by all policies of a session. */
export interface LogPhrases {
  /** Phrases of the message at `seq` given all entries before it; `seq` never goes down. */
  given(seq: number): number;
  /** The same given the texts of a request, with an index for those that are not of the log. */
  givenRequest(seq: number, request: RequestTexts, derived: DerivedPhrases): number;
}

/** The texts that a policy made, indexed. */
export interface DerivedPhrases {
  /** Those of one request. */
  of(texts: readonly TextFacts[]): AllowedTexts;
}

/** Recorded entries and their readable texts. */
interface LoggedTexts {
  entries: readonly Entry[];
  texts: readonly TextFacts[];
}

export function createLogPhrases({ entries, texts }: LoggedTexts): LogPhrases {
  const index = createPhraseIndex();
  const ids = new Map<TextFacts, number>();
  const lengths = new Map<number, number>();
  let indexed = 0;

  function written(seq: number): string {
    const message = entries[seq]?.message;
    return message?.role === 'assistant' ? writtenText(message) : '';
  }

  function indexUpTo(seq: number): void {
    for (; indexed < seq; indexed++) {
      const text = texts[indexed];
      if (text !== undefined && !ids.has(text)) ids.set(text, index.add(text.text));
    }
  }

  return {
    given(seq) {
      indexUpTo(seq);
      let length = lengths.get(seq);
      if (length === undefined) {
        length = countPhrases(written(seq), [{ index, isAllowed: () => true }]);
        lengths.set(seq, length);
      }
      return length;
    },
    givenRequest(seq, { all, derived }, made) {
      indexUpTo(seq);
      const logged = new Set<number>();
      for (const text of all) {
        const id = ids.get(text);
        if (id !== undefined) logged.add(id);
      }
      return countPhrases(written(seq), [
        { index, isAllowed: (id) => logged.has(id) },
        made.of(derived),
      ]);
    },
  };
}

export function createDerivedPhrases(): DerivedPhrases {
  let index = createPhraseIndex();
  let ids = new Map<TextFacts, number>();
  return {
    of(texts) {
      if (index.characters > MAX_DERIVED_CHARACTERS) {
        index = createPhraseIndex();
        ids = new Map();
      }
      const allowed = new Set<number>();
      for (const text of texts) {
        let id = ids.get(text);
        if (id === undefined) ids.set(text, (id = index.add(text.text)));
        allowed.add(id);
      }
      return { index, isAllowed: (id) => allowed.has(id) };
    },
  };
}

/**
 * Counts how much longer the code of the message at `seq` is given a request than given the log.
 */
export function scoreCodeLength(
  { codeLength }: PolicyTally,
  seq: number,
  request: RequestTexts,
  phrases: LogPhrases,
  derived: DerivedPhrases,
): void {
  const given = phrases.given(seq);
  const needed = phrases.givenRequest(seq, request, derived);
  codeLength.messages++;
  codeLength.logPhrases += given;
  codeLength.phrases += needed;
  codeLength.extra += Math.max(0, needed - given);
}
