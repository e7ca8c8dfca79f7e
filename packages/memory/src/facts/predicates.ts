/** A predicate and how it behaves. */
export interface Predicate {
  name: string;
  cardinality: 'one' | 'many';
  /** Words that questions about it use, but its facts do not. */
  keywords: string;
}

function one(name: string, keywords = ''): Predicate {
  return { name, cardinality: 'one', keywords };
}

function many(name: string, keywords = ''): Predicate {
  return { name, cardinality: 'many', keywords };
}

const declared: readonly Predicate[] = [
  one(
    'lives in',
    'live living home house reside residence city town country place address location located based moved where',
  ),
  one('works at', 'work job employer company employed firm workplace'),
  one('job title', 'job work profession occupation role position do living career'),
  one('name', 'called named'),
  one('age', 'old years'),
  one('birthday', 'born birth date'),
  one('birthplace', 'born grew'),
  one('marital status', 'married relationship spouse single'),
  one('diet', 'eat food vegetarian vegan meat'),
  one('drives', 'car vehicle drive'),
  one('studies', 'study degree major university subject school'),
  one('commutes by', 'commute work travel get transport'),
  one('date', 'when scheduled day time due moved postponed rescheduled'),
  one('boss', 'manager manage manages supervisor report reports lead'),
  one('stays at', 'hotel stay staying accommodation'),
  one('port', 'listen listening run running'),
  one('email', 'mail contact'),
  one('phone', 'number telephone contact reach'),
  one('address', 'live street'),
  many('comes from', 'origin originally from hometown born native'),
  many('allergic to', 'allergy allergies allergic eat food avoid'),
  many('likes', 'like love enjoy hobby interest favorite into fond'),
  many('prefers', 'prefer preference rather favorite like'),
  many('uses', 'use tool'),
  many('decided on', 'decide decision choose chosen choice going'),
  many('requires', 'rule must constraint requirement'),
  many('speaks', 'language languages speak'),
  many('plays', 'play sport instrument game'),
  many('owns', 'own have possess'),
  many('has', 'have own'),
  many('child', 'kid kids children daughter son'),
];

const byName = new Map(declared.map((predicate) => [predicate.name, predicate]));

/** What everybody has one of at a time. */
export const singlePredicates: readonly string[] = declared
  .filter(({ cardinality }) => cardinality === 'one')
  .map(({ name }) => name);

const synonyms = new Map(
  Object.entries({
    'lives in': [
      'live in',
      'living in',
      'resides in',
      'reside in',
      'residence',
      'home',
      'city',
      'home city',
      'hometown',
      'location',
      'is based in',
      'based in',
      'lives at',
      'lives_in',
    ],
    'works at': [
      'work at',
      'works for',
      'work for',
      'employer',
      'company',
      'workplace',
      'is employed by',
      'works_at',
    ],
    'job title': [
      'job',
      'title',
      'role',
      'position',
      'occupation',
      'profession',
      'works as',
      'is a',
      'is an',
      'job_title',
    ],
    drives: ['car', 'vehicle'],
    child: ['kid', 'kids', 'children'],
    boss: ['manager', 'line manager', 'supervisor'],
    'stays at': ['hotel'],
    name: ['is called', 'is named', 'named', 'full name', 'first name'],
    age: ['is aged', 'years old'],
    birthday: ['date of birth', 'birth date', 'was born on', 'born on'],
    likes: ['like', 'loves', 'love', 'enjoys', 'enjoy'],
    prefers: ['prefer', 'preference'],
    uses: ['use', 'using'],
    email: ['email address', 'e-mail', 'mail address'],
    phone: ['phone number', 'telephone', 'mobile', 'number', 'cell'],
    date: [
      'scheduled for',
      'is scheduled for',
      'due date',
      'due',
      'takes place on',
      'is on',
      'time',
      'day',
    ],
    port: ['port number', 'runs on port', 'listens on', 'listens on port'],
  }).flatMap(([name, others]) => others.map((other) => [other, name] as const)),
);

/** Nouns with one value at a time, whatever their subject. */
const singleValued =
  /\b(?:favou?rite|preferred|go-to|port|version|url|uri|host|hostname|endpoint|branch|database|db|timeout|deadline|budget|password|username|e-?mail|phone|region|framework|library|licen[cs]e|currency|codename|name|address|size|height|weight|salary|rent|price|cost|colou?r|status|location|date|time|day|schedule|start|end|limit|rate|number|count|owner|lead|manager|boss|editor|browser|shell|os|laptop|car|bank|doctor|dentist|gym|hobby|team|language|model|path|directory|folder|file|format|server|provider|environment|key|id|quota|capacity|threshold|target|goal|priority|room|seat|flight|hotel|wife|husband|spouse|partner|girlfriend|boyfriend|birthday|nickname|title|role|job|employer|company|city|zip|postcode|timezone|zone|plan|subscription|theme|font|keyboard|commute)$/i;

/** Predicate names that stay resolved; most facts share few. */
const MAX_RESOLVED = 2000;
const resolved = new Map<string, Predicate>();

/** The predicate of a name; an undeclared one has many values unless its noun implies one. */
export function predicateOf(name: string): Predicate {
  const known = resolved.get(name);
  if (known !== undefined) return known;
  const predicate = resolvePredicate(name);
  if (resolved.size >= MAX_RESOLVED) resolved.clear();
  resolved.set(name, predicate);
  return predicate;
}

function resolvePredicate(name: string): Predicate {
  const plain = name
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace(/\s+/g, ' ')
    .replace(/avourite/g, 'avorite')
    .replace(/colour/g, 'color')
    .trim();
  const bare = plain.replace(
    /^(?:the|my|our|his|her|current|new|present|all-time|absolute)\s+/,
    '',
  );
  // `_` alone would become empty.
  const canonical = (synonyms.get(plain) ?? synonyms.get(bare) ?? bare) || name;
  const found = byName.get(canonical);
  if (found !== undefined) return found;
  if (/^(?:favorite|preferred|go-to)\b/.test(canonical)) {
    return one(canonical, 'favorite like best prefer most love');
  }
  return singleValued.test(canonical) ? one(canonical) : many(canonical);
}
