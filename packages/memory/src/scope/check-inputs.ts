import {
  ConfigError,
  type FactInput,
  type MemoryEntry,
  type MemoryFact,
  type NoteInput,
  type ObserveOptions,
} from '@everlong/core';
import {
  checkNumber,
  checkOptions,
  errorText,
  isObject,
  type OptionNames,
  showValue,
} from '@everlong/core/internal';
import { checkStoredMessage } from '@everlong/core/store-kit';

import { isOwnSession } from './note-session.js';
import { storableText } from '../text/storable-text.js';
import { checkName, checkSeq, checkText } from './check-arguments.js';
import { isoTime } from './point-in-time.js';

/** Throws `ConfigError` unless `observe` is given a list of entries that can be kept. */
export function checkObserve(entries: readonly MemoryEntry[], options?: ObserveOptions): void {
  checkOptions<ObserveOptions>('memory.observe', options, { extract: true });
  if (!Array.isArray(entries)) {
    throw new ConfigError(
      `memory.observe takes a list of entries, not ${showValue(entries)}. Put one entry in a list.`,
    );
  }
  for (const [index, entry] of entries.entries()) checkEntry(`entry ${index}`, entry);
}

function checkEntry(what: string, entry: unknown): void {
  if (!isObject(entry)) {
    throw new ConfigError(
      `${what} of memory.observe is ${showValue(entry)}. Give { id, sessionId, createdAt, message }.`,
    );
  }
  const { id, sessionId, createdAt, message, seq } = entry;
  checkName(`id of ${what}`, id);
  checkName(`sessionId of ${what}`, sessionId);
  // As the stores take it: what they hold must not stop the memory of a whole session.
  if (typeof createdAt !== 'string' || Number.isNaN(Date.parse(createdAt))) {
    throw new ConfigError(
      `createdAt of ${what} is ${showValue(createdAt)}. Give a time as ISO 8601, such as ` +
        '2026-05-01T10:00:00Z.',
    );
  }
  if (isOwnSession(sessionId)) {
    throw new ConfigError(
      `sessionId of ${what} is ${showValue(sessionId)}, as memory calls its notes. Give another id.`,
    );
  }
  if (seq !== undefined) checkSeq(`seq of ${what}`, seq);
  checkMessage(what, message);
}

function checkMessage(what: string, message: unknown): void {
  let fault = '';
  try {
    if (isObject(message)) checkStoredMessage(message);
  } catch (error) {
    fault = `: ${errorText(error)}`;
  }
  if (isObject(message) && fault === '') return;
  throw new ConfigError(
    `message of ${what} is ${showValue(message)}${fault}. Give a message of the AI SDK, such as ` +
      "{ role: 'user', content: 'Hello.' }.",
  );
}

const FACT_INPUT: OptionNames<FactInput> = {
  subject: true,
  predicate: true,
  object: true,
  validFrom: true,
  validTo: true,
  cardinality: true,
  kind: true,
  isNegated: true,
  trust: true,
  confidence: true,
  importance: true,
  sources: true,
  derivedFrom: true,
};

/** With what `list` returns besides, so that its facts can be written to another memory. */
const FACT: OptionNames<FactInput & MemoryFact & { outdatedSince?: string }> = {
  ...FACT_INPUT,
  id: true,
  text: true,
  isDated: true,
  isSetting: true,
  recordedAt: true,
  retiredAt: true,
  supersededBy: true,
  isStale: true,
  isDisputed: true,
  outdatedSince: true,
  uses: true,
  successes: true,
};

const FACT_CURES = {
  valid_from: 'Use "validFrom".',
  valid_to: 'Use "validTo".',
  value: 'Use "object".',
};

const CHOICES = {
  cardinality: ['one', 'many'],
  kind: [
    'attribute',
    'relation',
    'preference',
    'decision',
    'event',
    'constraint',
    'procedure',
  ] satisfies MemoryFact['kind'][],
  trust: ['user', 'assistant', 'tool'],
  isNegated: [true, false],
} as const;

const EXAMPLES = { subject: 'user', predicate: 'lives in', object: 'Leipzig' };

/** Throws `ConfigError` unless it is a fact, or a list of facts, that can be written. */
export function checkFacts(facts: FactInput | readonly FactInput[]): void {
  for (const fact of Array.isArray(facts) ? facts : [facts]) checkFact(fact);
}

