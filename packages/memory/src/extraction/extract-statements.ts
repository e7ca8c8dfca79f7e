import type { Extracted, Replacement, Statement } from './statement.js';
import { englishFrames } from './english-frames.js';
import { decisionFrames, settingFrames } from './english-setting-frames.js';
import type { Frame } from './frame.js';
import { cleanValue, isCorrection, readClause, type ReadClause } from './read-clause.js';
import { findReplacement } from './find-replacement.js';
import { isRefusal, isRefused } from './is-refusal.js';
import { isPassing, readOrder, withoutCondition } from './read-order.js';
import { readRelatives } from './read-relatives.js';
import { resolveTime } from './resolve-time.js';
import { english } from '../text/english.js';
import { foldText } from '../text/fold-words.js';
import { settingOf } from './setting-of.js';
import { splitClauses } from './split-clauses.js';
import { splitSentences } from './split-sentences.js';
import { givenNames } from '../text/given-names.js';

/** Characters that are read. */
const MAX_LENGTH = 16_000;

/** Guesses, wishes, reports and questions: they state nothing. */
export const hedged =
  /\b(?:might|(?<!\b(?:in|of|by|since|until|last|next|this|early|late|mid|for|and) )may(?! \d)|maybe|perhaps|possibly|could|would(?! be (?:my|the|\p{Lu}|\S+$))|thinking (?:of|about)|think about|consider(?:ed|ing|s)?|propos(?:e|es|ed|ing)|suggest(?:s|ed|ing)?|recommend(?:s|ed|ing)?|advis(?:ed|es)|urg(?:ed|es)|test[- ]dr(?:ove|iven?)|when (?:I|we) (?:am|are|get|retire|have)|evaluat(?:ed|ing)|toy(?:ed|ing) with|look(?:ed|ing) (?:at|into)|debat(?:ed|ing)|discuss(?:ed|ing)|daydream\p{L}*|fantasi\p{L}*|wonder(?:ing)?|hop(?:e|ing)|want(?:s|ed)? to|wish|dream(?:s|ing|t|ed)?(?: of)?|plan(?:s|ning)? (?:to|on)|intend|about to|almost|nearly|if|unless|whether|suppose|imagine|pretend|what if|as if|not sure|unsure|i guess|apparently|rumou?r(?:s|ed)?|allegedly|supposedly|heard|sa(?:ys|id)|t(?:old|ells)|claim(?:s|ed)?|insist(?:s|ed)?|ask(?:s|ed)|joking|kidding|hypothetically|someday|one day|eventually|tempted|offered|applied|interview(?:ed|ing| with| at)|visit(?:ed|ing)?|on vacation|on holiday|for example|e\.g|let us say|supposed to)\b/iu;

/** It holds in a tale only. */
export const fictional =
  /\bin (?:the|a|my|his|her|our) (?:film|movie|novel|book|story|song|dream|game|play|series|show|tutorial|example)\b/iu;

/** What holds there or then says nothing of elsewhere: `In Berlin I stay at the Adler.` */
const local =
  /^(?:[Ii]n|[Aa]t) (?!January|February|March|April|May|June|July|August|September|October|November|December)\p{Lu}\p{L}+,? (?:I|we) |^[Aa]t (?:home|work|school),? |^[Oo]n (?:weekdays|weekends|\p{Lu}\p{L}+days),? |^[Ii]n (?:the )?(?:mornings?|evenings?|afternoons?|summer|winter|spring|autumn),? (?:I|we) /u;

/** Subjects that stand for the person named before. */
const pronoun = /^(?:she|he|they)$/i;

