import { being } from '../claims/clause-words.js';
import { says } from './former-values.js';
import { isDefiniteWord, isPreposition, type Phrase, phrasesOf } from '../claims/phrases.js';
import type { Claim } from '../claims/read-claims.js';
import { type ClaimContext, manyValued } from './same-matter.js';

type Question = Pick<ClaimContext, 'matter' | 'termsOf'>;

/**
 * Whether the later claim names another owner, part, place or time than the earlier one, where the
 * question tells them apart: asked for the login of the wiki, that of the shop changes nothing. A
 * claim that names the earlier value is about the same.
 */
export function namesAnother(later: Claim, earlier: Claim, question: Question): boolean {
  const { matter, termsOf } = question;
  const asked = [...matter.words].join(' ');
  if (earlier.values.some(({ key }) => says(later.whole, key) && !says(asked, key))) return false;
  const values = new Set(later.values.flatMap(({ text }) => termsOf(text)));
  if (isNarrower(later, earlier, question, values)) return true;
  if (isPart(later, earlier, question, values)) return true;
  const phrases = phrasesOf(later, termsOf).filter((phrase) =>
    isForeign(phrase, later, earlier, question),
  );
  const isStray = ({ isDefinite, terms }: Phrase): boolean =>
    isDefinite && !terms.some((term) => values.has(term));
  const isOwned = phrases.some((phrase) => phrase.role === 'subject' && isStray(phrase));
  if (isOwned && isSelf(earlier) && !isSelf(later)) return true;
  const missing = [...matter.terms].filter(
    (term) => earlier.terms.has(term) && !later.terms.has(term) && !manyValued.has(term),
  );
  if (missing.length === 0) return false;
  const replaced = phrasesOf(earlier, termsOf).filter(({ terms }) =>
    terms.some((term) => missing.includes(term)),
  );
  return phrases.some(
    (phrase) =>
      replaced.some((other) => areParallel(phrase, other)) ||
      (isStray(phrase) && owning.has(phrase.role)),
  );
}

/** What leads to the owner of a value as often as to circumstances. */
const owning = new Set(['subject', 'object', 'of', 'for', 'with', 'as']);

/** Neither the question nor the earlier claim is about it. */
function isForeign(
  { role, terms, topics }: Phrase,
  { values }: Claim,
  earlier: Claim,
  { matter, termsOf }: Question,
): boolean {
  const exact = new Set(values.flatMap(({ kind, text }) => (kind === 'name' ? [] : termsOf(text))));
  if (terms.every((term) => exact.has(term))) return false;
  if (terms.some((term) => earlier.terms.has(term) || matter.terms.has(term))) return false;
  return role === 'as' || ![...topics].some((topic) => matter.topics.has(topic));
}

/** `of the wiki`, `of the shop` */
function areParallel(one: Phrase, other: Phrase): boolean {
  if (one.role !== other.role || one.role === 'object') return false;
  return isPreposition(one.role) || one.isDefinite === other.isDefinite;
}

function isSelf({ bareWords }: Claim): boolean {
  return /^(?:i|we)$/.test(bareWords[0] ?? '');
}

/** `the office printer is`, where the question and the earlier claim say `the office`. */
function isPart(
  { bareWords }: Claim,
  earlier: Claim,
  { matter: { terms }, termsOf }: Question,
  values: ReadonlySet<string>,
): boolean {
  return bareWords.some((word, at) => {
    const [next = '', verb = ''] = bareWords.slice(at + 1);
    const [owner] = termsOf(word);
    const [part] = being.test(next) ? [] : termsOf(next);
    if (owner === undefined || part === undefined || !being.test(verb)) return false;
    if (!terms.has(owner) || !earlier.terms.has(owner)) return false;
    const [whole] = termsOf(earlier.bareWords[earlier.bareWords.indexOf(word) + 1] ?? '');
    return whole === undefined && ![terms, earlier.terms, values].some((each) => each.has(part));
  });
}

/** Adjectives that tell the newer of two from the older: it is still one thing. */
const renewing =
  /^(?:new|newer|old|older|current|actual|correct|right|latest|updated|revised|final|real|only|whole|main)$/;

/** `my work phone`, where the question and the earlier claim say `my phone`. */
function isNarrower(
  { bareWords }: Claim,
  earlier: Claim,
  { matter: { terms, asked }, termsOf }: Question,
  values: ReadonlySet<string>,
): boolean {
  return bareWords.some((word, at) => {
    const [head] = termsOf(word);
    const before = bareWords[at - 1] ?? '';
    const [modifier] = termsOf(before);
    if (head === undefined || modifier === undefined || head === asked) return false;
    if (!terms.has(head) || !earlier.terms.has(head) || manyValued.has(head)) return false;
    if (renewing.test(before) || being.test(before)) return false;
    if (!isDefiniteWord(bareWords[at - 2] ?? '')) return false;
    return ![terms, earlier.terms, values].some((each) => each.has(modifier));
  });
}
