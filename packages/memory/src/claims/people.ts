import { foldWords } from '../text/fold-words.js';

/** People by what they are to the speaker; the last word of a group stands for all of it. */
const groups = `wife missus|husband hubby|partner|bf boyfriend|gf girlfriend|fiance fiancee|mom mum mam mama
mommy mummy mother|dad daddy papa father|parents parent|sis sister|bro brother|son|daughter|kid kids child
children|baby|cousin|auntie aunt|uncle|gran nan nana granny grandma grandmother|grandad granddad grandpa
grandfather|granddaughter|grandson|grandkids grandchildren grandchild|niece|nephew|mate pal buddy friend|
boss|manager|coworker colleague|teammate|flatmate housemate roommate|neighbor neighbors neighbours
neighbour|teacher|coach|landlord|client|ex|girl|lad|boy|dog|cat`;

const people = new Map(
  groups.split('|').flatMap((group): [string, string][] => {
    const words = group.trim().split(/\s+/);
    return words.map((word) => [word, words.at(-1) ?? word]);
  }),
);

/** The people that a text mentions by what they are. */
export function peopleIn(text: string): Set<string> {
  return new Set(foldWords(text).flatMap((word) => people.get(word) ?? []));
}

const noName =
  /^(?:i|i['’]\p{L}+|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december)$/u;

/** Capitalized words inside sentences, in lower case. */
export function namesIn(text: string): Set<string> {
  const found = text.matchAll(/(?<=[\p{L}\p{N},;'’)-] )\p{Lu}[\p{L}\p{N}'’&-]+/gu);
  const names = [...found].map(([name]) => name.replace(/['’]s$/u, '').toLowerCase());
  return new Set(names.filter((name) => !noName.test(name)));
}
