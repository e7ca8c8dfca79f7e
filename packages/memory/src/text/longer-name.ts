import { foldWords } from './fold-words.js';

const word = String.raw`\p{Lu}[\p{L}\p{N}'&-]*`;

/** `Leo` goes on in `Leo H`, not in `Leo Monday`, `Leo I`. */
const rest = new RegExp(
  String.raw`^ (?!(?:I|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December)\b)${word}`,
  'u',
);

/** Whether a name is only the start of another: `after` is what follows it in its text. */
export function isStartOfName(name: string, after: string): boolean {
  return /^\p{Lu}/u.test(name) && rest.test(after);
}

/** Whether a text has a name in longer names alone. */
export function hasOnlyLonger(text: string, name: string): boolean {
  const [before, ...parts] = text.split(name);
  return before !== text && parts.every((after) => isStartOfName(name, after));
}

/** What tells a type from others of its name, or an Alex from another: `H`, `S9`. Numbers change. */
const type = String.raw`(?!I\b)\p{Lu}\p{N}*(?![\p{L}\p{N}'’])`;

/** The longer names of things in a text: `a Leo H`, `the Leo H`. People have no article. */
const thing = new RegExp(
  String.raw`(?<=\b(?:[Aa]n?|[Tt]he) )${word}(?: ${word})+|(?<![\p{L}\p{N}])${word} ${type}`,
  'gu',
);

/** A text without the names of things, and of namesakes, that have more words than these. */
export function withoutLongerNames(text: string, words: ReadonlySet<string>): string {
  return text.replace(thing, (name) =>
    foldWords(name).every((each) => words.has(each)) ? name : ' ',
  );
}
