import {
  checkShapes,
  checkString,
  type OptionShapes,
  requireOptions,
} from '../base/check-options.js';
import { anyObject, flag, list, must, object, text } from '../base/check-shape.js';
import { errorText } from '../base/error-text.js';
import { ConfigError } from '../base/errors.js';
import { fieldsOf } from '../base/fields-of.js';
import { checkName } from '../base/identifiers.js';
import { isObject } from '../base/is-object.js';
import { showValue as show } from '../base/show-value.js';
import { type Entry, type EntryInput, isOrigin } from '../log/entry.js';
import { checkStoredMessage } from '../messages/stored-message.js';
import type { SessionInfo, SessionInput, SessionPatch } from './session-info.js';
import type {
  ListSessionsOptions,
  ReadOptions,
  ReadRecordsOptions,
  SearchOptions,
} from './store.js';

const place = must('a whole number', isWhole);
const limit = must('a whole number of at least 0', (value) => isWhole(value) && value >= 0);
const time = must(
  'a time in ISO 8601',
  (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
);
/** Databases write half a pair as another character: two such ids would be one. */
const entryId = must(
  'a string without half a surrogate pair (cut texts between characters)',
  (value) => typeof value === 'string' && value.isWellFormed(),
);
const origin = must('"user", "tool", "summary" or "system"', isOrigin);
const order = must('"updated" or "created"', (value) => value === 'updated' || value === 'created');

const READ: OptionShapes<ReadOptions> = { from: place, to: place, limit, reverse: flag };
const READ_RECORDS: OptionShapes<ReadRecordsOptions> = { ...READ, type: true };
const SEARCH: OptionShapes<SearchOptions> = {
  sessionId: text,
  sessionIds: list(text),
  throughSeq: place,
  withdrawn: flag,
  limit,
};
const LIST: OptionShapes<ListSessionsOptions> = {
  agent: text,
  limit,
  before: time,
  order,
  after: text,
  reverse: flag,
};
const PATCH: OptionShapes<SessionPatch> = { title: text, metadata: anyObject };
/** A session as a store gives it can be given back to make a copy, unless it cannot be read. */
const SESSION: OptionShapes<Omit<SessionInfo, 'unreadable'>> = {
  ...PATCH,
  id: true,
  agent: true,
  createdAt: true,
  updatedAt: true,
  entryCount: true,
  epoch: true,
};
/** An entry that was read can be given back to make a copy. */
const ENTRY: OptionShapes<Entry> = {
  id: entryId,
  sessionId: true,
  seq: true,
  createdAt: time,
  format: true,
  message: true,
  model: text,
  usage: anyObject,
  metadata: object({}, { origin }),
};

/** Throws `ConfigError` for an unknown option of `read` and for a value that it cannot use. */
export function checkReadOptions(options?: ReadOptions): void {
  checkShapes<ReadOptions>('read', options, READ);
}

/** As `checkReadOptions`, for records. */
export function checkReadRecordsOptions(options?: ReadRecordsOptions): void {
  checkShapes<ReadRecordsOptions>('readRecords', options, READ_RECORDS);
}

/** Throws `ConfigError` unless the query is a string, and as `checkReadOptions`. */
export function checkSearch(query: string, options?: SearchOptions): void {
  checkString('The query of search', query);
  checkShapes<SearchOptions>('search', options, SEARCH);
}

/** As `checkReadOptions`, and for options that belong to another order. */
export function checkListOptions(options: ListSessionsOptions = {}): void {
  checkShapes<ListSessionsOptions>('listSessions', options, LIST);
  const { before, order: wanted = 'updated', after, reverse } = options;
  if (wanted === 'updated' && (after !== undefined || reverse !== undefined)) {
    throw new ConfigError('`after` and `reverse` need the order "created".');
  }
  if (wanted === 'created' && before !== undefined) {
    throw new ConfigError('`before` needs the order "updated". With "created", give `after`.');
  }
}

/** The `expectedSeq` of an append's options; throws `ConfigError` for any other option. */
export function readExpectedSeq(options?: { expectedSeq?: number }): number | undefined {
  checkShapes('append', options, { expectedSeq: place });
  return options?.expectedSeq;
}

/** The `expectedEpoch` of an `appendRecord`; throws `ConfigError` for any other option. */
export function readExpectedEpoch(options?: { expectedEpoch?: number }): number | undefined {
  checkShapes('appendRecord', options, { expectedEpoch: place });
  return options?.expectedEpoch;
}

/** Throws `ConfigError` unless a session id is a string; the store checks whether it exists. */
export function checkSessionId(sessionId: unknown): asserts sessionId is string {
  checkString('A session id', sessionId);
}

/**
 * Throws `ConfigError` for names that cannot be file names, values of the wrong type and unknown
 * fields.
 */
export function checkSessionInput(input: SessionInput): void {
  requireOptions<Omit<SessionInfo, 'unreadable'>>('createSession', input, SESSION);
  const { id, agent } = input;
  if (id !== undefined) checkName('session id', id);
  checkName('agent', agent);
  checkShapes<Omit<SessionInfo, 'unreadable'>>('createSession', input, SESSION);
}

/** Throws `ConfigError` unless a title is a string, metadata are an object and nothing else is. */
export function checkSessionPatch(patch: SessionPatch): void {
  requireOptions<SessionPatch>('updateSession', patch, PATCH);
  checkShapes<SessionPatch>('updateSession', patch, PATCH);
}

/**
 * Throws `ConfigError` unless it is a list of entries that can be read back: each with a message, a
 * string as id, a time in ISO 8601, and nothing that a store would not keep.
 */
export function checkEntryInputs(inputs: readonly EntryInput[]): void {
  if (!Array.isArray(inputs)) {
    throw new ConfigError(`append takes a list of entries, not ${show(inputs)}.`);
  }
  for (const input of inputs as readonly unknown[]) checkEntryInput(input);
}

function checkEntryInput(input: unknown): void {
  const { message } = fieldsOf(input);
  if (!isObject(message)) {
    throw new ConfigError(`An entry needs a message, not ${show(message)}.`);
  }
  checkShapes<Entry>('An entry', input, ENTRY);
  try {
    checkStoredMessage(message);
  } catch (error) {
    throw new ConfigError(
      `The message ${show(message)} cannot be stored: ${errorText(error)}. ` +
        'Pass a message as the AI SDK defines it.',
      error,
    );
  }
}

/** Throws `ConfigError` unless these are bytes with a media type. */
export function checkMedia(bytes: unknown, mediaType: unknown): void {
  if (!(bytes instanceof Uint8Array)) {
    throw new ConfigError(`putMedia takes bytes as a Uint8Array, not ${show(bytes)}.`);
  }
  if (typeof mediaType === 'string') return;
  throw new ConfigError(`The media type is ${show(mediaType)}. Give a string such as "image/png".`);
}

/** Throws `ConfigError` unless a hash is a string; the store checks whether it has the bytes. */
export function checkMediaHash(sha256: unknown): void {
  checkString('The hash of media', sha256);
}

function isWhole(value: unknown): value is number {
  return Number.isInteger(value) || value === Infinity || value === -Infinity;
}
