/**
 * The stem of an English word in lower case, by the rules of M. F. Porter, "An algorithm for suffix
 * stripping" (1980). Words with digits or other letters than a to z stay as they are.
 */
export function stemEnglish(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= MAX_CACHED) stems.clear();
  const stem = stripSuffixes(word);
  stems.set(word, stem);
  return stem;
}

const MAX_CACHED = 50_000;
const stems = new Map<string, string>();

const C = '[^aeiou][^aeiouy]*';
const V = '[aeiouy][aeiou]*';
/** The measure m of the paper: how often a vowel run is followed by a consonant run. */
const measureAbove0 = new RegExp(`^(?:${C})?${V}${C}`);
const measureIs1 = new RegExp(`^(?:${C})?${V}${C}(?:${V})?$`);
const measureAbove1 = new RegExp(`^(?:${C})?${V}${C}${V}${C}`);
const hasVowel = new RegExp(`^(?:${C})?[aeiouy]`);
const endsConsonantVowelConsonant = new RegExp(`^${C}[aeiouy][^aeiouwxy]$`);

const step2 = new Map(
  Object.entries({
    ational: 'ate',
    tional: 'tion',
    enci: 'ence',
    anci: 'ance',
    izer: 'ize',
    bli: 'ble',
    alli: 'al',
    entli: 'ent',
    eli: 'e',
    ousli: 'ous',
    ization: 'ize',
    ation: 'ate',
    ator: 'ate',
    alism: 'al',
    iveness: 'ive',
    fulness: 'ful',
    ousness: 'ous',
    aliti: 'al',
    iviti: 'ive',
    biliti: 'ble',
    logi: 'log',
  }),
);
const step3 = new Map(
  Object.entries({
    icate: 'ic',
    ative: '',
    alize: 'al',
    iciti: 'ic',
    ical: 'ic',
    ful: '',
    ness: '',
  }),
);
const step2Suffix = new RegExp(`^(.+?)(${[...step2.keys()].join('|')})$`);
const step3Suffix = new RegExp(`^(.+?)(${[...step3.keys()].join('|')})$`);
const step4Suffix =
  /^(.+?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize)$/;

function stripSuffixes(word: string): string {
  // A leading y is a consonant.
  const marked = word.startsWith('y') ? `Y${word.slice(1)}` : word;
  const stem = step5(step4(steps2And3(yToI(pastAndProgressive(plural(marked))))));
  return stem.startsWith('Y') ? `y${stem.slice(1)}` : stem;
}

function plural(word: string): string {
  if (/(?:ss|i)es$/.test(word)) return word.slice(0, -2);
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

function pastAndProgressive(word: string): string {
  if (word.endsWith('eed')) {
    return measureAbove0.test(word.slice(0, -3)) ? word.slice(0, -1) : word;
  }
  const [, stem] = /^(.+?)(?:ed|ing)$/.exec(word) ?? [];
  if (stem === undefined || !hasVowel.test(stem)) return word;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (/([^aeiouylsz])\1$/.test(stem)) return stem.slice(0, -1);
  return endsConsonantVowelConsonant.test(stem) ? `${stem}e` : stem;
}

/** Only after a consonant, as Porter himself amended it: `deploy` and `deployment` share a stem. */
function yToI(word: string): string {
  return /.[^aeiou]y$/.test(word) && hasVowel.test(word.slice(0, -1))
    ? `${word.slice(0, -1)}i`
    : word;
}

function steps2And3(word: string): string {
  const longer = replaceSuffix(word, step2Suffix, step2);
  return replaceSuffix(longer, step3Suffix, step3);
}

function replaceSuffix(word: string, suffix: RegExp, by: ReadonlyMap<string, string>): string {
  const [, stem = '', ending = ''] = suffix.exec(word) ?? [];
  return stem !== '' && measureAbove0.test(stem) ? stem + (by.get(ending) ?? '') : word;
}

function step4(word: string): string {
  const [, stem] = step4Suffix.exec(word) ?? [];
  if (stem !== undefined) return measureAbove1.test(stem) ? stem : word;
  const beforeIon = /^(.+?[st])ion$/.exec(word)?.[1];
  return beforeIon !== undefined && measureAbove1.test(beforeIon) ? beforeIon : word;
}

function step5(word: string): string {
  let result = word;
  if (word.endsWith('e')) {
    const stem = word.slice(0, -1);
    const isShort = measureIs1.test(stem) && !endsConsonantVowelConsonant.test(stem);
    if (measureAbove1.test(stem) || isShort) result = stem;
  }
  return result.endsWith('ll') && measureAbove1.test(result) ? result.slice(0, -1) : result;
}
