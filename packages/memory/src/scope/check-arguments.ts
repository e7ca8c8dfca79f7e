import {
  ConfigError,
  type FactInput,
  type ForgetSelector,
  type Memory,
  type MemoryEntry,
  type MemoryFact,
  type NoteInput,
} from '@everlong/core';
import {
  checkOptions,
  checkString,
  checkSwitch,
  errorText,
  isObject,
  showValue,
} from '@everlong/core/internal';
import { checkStoredMessage } from '@everlong/core/store-kit';

import { storableText } from '../text/stored-text.js';
import {
  anything,
  checkFields,
  type Fields,
  isFunction,
  isName,
  isPath,
  listOf,
  name,
  objectWith,
  oneOf,
  optional,
  such,
  within,
} from '../text/checks.js';
import { isoTime } from './point-in-time.js';
import { isOwnSession } from './scope-notes.js';

/** The longest time that a timer takes. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

const count = optional(within(0, Number.MAX_SAFE_INTEGER));

const seq = such(
  (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  'Give the `seq` of an entry, a whole number from 0 on.',
);

const limits = { limit: optional(within(0)), maxTokens: optional(within(0)) };
// A time is read where it is used.
const asOf = { validAt: anything, knownAt: anything };

function checkMessage(what: string, value: unknown): void {
  let fault = '';
  try {
    if (isObject(value)) checkStoredMessage(value);
  } catch (error) {
    fault = `: ${errorText(error)}`;
  }
  if (isObject(value) && fault === '') return;
  const cure = "Give a message of the AI SDK, such as { role: 'user', content: 'Hello.' }.";
  throw new ConfigError(`${what} is ${showValue(value)}${fault}. ${cure}`);
}

const ENTRY: Fields = {
  id: name,
  sessionId(what, value) {
    name(what, value);
    const isFree = (id: unknown): boolean => !isOwnSession(id as string);
    such(isFree, 'Give another id: memory calls its notes so.')(what, value);
  },
  // As the stores take it: what they hold must not stop the memory of a whole session.
  createdAt: such(
    (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
    'Give a time as ISO 8601, such as 2026-05-01T10:00:00Z.',
  ),
  seq: optional(seq),
  message: checkMessage,
};

function checkEntries(entries: readonly MemoryEntry[]): void {
  if (!Array.isArray(entries)) {
    throw new ConfigError(
      `memory.observe takes a list of entries, not ${showValue(entries)}. Put one entry in a list.`,
    );
  }
  for (const [index, entry] of entries.entries()) {
    such(isObject, 'Give { id, sessionId, createdAt, message }.')(
      `entry ${index} of memory.observe`,
      entry,
    );
    checkFields(`entry ${index}`, entry as object, ENTRY);
  }
}

function part(example: string) {
  const isText = (value: unknown): boolean =>
    typeof value === 'string' && storableText(value).trim() !== '';
  return such(isText, `Give a string, such as ${showValue(example)}.`);
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

const SOURCE = { sessionId: name, entryId: name, seq: optional(seq), start: count, end: count };

const FACT = {
  subject: part('user'),
  predicate: part('lives in'),
  object: part('Leipzig'),
  validFrom: anything,
  validTo: anything,
  cardinality: optional(oneOf('one', 'many')),
  kind: optional(oneOf(...kinds)),
  isNegated: checkSwitch,
  trust: optional(oneOf('user', 'assistant', 'tool')),
  confidence: optional(within(0, 1)),
  importance: optional(within(0, 1)),
  sources: optional(
    listOf((_what, value) => checkFields('a source', isObject(value) ? value : {}, SOURCE)),
  ),
  derivedFrom: optional(listOf(anything)),
} satisfies Record<keyof FactInput, unknown>;

/** With what `list` returns besides, so that its facts can be written to another memory. */
const LISTED = {
  ...FACT,
  id: anything,
  text: optional(checkString),
  isDated: checkSwitch,
  recordedAt: anything,
  retiredAt: anything,
  supersededBy: count,
  isStale: checkSwitch,
  isDisputed: checkSwitch,
  uses: count,
  successes: count,
} satisfies Record<keyof (FactInput & MemoryFact), unknown>;

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
  text: checkString,
} satisfies Record<keyof NoteInput, Fields[string]>;