function checkFact(fact: FactInput): void {
  const names = isObject(fact) && 'id' in fact ? FACT : FACT_INPUT;
  checkOptions('memory.write', (fact as unknown) ?? null, names, FACT_CURES);
  for (const name of ['subject', 'predicate', 'object'] as const) {
    if (typeof fact[name] === 'string' && storableText(fact[name]).trim() !== '') continue;
    throw new ConfigError(
      `The ${name} of a fact is ${showValue(fact[name])}. Give a string, such as ` +
        `${showValue(EXAMPLES[name])}.`,
    );
  }
  for (const [name, choices] of Object.entries(CHOICES)) {
    const value: unknown = fact[name as keyof typeof CHOICES];
    if (value === undefined || (choices as readonly unknown[]).includes(value)) continue;
    throw new ConfigError(
      `The ${name} of a fact is ${showValue(value)}. Give ${choices.map((each) => showValue(each)).join(' or ')}.`,
    );
  }
  for (const name of ['confidence', 'importance'] as const) {
    if (fact[name] !== undefined) checkNumber(`The ${name} of a fact`, fact[name], 0, 1);
  }
  if (names === FACT) checkListed(fact);
  checkListOf('sources', fact.sources);
  checkListOf('derivedFrom', fact.derivedFrom);
  for (const source of fact.sources ?? []) checkSource(source);
  const { validFrom, validTo } = withUtcTimes(fact);
  if (validFrom === undefined || validTo === undefined || validFrom <= validTo) return;
  throw new ConfigError(
    `validTo of a fact is ${showValue(validTo)} and its validFrom ${showValue(validFrom)}. ` +
      'A fact cannot end before it begins: give the later time as validTo.',
  );
}

/** What `list` returns besides, and `write` keeps. */
function checkListed(fact: Readonly<Partial<Record<keyof MemoryFact, unknown>>>): void {
  const { text = '', uses = 0, successes = 0, supersededBy = 0 } = fact;
  const { isStale, isDisputed, isDated, isSetting } = fact;
  checkText('The text of a fact', text);
  for (const [name, value] of Object.entries({ isStale, isDisputed, isDated, isSetting })) {
    if (value === undefined || typeof value === 'boolean') continue;
    throw new ConfigError(`${name} of a fact must be true or false, not ${showValue(value)}.`);
  }
  for (const [name, value] of Object.entries({ uses, successes, supersededBy }))
    checkNumber(`${name} of a fact`, value, 0, Number.MAX_SAFE_INTEGER);
  if (fact.retiredAt === undefined || fact.validTo !== undefined) return;
  throw new ConfigError(
    `A fact with the retiredAt ${showValue(fact.retiredAt)} has no validTo. Give the time when it ` +
      'ended, or leave retiredAt out.',
  );
}

function checkListOf(name: keyof FactInput, value: unknown): void {
  if (value === undefined || Array.isArray(value)) return;
  throw new ConfigError(`${name} of a fact must be a list, not ${showValue(value)}.`);
}

function checkSource(source: unknown): void {
  const { sessionId, entryId, seq, start = 0, end = 0 } = isObject(source) ? source : {};
  checkName('sessionId of a source', sessionId);
  checkName('entryId of a source', entryId);
  if (seq !== undefined) checkSeq('seq of a source', seq);
  for (const [name, value] of Object.entries({ start, end }))
    checkNumber(`${name} of a source`, value, 0, Number.MAX_SAFE_INTEGER);
}

const TIMES = ['validFrom', 'validTo', 'recordedAt', 'retiredAt'] as const;

/** A fact with its times in UTC; throws `ConfigError` for one that is not ISO 8601. */
export function withUtcTimes(fact: FactInput): FactInput {
  const given: Readonly<Partial<Record<(typeof TIMES)[number], unknown>>> = fact;
  const known = TIMES.filter((name) => given[name] !== undefined);
  const times = known.map((name) => [name, isoTime(name, given[name])]);
  return { ...fact, ...(Object.fromEntries(times) as Partial<FactInput>) };
}

const NOTE: OptionNames<NoteInput> = {
  sessionId: true,
  fromSeq: true,
  throughSeq: true,
  date: true,
  text: true,
};

/** Throws `ConfigError` unless a note says which entries it is about, when they were, and what. */
export function checkNote(note: NoteInput): void {
  checkOptions('memory.note', (note as unknown) ?? null, NOTE);
  checkName('sessionId of a note', note.sessionId);
  checkSeq('fromSeq of a note', note.fromSeq);
  checkSeq('throughSeq of a note', note.throughSeq);
  if (note.fromSeq > note.throughSeq) {
    throw new ConfigError(
      `A note is about the entries ${note.fromSeq} to ${note.throughSeq}. Give the range's first ` +
        'entry as `fromSeq`.',
    );
  }
  isoTime('date of a note', note.date);
  checkText('The text of a note', note.text);
}
