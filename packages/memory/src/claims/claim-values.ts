import { foldWords } from '../text/fold-words.js';
import { english } from '../text/english.js';

type ValueKind = 'number' | 'date' | 'clock' | 'code' | 'name' | 'word';

/** A value that a statement names. */
export interface ClaimValue {
  /** As written. */
  text: string;
  /** What spellings of it share. */
  key: string;
  kind: ValueKind;
  /** What a number counts. */
  unit?: string;
}

const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const weekday = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const numberWord =
  '(?:(?<!\\b(?:the|this|that|no|any|new|which|right|other|last|old) )one(?! (?:of|day|another|who|that|is|was|for)\\b)|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-(?:one|two|three|four|five|six|seven|eight|nine))?';

/** In the order in which they are tried at a place. */
const shapes: readonly (readonly [ValueKind, RegExp])[] = [
  ['code', /`[^`\n]{1,80}`/gu],
  ['code', /\b[a-z]+:\/\/[^\s,;)"']+|[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\p{L}/giu],
  [
    'date',
    new RegExp(
      String.raw`\b${month}\.? \d{1,2}(?:st|nd|rd|th)?\b(?:,? \d{4})?|\b(?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? ${month}\b|\b${weekday}(?=s?\b)(?:,? (?:the )?\d{1,2}(?:st|nd|rd|th)\b)?|\b\d{4}-\d\d(?:-\d\d)?\b|\b(?:the )?\d{1,2}(?:st|nd|rd|th)\b|\b(?:January|February|April|June|July|August|September|October|November|December)\b`,
      'giu',
    ),
  ],
  ['clock', /\b\d{1,2}(?:[:.]\d\d)? ?(?:am|pm)\b|\b\d{1,2}:\d\d\b|\bnoon\b|\bmidnight\b/giu],
  [
    'code',
    /(?<![\p{L}\p{N}])(?!\p{L}+(?:-\p{L}+)+(?![-_/.:#@+]*[\p{L}\p{N}]))[#@/~]?[\p{L}\p{N}]+(?:[-_/.:#@+]+[\p{L}\p{N}]+)+(?![\p{L}\p{N}])/gu,
  ],
  [
    'code',
    /(?<![\p{L}\p{N}])(?:[#@][\p{L}\p{N}_-]+|\p{L}+\d[\p{L}\p{N}]*|\d+\p{L}[\p{L}\p{N}]*)(?![\p{L}\p{N}])/gu,
  ],
  ['number', /[$€£]?\d(?:[\d,.]*\d)?(?: ?(?:[KMGT]i?B|[KMG]bps|[KMG]?Hz|EUR|USD|CHF|GBP)\b)?/gu],
  ['number', new RegExp(String.raw`\b${numberWord}\b`, 'giu')],
  ['code', /(?<=(?<![\p{L}\p{N}])\p{Ll}+ )[A-H](?=[.,;]|$)/gu],
  ['name', /(?<![\p{L}\p{N}'])(?:Dr\. )?\p{Lu}[\p{L}\p{N}'&-]*(?:[ .-]+\p{Lu}[\p{L}\p{N}'&-]*)*/gu],
];

/** Capitalized words that name nothing. */
const noName =
  /^(?:max|min|project|feature|timeout|log|greetings|sorry|correction|actually|oops|today|yesterday|tomorrow|please|thanks|ok|okay|hey|hi|update|good|bad|big|change|turns|make|use|set|call|let|quick|great|finally|no|yes|wait|scratch|home|people|everyone|new|old|last|next|gdpr|english|ugh|fyi|btw|heads|small|news|plans?|forget|ignore|run|dear|i'?[dmv]?e?)$/i;

/** `my shell is zsh` */
const complement =
  /\b(?:is|are|am|called|named|use|uses|using|on|from|to|at|with|in) (?:the |an? |my |our )?([\p{Ll}][\p{L}\p{N}+-]*)$/u;

/** The values in a clause; without any, the single word that it ends with. */
export function valuesOf(clause: string, bare = clause): ClaimValue[] {
  const exact = exactValues(clause);
  const [, word] = exact.length > 0 ? [] : (complement.exec(bare) ?? []);
  if (word === undefined || english.stopWords.has(word) || adverbs.test(word)) return exact;
  return [{ text: word, key: foldWords(word).join(' '), kind: 'word' }];
}

function exactValues(clause: string): ClaimValue[] {
  const found: (ClaimValue & { at: number })[] = [];
  let rest = clause;
  for (const [kind, pattern] of shapes) {
    rest = rest.replace(pattern, (whole, ...groups: unknown[]) => {
      const at = Number(groups.find((each) => typeof each === 'number'));
      if (kind === 'name' && !isName(whole, at)) return whole;
      const value = whole.replace(/^[`\s]+|[`\s.,]+$/g, '').replace(/'s$/, '');
      const unit = kind === 'number' ? unitAfter(rest, at + whole.length) : undefined;
      found.push({
        text: value,
        key: foldWords(value).join(' '),
        kind,
        at,
        ...(unit === undefined ? {} : { unit }),
      });
      return ' '.repeat(whole.length);
    });
  }
  return found.toSorted((left, right) => left.at - right.at).filter(({ key }) => key !== '');
}

function isName(text: string, at: number): boolean {
  const [first = ''] = text.split(/[ .]/);
  if (text.length < 2 && text !== 'C' && text !== 'R') return false;
  if (at > 0) return true;
  return !noName.test(first) && !english.stopWords.has(first.toLowerCase());
}

const adverbs = /^(?:instead|again|please|exactly|per|today|though|total|altogether)$/;

function unitAfter(text: string, end: number): string | undefined {
  const [, unit] = /^[ -]?(\p{L}+)/u.exec(text.slice(end)) ?? [];
  const word = unit?.toLowerCase().replace(/s$/, '');
  return word === undefined || english.stopWords.has(word) || adverbs.test(word) ? undefined : word;
}

/** Whether one can take the other's place. */
export function areOfOneKind(one: ClaimValue, other: ClaimValue): boolean {
  if (one.kind !== other.kind) {
    const kinds = new Set([one.kind, other.kind]);
    return kinds.has('name')
      ? kinds.has('code') || kinds.has('word')
      : kinds.has('code') && kinds.has('number');
  }
  if (one.kind !== 'number') return true;
  return one.unit === undefined || other.unit === undefined || one.unit === other.unit;
}
