import {
  ConfigError,
  type FactInput,
  type ForgetSelector,
  type Memory,
  type MemoryEntry,
  type MemoryFact,
  type NoteInput,
  type Recalled,
} from '@everlong/core';
import {
  checkList,
  checkNumber,
  checkOptions,
  checkSwitch,
  errorText,
  isObject,
  showValue,
} from '@everlong/core/internal';
import { checkStoredMessage } from '@everlong/core/store-kit';

import { storableText } from '../text/stored-text.js';
import { isoTime } from './point-in-time.js';
import { isOwnSession } from './scope-notes.js';

/** Throws `ConfigError`, with what the value is called, unless the value is what it must be. */
type Check = (what: string, value: unknown) => void;

/** Checks of the fields of an object, by their names. */
type Fields = Readonly<Record<string, Check>>;

/** The longest time that a timer takes. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

const anything: Check = () => undefined;

function refuse(what: string, value: unknown, cure: string): never {
  throw new ConfigError(`${what} is ${showValue(value)}. ${cure}`);
}

const text: Check = (what, value) => {
  if (typeof value !== 'string') refuse(what, value, 'Give a string.');
};

const name: Check = (what, value) => {
  if (typeof value === 'string' && value.trim() !== '') return;
  refuse(what, value, 'Give a string that is not empty.');
};

const seq: Check = (what, value) => {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return;
  refuse(what, value, 'Give the `seq` of an entry, a whole number from 0 on.');
};

const query: Check = (what, value) => {
  if (typeof value === 'string') return;
  throw new ConfigError(
    `${what} must be a string, not ${showValue(value)}. Any string is a valid query.`,
  );
};

const isFunction: Check = (what, value) => {
  if (typeof value === 'function') return;
  throw new ConfigError(`${what} must be a function of a source, not ${showValue(value)}.`);
};

function oneOf(...choices: readonly unknown[]): Check {
  const cure = `Give ${choices.map((each) => showValue(each)).join(' or ')}.`;
  return (what, value) => {
    if (!choices.includes(value)) refuse(what, value, cure);
  };
}

function within(least: number, most?: number): Check {
  return (what, value) => checkNumber(what, value, least, most);
}

function optional(check: Check): Check {
  return (what, value) => {
    if (value !== undefined) check(what, value);
  };
}

function listOf(check: Check): Check {
  return (what, value) => {
    checkList(what, value);
    for (const each of value as readonly unknown[]) check(what, each);
  };
}

/** A check of an object with these fields and no others, which are called `name of what`. */
function objectWith(fields: Fields, cures: Readonly<Record<string, string>> = {}): Check {
  return (what, value) => {
    checkOptions(what, value, fields, cures);
    checkFields(what, value ?? {}, fields);
  };
}

function checkFields(what: string, value: object, fields: Fields): void {
  for (const [field, check] of Object.entries(fields)) {
    check(`${field} of ${what}`, (value as Record<string, unknown>)[field]);
  }
}

const limits = { limit: optional(within(0)), maxTokens: optional(within(0)) };
// A time is read where it is used.
const asOf = { validAt: anything, knownAt: anything };

const message: Check = (what, value) => {
  let fault = '';
  try {
    if (isObject(value)) checkStoredMessage(value);
  } catch (error) {
    fault = `: ${errorText(error)}`;
  }
  if (isObject(value) && fault === '') return;
  const cure = "Give a message of the AI SDK, such as { role: 'user', content: 'Hello.' }.";
  throw new ConfigError(`${what} is ${showValue(value)}${fault}. ${cure}`);
};

// As the stores take it: what they hold must not stop the memory of a whole session.
const time: Check = (what, value) => {
  if (typeof value === 'string' && !Number.isNaN(Date.parse(value))) return;
  refuse(what, value, 'Give a time as ISO 8601, such as 2026-05-01T10:00:00Z.');
};

const session: Check = (what, value) => {
  name(what, value);
  if (!isOwnSession(value as string)) return;
  throw new ConfigError(
    `${what} is ${showValue(value)}, as memory calls its notes. Give another id.`,
  );
};

const ENTRY: Fields = {
  id: name,
  sessionId: session,
  createdAt: time,
  seq: optional(seq),
  message,
};

function checkEntries(entries: readonly MemoryEntry[]): void {
  if (!Array.isArray(entries)) {
    throw new ConfigError(
      `memory.observe takes a list of entries, not ${showValue(entries)}. Put one entry in a list.`,
    );
  }
  for (const [index, entry] of entries.entries()) {
    if (isObject(entry)) checkFields(`entry ${index}`, entry, ENTRY);
    else {
      const cure = 'Give { id, sessionId, createdAt, message }.';
      refuse(`entry ${index} of memory.observe`, entry, cure);
    }
  }
}

