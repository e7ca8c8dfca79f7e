/** What each sign of relevance adds to a hit's score; the best match by words counts 1. */
export interface RecallWeights {
  /** BM25: how soon repeated words saturate (k1). */
  saturation: number;
  /** BM25: how much long texts lose (b), from 0 to 1. */
  lengthNormalization: number;
  /** The best match among sessions. */
  session: number;
  /** The match of the previous document. */
  previous: number;
  /** The match of the next document. */
  next: number;
  /** The match of the documents two places away. */
  nearby: number;
  /** Factor of `previous` when the previous document is a question. */
  answer: number;
  /** Said by someone the query names. */
  speaker: number;
  /** Said by the user. */
  user: number;
  /** Subtracted from a question. */
  question: number;
  /** Length: the full weight from about fifty words. */
  length: number;
  /** In the month or year that the query names. */
  date: number;
  /** The source of a fact that matches the query. */
  fact: number;
  /** A fact that contains all words of the query. */
  factMatch: number;
  /** Any current fact that matches. */
  factHit: number;
  /** How many later messages a hit brings. Where people tell stories: none. */
  later: number;
  /** The nearest document by embedding. */
  semantic: number;
}

/** `dialogue`: people talking. `chat`: a user and an assistant, who writes much more. */
export type RecallProfile = 'dialogue' | 'chat';

/**
 * Set by hand on a plateau of LoCoMo (`dialogue`): no figure moves by more than a point when one of
 * them changes by a third. `chat` differs where a user and an assistant do.
 */
export const recallWeights: Readonly<Record<RecallProfile, RecallWeights>> = {
  dialogue: {
    saturation: 0.9,
    lengthNormalization: 0.5,
    session: 0.5,
    previous: 0.25,
    next: 0.3,
    nearby: 0.15,
    answer: 2,
    speaker: 0.4,
    user: 0,
    question: 0.15,
    length: 0.2,
    date: 0.8,
    fact: 0.3,
    factMatch: 1.2,
    factHit: 0,
    later: 0,
    semantic: 0.3,
  },
  chat: {
    saturation: 1.2,
    lengthNormalization: 0.75,
    session: 0.3,
    previous: 0.25,
    next: 0.25,
    nearby: 0,
    answer: 1,
    speaker: 0.3,
    user: 0.3,
    question: 0,
    length: 0,
    date: 0.4,
    fact: 0.5,
    factMatch: 2.2,
    factHit: 0.8,
    later: 2,
    semantic: 0.5,
  },
};
