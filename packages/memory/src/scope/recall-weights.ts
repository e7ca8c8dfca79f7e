/** `dialogue`: people talking. `chat`: a user and an assistant, who writes much more. */
export type RecallProfile = 'dialogue' | 'chat';

/** What each sign of relevance adds to a hit's score; the best match by words counts 1. */
export type RecallWeights = typeof dialogue;

/** Set by hand on a plateau of LoCoMo: no figure moves by more than a point when one changes by a third. */
const dialogue = {
  /** BM25: how soon repeated words saturate (k1). */
  saturation: 0.9,
  /** BM25: how much long texts lose (b), from 0 to 1. */
  lengthNormalization: 0.5,
  /** The best match among sessions. */
  session: 0.5,
  /** The match of the previous document. */
  previous: 0.25,
  /** The match of the next document. */
  next: 0.3,
  /** The match of the documents two places away. */
  nearby: 0.15,
  /** Factor of `previous` when the previous document is a question. */
  answer: 2,
  /** Said by someone the query names. */
  speaker: 0.4,
  /** Said by the user. */
  user: 0,
  /** Subtracted from a question. */
  question: 0.15,
  /** Length: the full weight from about fifty words. */
  length: 0.2,
  /** In the month or year that the query names. */
  date: 0.8,
  /** The source of a fact that matches the query. */
  fact: 0.3,
  /** A fact that contains all words of the query. */
  factMatch: 1.2,
  /** Any current fact that matches. */
  factHit: 0,
  /** How many later messages a hit brings. Where people tell stories: none. */
  later: 0,
  /** The nearest document by embedding. */
  semantic: 0.3,
};

/** Differs where a user and an assistant do. */
const chat: RecallWeights = {
  ...dialogue,
  saturation: 1.2,
  lengthNormalization: 0.75,
  session: 0.3,
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
};

export const recallWeights: Readonly<Record<RecallProfile, RecallWeights>> = { dialogue, chat };
