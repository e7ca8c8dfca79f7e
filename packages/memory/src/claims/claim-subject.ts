import { english } from '../text/english.js';
import { foldWords } from '../text/fold-words.js';
import { withoutLongerNames } from '../text/longer-name.js';
import { givenNames } from '../text/given-names.js';

/** Who or what a statement is about. */
export interface ClaimSubject {
  /** `self`: the speaker and theirs. `other`: somebody or something named. `open`: left open. */
  kind: 'self' | 'other' | 'open';
  /** The words that name it. */
  words: ReadonlySet<string>;
  /** Whether a pronoun stands for somebody named before, or `it` for something. */
  isPronoun: boolean;
  isIt: boolean;
}

const kin =
  'wife|husband|missus|hubby|partner|spouse|girlfriend|boyfriend|fianc[ée]e?|mother|mom|mum|father|dad|parents|sister|brother|son|daughter|kids?|child|children|cousin|aunt|uncle|grandmother|grandma|grandfather|grandpa|niece|nephew|friend|boss|manager|supervisor|colleague|coworker|co-worker|teammate|roommate|flatmate|neighbou?r|teacher|coach|landlord|client|mentor|twin|ex|in-laws|nan|nana|gran|auntie|pal|mate|buddy|bestie|housemate|mother-in-law|father-in-law';
