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
 * reporting-cases.jsonl 89cf476ec217
 * apart-cases.jsonl a8b352f62870
 */
export const replacementWeights: ReplacementWeights = {
  bias: -3.82,
  topicOfAll: 1.44,
  topicOfQuestionAndEarlier: -1.23,
  topicOfQuestionAndLater: 0.4,
  topicOfBoth: 1.12,
  manyTopics: 1.4,
  sharedWords: 1.85,
  missingWords: 0.11,
  missingWordsAtRest: -0.33,
  happened: -0.1,
  happenedOnTopic: 0.8,
  nowOnTopic: 0.6,
  happenedToSpeaker: 0.34,
  sharedName: 0.3,
  missingName: -0.34,
  missingPerson: -1.08,
  otherPerson: -0.23,
  otherSubject: -0.03,
  wantedKind: 0.27,
  otherExactValue: 0.28,
  alike: 0.17,
  wantedAlike: 0.04,
  correctedAlike: 0.57,
  consultedAlike: 1.62,
  otherName: -0.16,
  repeatedValue: -0.07,
  correctedOnTopic: 0.42,
  reported: 0.26,
  retold: -0.1,
  supposed: 0.02,
  visited: -0.21,
  fictional: 0.07,
  declined: -0.32,
  added: -0.66,
  short: -1,
  askedByValue: -0.01,
  apart: -0.1,
  aboutOthers: -0.57,
  noClaim: -1,
  unrelated: -0.29,
  superseded: 0.85,
};
