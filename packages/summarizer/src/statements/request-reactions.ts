import { wordStems } from '../reading/content-words.js';
import { isLifting } from '../constraints/withdrawals.js';
import { sentencesOf } from '../reading/sentences.js';

/** How an answer begins: with what it names, not with what is to be done. */
const answering =
  /^(?:yes|yep|yeah|no|nope|sure|ok(?:ay)?|the|an?|all|both|none|only|just|those|these|this|that|it|its|in|on|at|with|from|to|by|after|before|option|number|first|second|third|last|latter|former|either|neither|whatever|any|every|my|our|his|her|their|i|we|ja|nein|oui|non|sí)\b|^["'`(\d./]/iu;
/** Longer texts ask for something, too. */
const MAX_ANSWER_LENGTH = 120;
/** The user does not want something any more, and names it. */
const dropping =
  /^(?:(?:ok(?:ay)?|actually|no|please|sorry|and|oh)[,. ]+)*(?:forget|cancel|drop|skip|scrap|never ?mind|disregard)(?: about)? (?:the|that|this|my) \S|\b(?:no longer|not|n['’]t) need\b.*|\bneed .*\b(?:no longer|no more)\b/i;
const dropStems = wordStems(
  'forget cancel drop skip scrap never mind disregard about longer need anymore',
);

/** Whether a message is short and answers rather than asks. */
export function isAnswerToQuestion(text: string): boolean {
  const own = text.trim();
  return own.length <= MAX_ANSWER_LENGTH && answering.test(own) && !/\?["')\]]*$/.test(own);
}

/** What a message of one sentence withdraws, as stems of words; most messages withdraw nothing. */
export function withdrawnWords(text: string): ReadonlySet<string> {
  const [first, ...others] = sentencesOf(text);
  if (first === undefined || others.length > 0) return new Set();
  if (!dropping.test(first.text) && !isLifting(first.text)) return new Set();
  return new Set([...wordStems(first.text)].filter((stem) => !dropStems.has(stem)));
}