const kinSubject = new RegExp(
  String.raw`^(?:my|our|his|her) (?:\p{L}+ )?(?:${kin})(?:'s)?\b(?!\s+(?:is|was|will be)\b)(?:,? (?:\p{Lu}[\p{L}'-]+ ?)+)?`,
  'u',
);
/** `My sister is in Oslo` is about her, `my boss is Ada` about the speaker. */
const kinIs = new RegExp(
  String.raw`^(?:my|our) (?:\p{L}+ )?(?:${kin})(?:,? (?:\p{Lu}[\p{L}'-]+ ?)+)? (?:is|are|was|has|have) (?!(?:called |named )?\p{Lu})`,
  'u',
);
/** `my dentist Anna moved`: not `my boss is Ada`. */
const kinNamed = /^(?:my|our) [\p{Ll}-]+ \p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)*(?=(?:'s)? \p{Ll})/u;
/** `our Stephen` */
const nameOfOurs = /^(?:my|our) \p{Lu}[\p{Ll}'-]+(?='s | \p{Ll})/u;
/** `a friend of mine`, `the neighbour`, `somebody` */
const someone = new RegExp(
  String.raw`^(?:(?:an?|one|some|another|the) (?:\p{L}+ )?(?:${kin}|guy|woman|man|lady)s?\b|some(?:one|body)|people|every(?:one|body)|others|they say)`,
  'iu',
);
const named = new RegExp(
  String.raw`^(?:Dr\. )?\p{Lu}[\p{L}\p{N}'&-]*(?: (?:\p{Lu}[\p{L}\p{N}'&-]*|from (?:the )?\p{L}+|next door|my (?:${kin})\b|\((?:the |my |our )?[\p{L} ]{2,20}\)|and \p{Lu}[\p{L}'-]*))*(?= (?:\p{L}+(?:s|ed|ing)|has|had|is|was|will|got|left|took|went|and|does|did|can|quit|no longer|now|just|also|\p{L}+ly|\p{L}+n)\b|'s)`,
  'u',
);
const inverse =
  /\b(?:is|are|was|became|has become|have become) (?:\p{L}+ )?(?:my|our|where (?:I|we)|what (?:I|we)|home)\b|\b(?:hired|employs?|pays?|promoted|moved|transferred|gave|offered|put|made|assigned) (?:me|us)\b|\b(?:and|between \p{L}+ and) I\b/u;
const self = /^(?:I|we|my|our|me|us|mine|home)\b/iu;
const pronoun = /^(?:she|he|they)\b/iu;

export function subjectOf(clause: string): ClaimSubject {
  const plain = clause.trim();
  const lower = plain.replace(/^(?:My|Our)\b/, (word) => word.toLowerCase());
  const [kinWords] =
    nameOfOurs.exec(lower) ??
    kinNamed.exec(lower) ??
    kinSubject.exec(lower) ??
    kinIs.exec(lower) ??
    [];
  if (kinWords !== undefined && !/\b(?:and I|and me)\b/.test(plain)) return other(kinWords);
  const [unnamed] = someone.exec(plain) ?? [];
  if (unnamed !== undefined) return other(unnamed);
  if (inverse.test(plain)) return { kind: 'self', words: new Set(), isPronoun: false, isIt: false };
  if (self.test(plain)) return { kind: 'self', words: new Set(), isPronoun: false, isIt: false };
  if (pronoun.test(plain)) return { kind: 'open', words: new Set(), isPronoun: true, isIt: false };
  const [name] = named.exec(plain) ?? namedPlainly(plain);
  const [first = ''] = name?.split(' ') ?? [];
  if (name !== undefined && !english.stopWords.has(first.toLowerCase().replace(/'s$/, ''))) {
    return other(name);
  }
  return {
    kind: 'open',
    words: new Set(),
    isPronoun: false,
    isIt: /^(?:it|that|this)\b/iu.test(plain),
  };
}

/** `juan just moved`: many write no capitals. */
function namedPlainly(clause: string): string[] {
  const [, first = ''] = /^(\p{Ll}[\p{Ll}-]+)(?:'s)? \p{Ll}/u.exec(clause) ?? [];
  return givenNames.has(first) && !ambiguous.test(first) ? [first] : [];
}

/** Names that are everyday words, too. */
const ambiguous =
  /^(?:bill|chen|dawn|dean|drew|faith|frank|glen|grace|hazel|heather|iris|ivy|jack|jay|jean|jim|joy|june|kim|lea|lee|mark|may|max|mike|miles|noah|pat|penny|ray|rob|rod|rose|rosie|ruby|sue|tony|uma|will)$/;

const noWord = /^(?:my|our|his|her|is|are|was|has|have|s|from|and|the)$/;

function other(text: string): ClaimSubject {
  const words = new Set(foldWords(text).filter((word) => !noWord.test(word)));
  return { kind: 'other', words, isPronoun: false, isIt: false };
}

/** What a statement is about, and what it says. */
interface Subjected {
  subject: ClaimSubject;
  text: string;
  words: ReadonlySet<string>;
}

/** Whether a later statement may be about what an earlier one was about. */
export function mayBeSame(
  earlier: Subjected,
  later: Subjected,
  subjects: readonly ReadonlySet<string>[],
): boolean {
  const [one, two] = [earlier.subject, later.subject];
  if (one.kind === 'other' && two.kind === 'other') {
    return areOneName(one.words, two.words) && !isAmbiguous(one.words, two.words, subjects);
  }
  if (one.kind === 'other') {
    if (two.isPronoun || two.isIt) return true;
    return [...one.words].every((word) => later.words.has(word)) && isNamed(one, later);
  }
  if (two.kind === 'other') {
    return [...two.words].some((word) => earlier.words.has(word)) && isNamed(two, earlier);
  }
  return !two.isPronoun || one.kind === 'open';
}

/** Whether a word for a subject stands for it, not in a longer name: `Leo`, `the tent Leo H`. */
function isNamed({ words }: ClaimSubject, { text }: Subjected): boolean {
  return foldWords(withoutLongerNames(text, words)).some((word) => words.has(word));
}

/** Whether the shorter of two names may be that of a third as well. */
function isAmbiguous(
  one: ReadonlySet<string>,
  two: ReadonlySet<string>,
  subjects: readonly ReadonlySet<string>[],
): boolean {
  if (one.size === two.size) return false;
  const [short, long] = one.size < two.size ? [one, two] : [two, one];
  return subjects.some((third) => areOneName(short, third) && !areOneName(third, long));
}

/** `Ines` and `my sister Ines`, not `Ben Okafor` and `Ben Hartley`, `Leo` and `Leo H`. */
function areOneName(one: ReadonlySet<string>, two: ReadonlySet<string>): boolean {
  const [small, large] = one.size <= two.size ? [one, two] : [two, one];
  return (
    [...small].every((word) => large.has(word)) &&
    ![...large].some((word) => !small.has(word) && type.test(word))
  );
}

/** What tells things and people of one name apart: `h`, `s9`. */
const type = /^\p{L}\p{N}*$/u;
