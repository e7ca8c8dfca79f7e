import type { ReplacementSigns } from './replacement-signs.js';

/** Where the logarithm of the odds reaches this, a later message may replace an earlier one. */
export const REPLACES_FROM = -1.5;

/** The same where a fact was learned from the earlier one, and the later one tells of no change. */
export const REPLACES_FACT_FROM = 0.5;

/** The same where it does most likely: what words of the topic alone have found is left out. */
export const REPLACES_SURELY_FROM = -0.5;

/** The same where the question asks for several values: the later one comes first, no more. */
export const COMES_FIRST_FROM = -2.3;

/** What each sign adds to the logarithm of the odds, as `bench/fit-replacement.ts` fits them. */
export const replacementWeights: Readonly<
  Record<keyof ReplacementSigns | 'bias' | 'superseded', number>
> = {
  bias: -2.95,
  topicOfAll: 1.47,
  topicOfQuestionAndEarlier: -1.21,
  topicOfQuestionAndLater: -0.3,
  topicOfBoth: 0.92,
  manyTopics: 1.25,
  sharedWords: 1.95,
  missingWords: 0.09,
  missingWordsAtRest: -0.38,
  happened: -0.49,
  happenedOnTopic: 1.32,
  nowOnTopic: 0.26,
  happenedToSpeaker: 0.41,
  sharedName: 0.49,
  missingName: -0.22,
  missingPerson: -1.62,
  otherPerson: -0.2,
  otherSubject: -0.14,
  wantedKind: 0.3,
  otherExactValue: 0.41,
  otherWantedValue: -0.28,
  otherName: -0.31,
  repeatedValue: 0.02,
  reported: 0.3,
  retold: -0.51,
  supposed: -0.07,
  visited: -0.31,
  fictional: -0.37,
  declined: -0.78,
  added: -0.87,
  short: -2.14,
  superseded: 0.7,
};
