import type { PairSigns } from './replacement-signs.js';

/** Where the logarithm of the odds reaches this, a later message may replace an earlier one. */
export const REPLACES_FROM = -1.5;

/** The same where a fact was learned from the earlier one, and the later one tells of no change. */
export const REPLACES_FACT_FROM = 0.5;

/** The same where it does most likely: what words of the topic alone have found is left out. */
export const REPLACES_SURELY_FROM = -1.1;

/** The same where the question asks for several values: the later one comes first, no more. */
export const COMES_FIRST_FROM = -2.3;

type ReplacementWeights = Readonly<Record<keyof PairSigns | 'bias' | 'superseded', number>>;

/**
 * What each sign adds to the logarithm of the odds, as `bench/fit-replacement.ts` fits them to:
 * third.jsonl 285d1526a639
 * a.jsonl f59e450e060a
 * b.jsonl 3c558bcd808e
 * e.jsonl 35ef4a6edd7a
 * f.jsonl c886ce110aa6
 * reporting-cases.jsonl 89cf476ec217
 * apart-cases.jsonl a8b352f62870
 */
export const replacementWeights: ReplacementWeights = {
  bias: -3.78,
  topicOfAll: 1.43,
  topicOfQuestionAndEarlier: -1.25,
  topicOfQuestionAndLater: 0.33,
  topicOfBoth: 1.14,
  manyTopics: 1.39,
  sharedWords: 1.84,
  missingWords: 0.12,
  missingWordsAtRest: -0.34,
  happened: -0.14,
  happenedOnTopic: 0.86,
  nowOnTopic: 0.62,
  happenedToSpeaker: 0.34,
  sharedName: 0.31,
  missingName: -0.34,
  missingPerson: -1.08,
  otherPerson: -0.23,
  otherSubject: -0.05,
  wantedKind: 0.29,
  otherExactValue: 0.28,
  alike: 0.18,
  wantedAlike: 0.03,
  correctedAlike: 0.57,
  consultedAlike: 1.62,
  otherName: -0.17,
  repeatedValue: -0.07,
  correctedOnTopic: 0.41,
  reported: 0.26,
  retold: -0.1,
  supposed: 0.02,
  visited: -0.23,
  fictional: 0.06,
  declined: -0.32,
  added: -0.67,
  short: -1.02,
  askedByValue: -0.01,
  apart: -0.1,
  aboutOthers: -0.57,
  noClaim: -0.96,
  unrelated: -0.3,
  superseded: 0.85,
};
