/** A predicate and how many values its subject has at a time. */
export interface Predicate {
  name: string;
  cardinality: 'one' | 'many';
}

/**
 * English predicates that everybody has one value of at a time, each with other names for it. Other
 * languages, and other predicates, say it with `cardinality`.
 */
const singles: Readonly<Record<string, string>> = {
  'lives in':
    'live in, living in, resides in, reside in, residence, home, city, home city, hometown, location, is based in, based in, lives at',
  'works at': 'work at, works for, work for, employer, company, workplace, is employed by',
  'job title': 'job, title, role, position, occupation, profession, works as, is a, is an',
  name: 'is called, is named, named, full name, first name',
  age: 'is aged, years old',
  birthday: 'date of birth, birth date, was born on, born on',
  birthplace: '',
  'marital status': '',
  diet: '',
  drives: 'car, vehicle',
  studies: '',
  'commutes by': '',
  date: 'scheduled for, is scheduled for, due date, due, takes place on, is on, time, day',
  boss: 'manager, line manager, supervisor',
  'stays at': 'hotel',
  port: 'port number, runs on port, listens on, listens on port',
  email: 'email address, e-mail, mail address',
  phone: 'phone number, telephone, mobile, number, cell',
  address: '',
};

/** The same of predicates that have several. */
const several: Readonly<Record<string, string>> = {
  child: 'kid, kids, children',
  likes: 'like, loves, love, enjoys, enjoy',
  prefers: 'prefer, preference',
  uses: 'use, using',
};

/** What everybody has one of at a time. */
export const singlePredicates: readonly string[] = Object.keys(singles);

const synonyms = new Map(
  Object.entries({ ...singles, ...several }).flatMap(([name, others]) =>
    [name, ...others.split(', ')].filter(Boolean).map((other) => [other, name] as const),
  ),
);

/** English nouns with one value at a time, whatever their subject. */
const singleValued =
  /\b(?:favou?rite|preferred|go-to|port|version|url|uri|host|hostname|endpoint|branch|database|db|timeout|deadline|budget|password|username|e-?mail|phone|region|framework|library|licen[cs]e|currency|codename|name|address|size|height|weight|salary|rent|price|cost|colou?r|status|location|date|time|day|schedule|start|end|limit|rate|number|count|owner|lead|manager|boss|editor|browser|shell|os|laptop|car|bank|doctor|dentist|gym|hobby|team|language|model|path|directory|folder|file|format|server|provider|environment|key|id|quota|capacity|threshold|target|goal|priority|room|seat|flight|hotel|wife|husband|spouse|partner|girlfriend|boyfriend|birthday|nickname|title|role|job|employer|company|city|zip|postcode|timezone|zone|plan|subscription|theme|font|keyboard|commute)$/i;

/** The predicate of a name; an undeclared one has many values unless its noun implies one. */
export function predicateOf(name: string): Predicate {
  const plain = name
    .toLowerCase()
    .replace(/[_\s]+/g, ' ')
    .replace(/(fav|col)our/g, '$1or')
    .trim();
  const bare = plain.replace(
    /^(?:the|my|our|his|her|current|new|present|all-time|absolute)\s+/,
    '',
  );
  // `_` alone would become empty.
  const canonical = (synonyms.get(plain) ?? synonyms.get(bare) ?? bare) || name;
  const isSingle =
    canonical in singles ||
    (!(canonical in several) &&
      (/^(?:favorite|preferred|go-to)\b/.test(canonical) || singleValued.test(canonical)));
  return { name: canonical, cardinality: isSingle ? 'one' : 'many' };
}
