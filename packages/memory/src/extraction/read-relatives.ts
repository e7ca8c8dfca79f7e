import type { Statement } from './statement.js';

const one = "\\p{Lu}[\\p{L}'-]+(?: \\p{Lu}[\\p{L}'-]+)?";
/** `Mia (6), Tom and little Ben` */
const named = `(?:(?:little|big|baby|old|young|and) )*${one}(?: ?\\([^)]{1,12}\\))?`;
const names = `${named}(?:(?:,? and |, | & )${named})*`;
const count =
  '(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\\d{1,2}|several|some|also|another)';
const noun =
  '(?<noun>kid|child|son|daughter|brother|sister|twin|dog|cat|rabbit|horse|parrot|hamster|kitten|puppy|cousin|nephew|niece|friend|boyfriend|girlfriend)(?:s|ren)?';
const item = `(?:${count} )*(?:(?:little|big|baby|old|older|young|younger|elder|adult|grown-up|small|lovely|wonderful|great|adopted|twin) )*${noun}(?:,? (?:called|named)|,|:| -| –)? \\(?(?<names>${names})\\)?`;

/** `I have two kids, Mia and Tom`: whoever has them is the speaker. */
const having = /^(?:I|we)(?: (?:have|got|do|also|adopted|own))+ /;
const items = new RegExp(`(?:^|,? (?:and|plus) |, )${item}`, 'uy');

/** `Our kids are Mia and Tom`, `my sons are called Max and Leo` */
const being = new RegExp(
  `^(?:my|our) (?:${count} )*(?:(?:older|younger|little) )*${noun} are (?:called |named )?(?<names>${names})$`,
  'u',
);

type Relative = Omit<Statement, 'start' | 'end' | 'validFrom'>;

/**
 * Children, siblings, friends and pets that a clause names, a statement for each; none unless all
 * of the clause is such a list.
 */
export function readRelatives(text: string): Relative[] {
  const alone = being.exec(text)?.groups;
  if (alone !== undefined) return relatives(alone);
  const [opening] = having.exec(text) ?? [];
  if (opening === undefined) return [];
  const list = text.slice(opening.length);
  const found: Relative[] = [];
  items.lastIndex = 0;
  let end = 0;
  for (let match = items.exec(list); match !== null; match = items.exec(list)) {
    found.push(...relatives(match.groups ?? {}));
    end = items.lastIndex;
  }
  return /^(?:$|[,;.]? (?:who|which|both|aged|and (?:they|he|she|both))\b)/.test(list.slice(end))
    ? found
    : [];
}

function relatives({ noun: kind = '', names: list = '' }: Partial<Record<string, string>>) {
  return [...list.matchAll(new RegExp(one, 'gu'))].map(([object]): Relative => ({
    type: 'statement',
    subject: 'I',
    predicate: /^(?:kid|twin)$/.test(kind) ? 'child' : kind,
    object,
    kind: 'relation',
    isNegated: false,
    importance: 0.6,
  }));
}
