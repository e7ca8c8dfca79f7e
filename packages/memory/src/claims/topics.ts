import { english } from '../text/english.js';

/**
 * What everyday statements are about, by words that occur in them: a question and its answer, or a
 * statement and its update, may share no word but the topic.
 */
const vocabulary = {
  home: 'live living lives lived reside residing residence home house flat apartment condo studio lease landlord rent renting tenant move moved moving removal movers van unpack unpacked unpacking box boxes suitcase settle settled relocate relocated relocating emigrate emigrated neighbourhood neighborhood city town village country based place whereabouts reside hometown residence residing dwelling located',
  address:
    'address street road avenue lane parcel parcels package packages delivery deliver delivered mail letter letters post postcode zip ship shipped send sent',
  job: 'work works working worked job employer employed employment company firm workplace hire hired notice resign resigned offer contract freelance freelancing onboarding payroll colleagues joined join career salary paycheck desk startup laid',
  profession:
    'profession occupation job title role position career living trade promoted promotion retrained training trained qualified work lead apprenticeship degree owner head chief director engineer developer designer manager teacher nurse doctor lawyer baker chef cook bartender waiter driver pilot electrician plumber carpenter accountant analyst scientist surgeon architect consultant programmer journalist writer photographer translator librarian',
  streaming: 'stream streaming listen spotify tidal netflix service music',
  carrier: 'carrier provider operator network sim vodafone o2 telekom',
  sleep: 'wake waking alarm bed asleep sleep morning',
  boss: 'boss manager manage manages supervisor report reports lead leads head superior',
  team: 'team squad group department division unit crew',
  school:
    'school teach teaches student pupil class kindergarten nursery daycare university college campus enrolled',
  transport:
    'commute commuting commutes cycle bike bicycle tram train bus subway metro walk drive ferry scooter office ride',
  car: 'car drive drives driving vehicle van wheels truck suv motorbike motorcycle garage dealer leasing',
  phone: 'phone smartphone handset mobile iphone pixel galaxy cell number reach call text',
  computer: 'laptop computer machine desktop macbook thinkpad notebook pc workstation',
  hosting:
    'host hosted hosting cloud region server servers deploy deployed deployment deployments datacenter provider infrastructure infra aws azure gcp hetzner vercel netlify heroku kubernetes cluster vm',
  database:
    'database db databases postgres postgresql mysql mariadb sqlite mongo mongodb cockroachdb dynamodb cassandra oracle storage store stored persist tables',
  logging: 'log logs logger logging logged',
  tests: 'test tests tested testing runner vitest jest mocha pytest suite',
  package: 'yarn npm pnpm bun package packages pip poetry uv manager install',
  editor: 'editor ide code edit vim emacs neovim vscode helix zed sublime',
  framework: 'framework frontend ui react vue svelte angular solid library components css',
  language:
    'language written write rewrite rewrote rewritten speak speaks fluent answer reply typescript rust kotlin java python go elixir backend',
  release: 'release releases deploy ship shipping launch rollout go-live',
  ci: 'ci pipeline pipelines jenkins buildkite github actions circleci gitlab build builds',
  pet: 'animal animals pet pets dog cat hamster parrot rabbit puppy kitten bird fish tortoise horse budgie',
  partner:
    'partner girlfriend boyfriend wife husband married marry marriage engaged divorced single dating relationship spouse fiance fiancee widowed separated wedding together',
  family:
    'kid kids child children son daughter baby born twins siblings brothers sisters grandchild',
  age: 'age years birthday turned turn',
  diet: 'diet vegetarian vegan pescatarian meat eat eats eating fish dairy gluten keto food omnivore',
  drink: 'drink drinks drinking coffee tea beer wine alcohol rooibos milk sober',
  smoking: 'smoke smoking smoker cigarette cigarettes',
  sport:
    'play plays playing sport tennis football soccer run running climbing swim swimming gym workout exercise train membership member yoga',
  music:
    'music band song songs genre techno jazz rock listen listening instrument guitar piano cello violin',
  doctor: 'doctor dentist physician gp therapist clinic practice see',
  bank: 'bank banks banking account branch',
  hotel: 'hotel hostel inn stay staying booked accommodation airbnb room reservation',
  meeting: 'meeting standup sync call appointment retro review check-in',
  studying: 'study studies studying major degree course learn learning',
  hobby:
    'hobby hobbies interest interests pastime pottery climbing chess painting knitting like love into',
  mood: 'music genre band',
  name: 'name named names called call calls nickname rename renamed goes',
} as const;

const stem = (word: string): string => english.stem(english.lemmas.get(word) ?? word);

const topicsByTerm = new Map<string, Set<string>>();
for (const [topic, words] of Object.entries(vocabulary)) {
  for (const word of words.split(' ')) {
    const term = stem(word);
    topicsByTerm.set(term, new Set([...(topicsByTerm.get(term) ?? []), topic]));
  }
}

/** Events that words alone do not tell. */
const events: readonly (readonly [string, RegExp])[] = [
  ['job', /\b(?:first|last) (?:day|week|shift|month)\b/iu],
  ['age', /\byears old|\bhow old\b/iu],
  ['sleep', /\b(?:get|gets|getting|got) up\b/iu],
  ['home', /\b(?:new|old) (?:place|keys?)\b/iu],
];

/** The topics that these terms belong to, and what the text tells besides. */
export function topicsOf(terms: Iterable<string>, text = ''): Set<string> {
  const found = new Set<string>();
  for (const [topic, pattern] of events) if (pattern.test(text)) found.add(topic);
  for (const term of terms) for (const topic of topicsByTerm.get(term) ?? []) found.add(topic);
  return found;
}

/** Terms of the topics of a question, which its answers may use instead of its own. */
export function topicTerms(topics: ReadonlySet<string>): string[] {
  return [...topicsByTerm].flatMap(([term, own]) =>
    [...own].some((topic) => topics.has(topic)) ? [term] : [],
  );
}
