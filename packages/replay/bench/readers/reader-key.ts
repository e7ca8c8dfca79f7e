import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The policies whose requests are read; the first one is held against the others. */
export const readPolicies = ['everlong', 'supyagent-sdk', 'newest'];

/** What a question is about. */
export const questionKinds = ['asked', 'decided', 'done', 'forbidden'] as const;

type QuestionKind = (typeof questionKinds)[number];

/** A closed question about the log before a cut point. */
interface Question {
  kind: QuestionKind;
  question: string;
  /**
   * A regular expression, whatever the case, that a right answer matches and a wrong one does not.
   */
  answer: string;
}

/** What someone wrote who had read the whole log before a cut point. */
export interface CutQuestions {
  questions: Question[];
  /** In place of the targets that were read from the recorded call. */
  targets?: string[];
}

/** One request that a reader gets, and what is right for it. */
export interface KeyedRequest {
  /** The name of its files. */
  id: string;
  /** The reader who gets it; none gets two requests of the same cut point. */
  reader: string;
  policy: string;
  cut: string;
  file: string;
  source: string;
  logTokens: number;
  requestTokens: number;
  tools: string[];
  targets: string[];
  call: string;
  questions: Question[];
}

/** What a reader wrote down. */
export interface ReaderAnswer {
  nextTool: string;
  target: string;
  answers: string[];
}

/** Which of the answers are right, in the order of the questions. */
export function rightAnswers(
  questions: readonly Question[],
  answers: readonly string[],
): boolean[] {
  return questions.map(({ answer }, at) =>
    new RegExp(answer, 'i').test((answers[at] ?? '').trim()),
  );
}

export function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Shows that questions are those that were written before anything else was made. */
export function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