const EXAMPLES = { subject: 'user', predicate: 'lives in', object: 'Leipzig' };

function part(example: string): Check {
  return (what, value) => {
    if (typeof value === 'string' && storableText(value).trim() !== '') return;
    refuse(`The ${what}`, value, `Give a string, such as ${showValue(example)}.`);
  };
}

const kinds = [
  'attribute',
  'relation',
  'preference',
  'decision',
  'event',
  'constraint',
  'procedure',
] as const satisfies readonly MemoryFact['kind'][];

const source: Check = (_what, value) => {
  const place = optional(within(0, Number.MAX_SAFE_INTEGER));
  const fields = { sessionId: name, entryId: name, seq: optional(seq), start: place, end: place };
  checkFields('a source', isObject(value) ? value : {}, fields);
};

const FACT = {
  subject: part(EXAMPLES.subject),
  predicate: part(EXAMPLES.predicate),
  object: part(EXAMPLES.object),
  validFrom: anything,
  validTo: anything,
  cardinality: optional(oneOf('one', 'many')),
  kind: optional(oneOf(...kinds)),
  isNegated: optional(oneOf(true, false)),
  trust: optional(oneOf('user', 'assistant', 'tool')),
  confidence: optional(within(0, 1)),
  importance: optional(within(0, 1)),
  sources: optional(listOf(source)),
  derivedFrom: optional(listOf(anything)),
} satisfies Record<keyof FactInput, Check>;

/** With what `list` returns besides, so that its facts can be written to another memory. */
const LISTED = {
  ...FACT,
  id: anything,
  text: optional(text),
  isDated: checkSwitch,
  isSetting: checkSwitch,
  recordedAt: anything,
  retiredAt: anything,
  supersededBy: optional(within(0, Number.MAX_SAFE_INTEGER)),
  isStale: checkSwitch,
  isDisputed: checkSwitch,
  uses: optional(within(0, Number.MAX_SAFE_INTEGER)),
  successes: optional(within(0, Number.MAX_SAFE_INTEGER)),
} satisfies Record<keyof (FactInput & MemoryFact), Check>;

const FACT_CURES = {
  valid_from: 'Use "validFrom".',
  valid_to: 'Use "validTo".',
  value: 'Use "object".',
};

function checkFact(fact: FactInput): void {
  const fields = isObject(fact) && 'id' in fact ? LISTED : FACT;
  checkOptions('memory.write', (fact as unknown) ?? null, fields, FACT_CURES);
  checkFields('a fact', fact, fields);
  const { validFrom, validTo } = withUtcTimes(fact);
  if ('retiredAt' in fact && fact.retiredAt !== undefined && validTo === undefined) {
    const cure = 'Give the time when it ended, or leave retiredAt out.';
    throw new ConfigError(
      `A fact with the retiredAt ${showValue(fact.retiredAt)} has no validTo. ${cure}`,
    );
  }
  if (validFrom === undefined || validTo === undefined || validFrom <= validTo) return;
  throw new ConfigError(
    `validTo of a fact is ${showValue(validTo)} and its validFrom ${showValue(validFrom)}. ` +
      'A fact cannot end before it begins: give the later time as validTo.',
  );
}

const TIMES = ['validFrom', 'validTo', 'recordedAt', 'retiredAt'] as const;

/** A fact with its times in UTC; throws `ConfigError` for one that is not ISO 8601. */
export function withUtcTimes(fact: FactInput): FactInput {
  const given: Readonly<Partial<Record<(typeof TIMES)[number], unknown>>> = fact;
  const known = TIMES.filter((each) => given[each] !== undefined);
  const times = known.map((each) => [each, isoTime(each, given[each])]);
  return { ...fact, ...(Object.fromEntries(times) as Partial<FactInput>) };
}

const NOTE = {
  sessionId: name,
  fromSeq: seq,
  throughSeq: seq,
  date: (what, value) => void isoTime(what, value),
  text,
} satisfies Record<keyof NoteInput, Check>;

function checkNote(note: NoteInput): void {
  checkOptions('memory.note', (note as unknown) ?? null, NOTE);
  checkFields('a note', note, NOTE);
  if (note.fromSeq <= note.throughSeq) return;
  throw new ConfigError(
    `A note is about the entries ${note.fromSeq} to ${note.throughSeq}. Give the range's first ` +
      'entry as `fromSeq`.',
  );
}

/** Each way to select, as the names of its fields in their order. */
const selections = new Set(['entity', 'entryId,sessionId', 'everything', 'factId', 'sessionId']);