function checkNote(note: NoteInput): void {
  checkOptions('memory.note', (note as unknown) ?? null, NOTE);
  checkFields('a note', note, NOTE);
  if (note.fromSeq <= note.throughSeq) return;
  throw new ConfigError(
    `A note is about the entries ${note.fromSeq} to ${note.throughSeq}. Give the range's first ` +
      'entry as `fromSeq`.',
  );
}

const SELECTED: Readonly<Record<string, (value: unknown) => boolean>> = {
  entity: isName,
  sessionId: isName,
  entryId: isName,
  factId: Number.isSafeInteger,
  everything: (value) => value === true,
};

/** Each way to select, as the names of its fields in their order. */
const selections = new Set(['entity', 'entryId,sessionId', 'everything', 'factId', 'sessionId']);

function checkSelector(selector: ForgetSelector | undefined): void {
  const given: Readonly<Record<string, unknown>> = selector ?? {};
  checkOptions('memory.forget', given, SELECTED);
  const fields = Object.keys(given);
  const isValid = fields.every((field) => SELECTED[field]?.(given[field]) === true);
  if (isValid && selections.has(fields.toSorted().join())) return;
  const shown = fields.map((field) => `${field}: ${showValue(given[field])}`).join(', ');
  const all = selector == null ? 'nothing' : shown === '' ? '{}' : `{ ${shown} }`;
  throw new ConfigError(
    `memory.forget cannot tell what to forget from ${all}. ` +
      'Give { entity }, { factId }, { sessionId }, { sessionId, entryId } or { everything: true }.',
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
  observedThroughSeq: inOrder({ 'The session id': checkString }),
  recall: inOrder({
    'The query of memory.recall': checkString,
    'memory.recall': objectWith({ ...asOf, ...limits, excludes: optional(isFunction) }),
  }),
  write: (facts: FactInput | readonly FactInput[]) => {
    for (const fact of Array.isArray(facts) ? facts : [facts]) checkFact(fact as FactInput);
  },
  entity: inOrder({
    'The name for memory.entity': checkString,
    'memory.entity': objectWith({ ...asOf, steps: optional(oneOf(1, 2)) }),
  }),
  merge: inOrder({ 'The name': name, 'The alias': name }),
  separate: inOrder({ 'The alias': name }),
  merges: anything,
  list: inOrder({
    'memory.list': objectWith({
      ...asOf,
      subject: optional(checkString),
      past: checkSwitch,
      after: optional(within(-1)),
      limit: limits.limit,
    }),
  }),
  findForgotten: (recalled) => {
    const fields = { factIds: listOf(within(-Infinity)), restsOn: listOf(checkString) };
    objectWith(fields)('memory.findForgotten', recalled ?? {});
  },
  profile: (options) => {
    const fields = { maxTokens: within(0), excludes: optional(isFunction) };
    objectWith(fields)('memory.profile', options ?? {});
  },
  learnings: inOrder({
    'The query of memory.learnings': checkString,
    'memory.learnings': objectWith(limits),
  }),
  note: checkNote,
  notes: anything,
  flush: inOrder({
    'memory.flush': objectWith({ timeoutMs: optional(within(0, MAX_TIMEOUT_MS)) }),
  }),
  withdraw: (range) =>
    objectWith({ sessionId: name, fromSeq: seq })('memory.withdraw', range ?? {}),
  forget: (selector, options) => {
    checkSelector(selector);
    objectWith({ dryRun: checkSwitch })('memory.forget', options);
  },
  rebuild: anything,
} satisfies { [Method in Exclude<keyof Memory, 'close'>]: (...args: never[]) => void };

/** Throws `ConfigError` unless a scope names something. */
export const checkScope = such(isPath, 'Give the name of an agent, or of a tenant and an agent.');
