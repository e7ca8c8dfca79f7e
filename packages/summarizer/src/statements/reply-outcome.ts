import { bestSentence, cueWeight, type SentenceCues } from './best-sentence.js';
import { fencedCommands } from '../actions/shell-actions.js';
import { countWords, quote } from '../reading/quote.js';
import { type Sentence, sentencesOf } from '../reading/sentences.js';
import { extractValues } from '../values/extract-values.js';

const MAX_WORDS = 24;
/** Shorter replies ("Noted.") report nothing. */
const MIN_WORDS = 3;
const MIN_WEIGHT = 2;

const cues: SentenceCues = [
  [
    /\b(?:added|built(?!-)|changed|cleaned|committed|completed?|configured|converted|created|deleted|deployed|done|extracted|finished|fixed|implemented|installed|merged|migrated|moved|pushed|refactored|removed|renamed|replaced|resolved|reverted|rewrote|sent|set|stopped|switched|updated|wired|wrote|written)\b/i,
    2,
  ],
  [
    /\b(?:all|\d+) (?:of (?:the|them) )?(?:\w+ )?(?:tests?|checks) (?:are )?(?:now )?pass|\bnow (?:works?|passes|returns|uses|shows)\b/i,
    2,
  ],
  [/^\W*(?:I|we|I've|we've|(?:I|we) have|[a-z]+ed)\b/i, 1],
  // Wishes, requests and plans, which report nothing done.
  [
    /^(?:if|let me|let's|next|would|should|want|could|please|just|any|now,? (?:let|i)|i(?:'ll| will| am going)|you can|to )\b|\byou (?:want|need|like)\b/i,
    -4,
  ],
  // What is possible or planned is not done.
  [
    /\b(?:can|could|will|would|should|must|may|might|to) (?:\w+ )?be (?:\w+ed|done|built|sent|set|written)\b/i,
    -4,
  ],
  [/[:?]$/, -4],
];

/**
 * What a reply that ends a turn says came of it, in quotes: the sentence that tells of a failure,
 * else the one that reports most, else its first one. `undefined` if it reports nothing.
 */
export function outcomeOf(text: string): string | undefined {
  const best = failureIn(text) ?? reportOf(text) ?? sentencesOf(text)[0]?.text ?? '';
  return countWords(best) < MIN_WORDS ? undefined : quote(best, MAX_WORDS);
}

/** The sentence of a reply that reports a result; `undefined` without one. */
export function reportOf(text: string): string | undefined {
  return bestSentence(text, outcomeWeight);
}

/** Whether a reply contains commands, asks back, announces the next step, or reports a failure. */
export function isUnfinished(text: string): boolean {
  return (
    fencedCommands(text).length > 0 ||
    asksBack(text) ||
    announcesNext(text) ||
    failureIn(text) !== undefined
  );
}

const offersMore =
  /\b(?:any|some)thing else\b|\b(?:any|some)(?:thing)? (?:other|more|further)\b|\bhow (?:else )?(?:can|may) I (?:help|assist)\b/i;
const asksFor =
  /\b(?:could|can|would|will) you (?:please |also )*(?:provide|tell|share|confirm|clarify|specify|send|give|let me know|choose|explain|check)\b|\bplease (?:provide|confirm|clarify|specify|choose|tell me|reply with|respond with|send me|share)\b|\blet me know (?:which|what|whether|how you(?:['’]d| would) like)\b|\bI(?:['’]ll| will)? need (?:to know|you to|your (?!help\b))|\b(?:once|after|when) you (?:confirm|provide|share|tell me)\b/i;
/** How many sentences at the end may ask. */
const ASKING_SENTENCES = 3;

/** Whether the end of a reply asks the user for something, other than for more to do. */
function asksBack(text: string): boolean {
  const last = (text.split(/\n\s*\n/).at(-1) ?? '').trim();
  if (/\?["')\]*_]*$/.test(last) && !offersMore.test(last.slice(-200))) return true;
  return sentencesOf(text)
    .slice(-ASKING_SENTENCES)
    .some((sentence) => asksFor.test(sentence.text) && !offersMore.test(sentence.text));
}

const nextStep =
  /^(?:(?:now|next|then|first|ok(?:ay)?|so|great|alright|sure)[,.!:]? +)*(?:(?:I|we)(?:['’]ll| will|['’](?:m|re) going to| (?:am|are) going to)|let(?: me|['’]s| us)) (?:(?:now|next|first|then|also|try to|start by|begin by) )*([a-z]+)/i;
/** Of these the user sees no result, or they hold from now on. */
const standing =
  /^(?:be|keep|know|remember|wait|stick|follow|note|avoid|never|not|make|stay|use|do|stop|leave|always|only|respect|let|take)$/i;

/** Whether the last sentence of a reply says what it does next. */
export function announcesNext(text: string): boolean {
  const [, verb] = nextStep.exec(sentencesOf(text).at(-1)?.text ?? '') ?? [];
  return verb !== undefined && !standing.test(verb);
}

const failure =
  /\b(?:I|we)(?:['’]m| am| are| was| were)? (?:could not|couldn['’]t|can(?:not|['’]t)|unable to|failed to|did(?: not|n['’]t) manage|have no (?:tool|way|means|access|permission))\b|\b(?:not (?:yet )?(?:done|finished|complete|implemented)|still fail(?:s|ing)?|(?:remains?|still) to be done|still to do)\b/i;
/** Said on the way these tell of what was overcome; at the end of a reply, of how it ends. */
const unresolved =
  /^(?:(?:that|this|it) (?:did|does)(?: not|n['’]t) work\b|(?:I|we)(?:['’]m| am|['’]re| are) not (?:yet )?sure\b|.*\b(?:is|remains?) (?:still )?unclear\b)/i;
/** "If this still fails, ..." reports nothing. */
const supposed = /^(?:if|when|whenever|should|in case|unless)\b/i;
/** How many sentences at the end may leave the work unresolved. */
const CLOSING_SENTENCES = 2;

/** The sentence of a reply that says that the work, or a part of it, is not done. */
export function failureIn(text: string): string | undefined {
  const sentences = sentencesOf(text);
  const closing = new Set(sentences.slice(-CLOSING_SENTENCES));
  const tells = ({ text: said }: Sentence, isClosing: boolean): boolean =>
    !supposed.test(said) && (failure.test(said) || (isClosing && unresolved.test(said)));
  return sentences.find((sentence) => tells(sentence, closing.has(sentence)))?.text;
}

/** How much a sentence says about the result; the first one of a reply often sums it up. */
function outcomeWeight(sentence: string, index: number): number {
  const cued = cueWeight(sentence, cues);
  if (cued < MIN_WEIGHT) return 0;
  return cued + (extractValues(sentence).length > 0 ? 1 : 0) + (index === 0 ? 1 : 0);
}
