/**
 * What each sign of relevance adds to a hit's score, where the best match of words alone counts 1.
 */
export interface RecallWeights {
  /** BM25: how soon repeats of a word saturate, and how far long texts are marked down. */
  saturation: number;
  lengthNormalization: number;
  /** Words of one matter with the query's, against its own words. */
  related: number;
  /** The best match among sessions. */
  session: number;
  /** The match of the document before, of the one after, and of those two places away. */
  previous: number;
  next: number;
  nearby: number;
  /** Times `previous` counts when the document before is a question. */
  answer: number;
  /** Said by the one the query names. */
  speaker: number;
  /** Said by the user. */
  user: number;
  /** Holds what a question of this kind asks for. */
  cue: number;
  /** Taken off a question. */
  question: number;
  /** A text of some fifty words. */
  length: number;
  /** Of the month or year that the query names, and within three days of its day. */
  date: number;
  day: number;
  /** A fact that matches the query was said here. */
  fact: number;
  /** A fact itself, where it holds all words of the query. */
  factMatch: number;
  /** A fact that holds and matches, beside how well it does. */
  factHit: number;
  /** The query and the document mean the same, by an embedding model. */
  semantic: number;
}

/** `dialogue`: people who talk. `chat`: a user and an assistant, who writes much more. */
export type RecallProfile = 'dialogue' | 'chat';

/**
 * Set by hand on a plateau of LoCoMo (`dialogue`): no figure moves by more than a point when one of
 * them changes by a third. `chat` differs where a user and an assistant do.
 */
export const recallWeights: Readonly<Record<RecallProfile, RecallWeights>> = {
  dialogue: {
    saturation: 0.9,
    lengthNormalization: 0.5,
    related: 0.2,
    session: 0.5,
    previous: 0.25,
    next: 0.3,
    nearby: 0.15,
    answer: 2,
    speaker: 0.4,
    user: 0,
    cue: 0.1,
    question: 0.15,
    length: 0.2,
    date: 0.8,
    day: 0.3,
    fact: 0.3,
    factMatch: 1.2,
    factHit: 0,
    semantic: 0.6,
  },
  chat: {
    saturation: 1.2,
    lengthNormalization: 0.75,
    related: 0.1,
    session: 0.3,
    previous: 0.25,
    next: 0.25,
    nearby: 0,
    answer: 1,
    speaker: 0.3,
    user: 0.3,
    cue: 0,
    question: 0,
    length: 0,
    date: 0.4,
    day: 0.2,
    fact: 0.5,
    factMatch: 2.2,
    factHit: 0.8,
    semantic: 0.6,
  },
};