/** The statements that a message makes in the speaker's own words, by rules for English. */
export function extractStatements(text: string, createdAt: string): Extracted[] {
  const found: Extracted[] = [];
  let person: string | undefined;
  let corrects = false;
  let asked = '';
  /** What the clause before this one states. */
  let last: Extracted[] = [];
  for (const sentence of splitSentences(text.slice(0, MAX_LENGTH))) {
    if (/\?["')]*$/.test(sentence.text)) {
      asked = sentence.text;
      continue;
    }
    sentence.text = withNoun(answered(asked, sentence.text));
    asked = '';
    let lastSubject: string | undefined;
    let previous: Extracted | undefined;
    for (const clause of splitClauses(sentence.text)) {
      const read = readClause(clause.text);
      const refused = isRefusal(read.text) ? last : [];
      for (const each of refused) found.splice(found.indexOf(each), 1);
      last = [];
      const order = readOrder(clause.text, read.text);
      const claimed = order === undefined ? read.text : withoutCondition(read.text);
      if (isRefused(clause.text)) continue;
      if (hedged.test(claimed) || fictional.test(clause.text) || local.test(clause.text)) continue;
      if (corrects) read.corrects = true;
      const place = { start: sentence.start, end: sentence.end };
      const speaker = lastSubject ?? (elided.test(read.text) ? 'I' : undefined);
      const matches = (order ?? matchClause(read, speaker)).filter(
        (each) => !isPreference(each) || !isPassing(clause.text),
      );
      lastSubject = leadingSubject.exec(read.text)?.[0] ?? lastSubject;
      matches.push(...calledSo(read.text, previous));
      corrects = matches.length === 0 && (read.corrects || isCorrection(clause.text));
      for (const each of matches) {
        const who = pronoun.test(each.subject) ? person : each.subject;
        if (who === undefined) continue;
        const since = validFrom(each, sentence.text, createdAt);
        const statement = placed(each, { ...place, validFrom: since }, who);
        joinExchange(found, previous, statement);
        if (statement.type === 'statement') {
          if (clause.follows && previous !== undefined) statement.followsFromPrevious = true;
          person = personOf(statement, matches.length) ?? person;
        }
        found.push(statement);
        last.push(statement);
        previous = statement;
      }
    }
  }
  return found;
}

/** Whom a pronoun means from now on: who is spoken of, or the only one that is introduced. */
function personOf({ subject, kind, object }: Statement, stated: number): string | undefined {
  if (subject !== 'I') return subject;
  return kind === 'relation' && stated === 1 && /^\p{Lu}/u.test(object) ? object : undefined;
}

function isPreference(found: Unplaced<Extracted>): boolean {
  return found.type === 'statement' && found.kind === 'preference';
}

function placed(
  found: Unplaced<Extracted>,
  place: Pick<Statement, 'start' | 'end' | 'validFrom'>,
  subject: string,
): Extracted {
  if (found.type === 'statement') return { ...found, ...place, subject };
  const otherwise = found.otherwise?.map((other) => ({ ...other, ...place }));
  return { ...found, ...place, subject, otherwise };
}

/** `moved to Graz in January`: in a chat, the one who writes. */
const elided = /^(?:moved|relocated|switched|started|joined|quit|left|bought|sold|got|changed)\b/i;

const leadingSubject = /^(?:I|we|she|he|they|the team|(?:my|our) \p{L}+(?: \p{Lu}\p{L}+)?)(?= )/u;

/** `We own a Polo, it is our only car.` */
function calledSo(text: string, previous: Extracted | undefined): Unplaced<Statement>[] {
  const [, noun] = /^(?:it|that|this) is (?:my|our) (?:\p{L}+ )?(\p{L}+)$/u.exec(text) ?? [];
  if (noun === undefined || previous?.type !== 'statement' || !tastes.has(previous.predicate))
    return [];
  const { start: _start, end: _end, validFrom: _from, ...statement } = previous;
  return [{ ...statement, predicate: noun }];
}

/** `We dropped X and went with Y`: Y replaces X. */
function joinExchange(
  found: Extracted[],
  previous: Extracted | undefined,
  statement: Extracted,
): void {
  if (previous?.type !== 'replacement' || previous.new !== undefined) return;
  if (statement.type !== 'statement' || previous.old === undefined) return;
  statement.replaces ??= previous.old;
  found.splice(found.indexOf(previous), 1);
}

/** `My favorite color? That is green.`: makes one statement of both. */
function answered(question: string, answer: string): string {
  const [, noun] = /^(my [\p{L} '-]+)\?$/iu.exec(question) ?? [];
  if (noun === undefined) return answer;
  return answer.replace(/^(?:that|it)(?:'s| is| would be) /i, `${noun} is `);
}

/** `As for a color, green is my favorite one.` */
function withNoun(sentence: string): string {
  const [, noun] = /\bfor (?:an?|the|my) (\p{L}+),/u.exec(sentence) ?? [];
  return noun === undefined
    ? sentence
    : sentence.replace(/\b(favou?rite|preferred) one\b/, `$1 ${noun}`);
}

/**
 * The time that the sentence names, else that of the message. The value itself is not searched for
 * a time.
 */
function validFrom(found: Unplaced<Extracted>, sentence: string, createdAt: string): string {
  const value = found.type === 'statement' ? found.object : (found.new ?? '');
  const isDate = found.type === 'statement' && found.predicate === 'date';
  const time = isDate ? undefined : resolveTime(sentence.replace(value, ' '), createdAt);
  if (time === undefined || time.from.slice(0, 10) === createdAt.slice(0, 10)) return createdAt;
  return time.from;
}

type Unplaced<Kind> = Kind extends Replacement
  ? Omit<Kind, 'start' | 'end' | 'validFrom' | 'otherwise'> & { otherwise?: Unplaced<Statement>[] }
  : Kind extends unknown
    ? Omit<Kind, 'start' | 'end' | 'validFrom'>
    : never;

function matchClause(read: ReadClause, lastSubject: string | undefined): Unplaced<Extracted>[] {
  const relatives = readRelatives(read.text);
  if (relatives.length > 0) return relatives;
  const replacement = findReplacement(read);
  const statements = [...matchFrames(read, lastSubject), ...employer(replacement?.value, read)];
  if (replacement === undefined) return statements;
  if (!replacement.isCertain && statements.length > 0) return statements;
  return [{ ...replacement.value, otherwise: statements }];
}

/** `These days I'm with Acme`: a lasting company means an employer. */
function employer(
  replacement: { about?: string; new?: string } | undefined,
  { lasts }: ReadClause,
): Unplaced<Statement>[] {
  if (!lasts || replacement?.about === undefined || replacement.new === undefined) return [];
  const { about: predicate, new: object } = replacement;
  return [
    {
      type: 'statement',
      subject: 'I',
      predicate,
      object,
      kind: 'attribute',
      isNegated: false,
      importance: 0.7,
    },
  ];
}

function matchFrames(read: ReadClause, lastSubject: string | undefined): Unplaced<Statement>[] {
  for (const frames of [decisionFrames, englishFrames, settingFrames]) {
    for (const frame of frames) {
      const statements = matchFrame(frame, read, lastSubject);
      if (statements.length > 0) return statements;
    }
  }
  return [];
}

function matchFrame(
  frame: Frame,
  { text, isChange, corrects }: ReadClause,
  lastSubject: string | undefined,
): Unplaced<Statement>[] {
  const match =
    frame.pattern.exec(text) ??
    (lastSubject === undefined ? null : frame.pattern.exec(`${lastSubject} ${text}`));
  if (match?.groups === undefined) return [];
  const groups: Record<string, string | undefined> = match.groups;
  let about = settingOf(frame, groups);
  if (about === undefined) return [];
  // Its article tells a dwelling from a place: `a small flat`.
  const whole = cleanValue(groups['o'] ?? '');
  const object = whole.replace(/^(?:an?|the|port) (?=\S)/, '');
  if (frame.kind === 'decision' && /^(?:your|an?|the time|the bet)\b/i.test(object)) return [];
  if (about.slot.predicate.split(' ').length > 4) return [];
  const isGeneric = frame.predicate === undefined || frame.predicate === 'date';
  if (!isValue(object) || (frame.object !== undefined && !frame.object.test(whole))) {
    return frame.ends === true && object === '' ? [ended(frame, about)] : [];
  }
  const named = groups['s'];
  if (named !== undefined && isNoName(named)) return [];
  if (named !== undefined && isDoubtfulName(named, frame.predicate ?? '', text)) return [];
  if (frame.isNoPerson === true && givenNames.has(object.toLowerCase())) return [];
  if (isGeneric && !about.takes(object)) {
    about = about.otherwise;
    if (about?.takes(object) !== true) return [];
  }
  const old = cleanValue(groups['x'] ?? replacedIn(text));
  const statement: Unplaced<Statement> = {
    type: 'statement',
    ...about.slot,
    object,
    kind: frame.kind ?? 'attribute',
    isNegated: frame.ends === true,
    importance: frame.importance ?? 0.5,
    ...(about.isSingle === undefined ? {} : { isSingle: about.isSingle }),
    ...(about.isSingle === false && (isChange || corrects) ? { isInstead: true } : {}),
    ...(frame.ends === true && ending.test(text) ? { heldBefore: true } : {}),
    ...(isOfProject(frame) && about.slot.subject !== 'I' ? { isSetting: true } : {}),
    ...(frame.isPast === true ? { validTo: '' } : {}),
    ...(old === '' ? {} : { replaces: old }),
  };
  const second = cleanValue(groups['o2'] ?? '');
  if (frame.predicate !== 'works at' || second === '') return [statement];
  return [statement, { ...statement, predicate: 'job title', object: second }];
}

/** Words that end what held until now: nobody leaves a job that they never had. */
const ending = /\b(?:no longer|any ?more|any longer|left|leaving|quit|notice|resigned|stopped)\b/i;

/** `I quit my job`: ends a value that is not named. */
function ended(
  frame: Frame,
  about: { slot: { subject: string; predicate: string } },
): Unplaced<Statement> {
  return {
    type: 'statement',
    ...about.slot,
    object: '',
    kind: frame.kind ?? 'attribute',
    isNegated: true,
    importance: frame.importance ?? 0.5,
  };
}

function isOfProject(frame: Frame): boolean {
  return settingFrames.includes(frame) || frame.kind === 'decision';
}

/** `use Y rather than X` */
function replacedIn(text: string): string {
  const [, old = ''] =
    /,? (?:instead of|rather than|in place of|not) (?:on |at |in |port )?([\p{Lu}\p{N}][^,]*)$/u.exec(
      text,
    ) ?? [];
  return old;
}

/** Whether a capitalized first word is no name: `Sounds like fun`. */
function isNoName(subject: string): boolean {
  const [first = ''] = subject.split(' ');
  return (
    (english.stopWords.has(foldText(first)) &&
      !/^(?:I|we|she|he|they|my|our|his|her|me|us|the|this)$/i.test(first)) ||
    /^(?:sounds?|looks?|feels?|seems?|glad|thanks?|hope|love|great|wow|sure|nothing|everything|something|someone|everyone|everybody|nobody|maybe|let|events?|people|things|unconditional|your|their|its|going|being|having)$/i.test(
      first,
    )
  );
}

const noValue =
  /^(?:I|we|you|he|she|it|its|they|them|him|her|me|us|each|that|this|these|those|there|here|so|too|not|something|anything|nothing|everything|someone|everyone|one|some|how|what|when|why|to|tough|all|time to)\b/i;

function isValue(object: string): boolean {
  if (object === '' || object.length > 120 || noValue.test(object)) return false;
  return object.split(/\s+/).length <= 12 && /[\p{L}\p{N}]/u.test(object);
}

const thirdPerson =
  /^\S+ (?:\S+ )?(?:likes|loves|enjoys|adores|prefers|hates|dislikes|plays|uses|owns|drives|studies|speaks|is|has)\b/;

/**
 * Whether a capitalized first word may be no name: before these predicates, only a verb in the
 * third person proves one.
 */
function isDoubtfulName(subject: string, predicate: string, text: string): boolean {
  if (!/^\p{Lu}\p{Ll}+$/u.test(subject) || !tastes.has(predicate)) return false;
  return /(?:s|ing)$/.test(subject) || !thirdPerson.test(text);
}

const tastes = new Set([
  'likes',
  'prefers',
  'plays',
  'uses',
  'owns',
  'drives',
  'studies',
  'speaks',
]);
