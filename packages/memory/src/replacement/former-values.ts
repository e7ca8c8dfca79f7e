import { english } from '../text/english.js';
import { foldWords } from '../text/fold-words.js';
import { endsValue } from '../claims/change-signs.js';
import { areOfOneKind, type ClaimValue } from '../claims/claim-values.js';
import type { Claim } from '../claims/read-claims.js';
import type { Matter } from './same-matter.js';

/** The values of the earlier claim that the later one does not repeat. */
export function formerValues(later: Claim, earlier: Claim, { asked }: Matter): ClaimValue[] {
  const named = earlier.subject.words;
  // A sentence that only says that something is over has to name it.
  const isNews = /[,;:–—]| (?:and|but|so) /u.test(later.whole) || offersOther(later, earlier);
  const isOnlyOne = ({ kind }: ClaimValue): boolean =>
    earlier.values.filter((other) => other.kind === kind).length === 1;
  const isReplaced = (value: ClaimValue): boolean =>
    !says(later.whole, value.key) ||
    (!new RegExp(`\\b(?:with|and) ${escaped(value.text)}`, 'iu').test(later.whole) &&
      later.values.some((other) => isOtherValue(other, earlier, value)));
  const isFormer = (value: ClaimValue): boolean =>
    !named.has(value.key) &&
    (isNews || !later.subject.words.has(value.key)) &&
    (endsValue(later.whole, value.text) || (isOnlyOne(value) && isReplaced(value)));
  // Without another value, the news is that it is over.
  const over = isNews ? endedWords(later, earlier) : [];
  const kinds = asked === undefined ? [] : kindsOf(asked, earlier);
  return [...earlier.values.filter(isFormer), ...kinds, ...over];
}

function offersOther(later: Claim, earlier: Claim): boolean {
  return later.values.some(
    ({ key, kind }) =>
      kind !== 'date' && kind !== 'clock' && !earlier.values.some((old) => old.key === key),
  );
}

export function isOtherValue(
  value: ClaimValue,
  { values }: Pick<Claim, 'values'>,
  old: ClaimValue,
): boolean {
  return !values.some(({ key }) => key === value.key) && areOfOneKind(value, old);
}

/** Words that the later claim says are over: `I no longer clean windows`. */
function endedWords(later: Claim, earlier: Claim): ClaimValue[] {
  return earlier.bareWords
    .filter((word) => word.length > 2 && !english.stopWords.has(word))
    .filter((word) => later.whole.toLowerCase().split(word).length === 2)
    .filter((word) => endsValue(later.whole.toLowerCase(), word))
    .map((word) => ({ text: word, key: word, kind: 'word' as const }));
}

export function says(text: string, key: string): boolean {
  return ` ${foldWords(text).join(' ')} `.includes(` ${key} `);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** `the mobile team`, where the question is which team. */
function kindsOf(asked: string, { bareWords }: Claim): ClaimValue[] {
  return bareWords.flatMap((word, at) => {
    const before = bareWords[at - 1] ?? '';
    const isKind = english.stem(word) === asked && !english.stopWords.has(before) && before !== '';
    return isKind ? [{ text: before, key: before, kind: 'word' as const }] : [];
  });
}