function checkSelector(selector: ForgetSelector): void {
  const given: unknown = selector ?? {};
  const names = { entity: 0, sessionId: 0, entryId: 0, factId: 0, everything: 0 };
  checkOptions('memory.forget', given, names);
  const values = Object.entries(given as object);
  const isOne = selections.has(
    values
      .map(([field]) => field)
      .toSorted()
      .join(),
  );
  const isValid = ([field, value]: [string, unknown]): boolean => {
    if (field === 'everything') return value === true;
    return field === 'factId'
      ? Number.isSafeInteger(value)
      : typeof value === 'string' && value !== '';
  };
  if (isOne && values.every(isValid)) return;
  const shown = values.map(([field, value]) => `${field}: ${showValue(value)}`);
  const all = shown.length === 0 ? '{}' : `{ ${shown.join(', ')} }`;
  throw new ConfigError(
    `memory.forget cannot tell what to forget from ${(selector as unknown) == null ? 'nothing' : all}. ` +
      'Give { entity }, { factId }, { sessionId }, { sessionId, entryId } or { everything: true }.',
  );
}

function checkRecalled(recalled: Recalled): void {
  const given: unknown = recalled ?? {};
  checkOptions<Recalled>('memory.findForgotten', given, { factIds: 0, restsOn: 0 });
  const { factIds, restsOn } = given as Record<keyof Recalled, unknown>;
  const isListOf = (value: unknown, type: string): boolean =>
    Array.isArray(value) && value.every((each) => typeof each === type);
  if (isListOf(factIds, 'number') && isListOf(restsOn, 'string')) return;
  throw new ConfigError(
    'memory.findForgotten takes { factIds, restsOn }, a list of numbers and one of texts, not ' +
      `{ factIds: ${showValue(factIds)}, restsOn: ${showValue(restsOn)} }. ` +
      'Give those of hits, learnings and profiles.',
  );
}

/** A check of arguments in their order, each called as its name says. */
function inOrder(checks: Fields): (...args: readonly unknown[]) => void {
  return (...args) => {
    for (const [at, [what, check]] of Object.entries(checks).entries()) check(what, args[at]);
  };
}

/** Throws `ConfigError` unless a method of `Memory` can be called so, after its scope. */
export const argumentChecks = {
  observe: (entries, options) => {
    objectWith({ extract: checkSwitch })('memory.observe', options);
    checkEntries(entries);
  },
  observedThroughSeq: inOrder({ 'The session id': text }),
  recall: inOrder({
    'The query of memory.recall': query,
    'memory.recall': objectWith({ ...asOf, ...limits, excludes: optional(isFunction) }),
  }),
  write: (facts: FactInput | readonly FactInput[]) => {
    for (const fact of Array.isArray(facts) ? facts : [facts]) checkFact(fact as FactInput);
  },
  entity: inOrder({
    'The name for memory.entity': text,
    'memory.entity': objectWith({ ...asOf, steps: optional(oneOf(1, 2)) }),
  }),
  merge: inOrder({ 'The name': name, 'The alias': name }),
  separate: inOrder({ 'The alias': name }),
  merges: () => undefined,
  list: inOrder({
    'memory.list': objectWith({
      ...asOf,
      subject: optional(text),
      past: checkSwitch,
      after: optional(within(-1)),
      limit: optional(within(0)),
    }),
  }),
  findForgotten: checkRecalled,
  profile: (options) =>
    objectWith({ maxTokens: within(0), excludes: optional(isFunction) })(
      'memory.profile',
      options ?? {},
    ),
  learnings: inOrder({
    'The query of memory.learnings': query,
    'memory.learnings': objectWith(limits),
  }),
  note: checkNote,
  notes: () => undefined,
  flush: inOrder({
    'memory.flush': objectWith({ timeoutMs: optional(within(0, MAX_TIMEOUT_MS)) }),
  }),
  withdraw: (range) =>
    objectWith({ sessionId: name, fromSeq: seq })('memory.withdraw', range ?? {}),
  forget: (selector, options) => {
    checkSelector(selector);
    objectWith({ dryRun: checkSwitch })('memory.forget', options);
  },
  rebuild: () => undefined,
} satisfies { [Method in Exclude<keyof Memory, 'close'>]: (...args: AfterScope<Method>) => void };

type AfterScope<Method extends keyof Memory> =
  Parameters<Memory[Method]> extends [string, ...infer Rest] ? Rest : never;

/** Throws `ConfigError` unless a scope names something. */
export function checkScope(scope: unknown): void {
  if (typeof scope === 'string' && scope.trim() !== '' && !scope.includes('\0')) return;
  refuse('The scope', scope, 'Give the name of an agent, or of a tenant and an agent.');
}
