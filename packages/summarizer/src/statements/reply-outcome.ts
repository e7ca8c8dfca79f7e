import { bestSentence, cueWeight, type SentenceCues } from './best-sentence.js';
import { fencedCommands } from '../reading/shell-actions.js';
import { countWords, quote } from '../reading/quote.js';
import { sentencesOf } from '../reading/sentences.js';
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
  [/[:?]$/, -4],
];

/**
 * What a reply that ends a turn says came of it, in quotes: the sentence that reports most, else
 * its first one. `undefined` if it reports nothing.
 */
export function outcomeOf(text: string): string | undefined {
  const best = reportOf(text) ?? sentencesOf(text)[0]?.text ?? '';
  return countWords(best) < MIN_WORDS ? undefined : quote(best, MAX_WORDS);
}

/** The sentence of a reply that reports a result; `undefined` without one. */
export function reportOf(text: string): string | undefined {
  return bestSentence(text, outcomeWeight);
}

/** Whether a reply contains commands, ends with a question, or reports a failure. */
export function isUnfinished(text: string): boolean {
  const last = text.split(/\n\s*\n/).at(-1) ?? '';
  return (
    fencedCommands(text).length > 0 ||
    /\?["')\]*_]*$/.test(last.trim()) ||
    /\b(?:I|we)(?:['’]m| am| are| was| were)? (?:could not|couldn['’]t|can(?:not|['’]t)|unable to|failed to|did(?: not|n['’]t) manage)\b|\b(?:not (?:yet )?(?:done|finished|complete|implemented)|still fail(?:s|ing)?|remains? to be done)\b/i.test(
      text,
    )
  );
}

/** How much a sentence says about the result; the first one of a reply often sums it up. */
function outcomeWeight(sentence: string, index: number): number {
  const cued = cueWeight(sentence, cues);
  if (cued < MIN_WEIGHT) return 0;
  return cued + (extractValues(sentence).length > 0 ? 1 : 0) + (index === 0 ? 1 : 0);
}
