import {
  checkOptions,
  checkString,
  type OptionNames,
  requireOptions,
} from '../base/check-options.js';
import { errorText } from '../base/error-text.js';
import { ConfigError } from '../base/errors.js';
import { checkName } from '../base/identifiers.js';
import { showValue as show } from '../base/show-value.js';
import { type Entry, type EntryInput, isOrigin } from '../log/entry.js';
import { checkStoredMessage } from '../messages/stored-message.js';
import type { SessionInfo, SessionInput, SessionPatch } from './session-info.js';
import { isObject } from '../base/is-object.js';

const APPEND: OptionNames<{ expectedSeq?: number }> = { expectedSeq: true };
const APPEND_RECORD: OptionNames<{ expectedEpoch?: number }> = { expectedEpoch: true };
const PATCH: OptionNames<SessionPatch> = { title: true, metadata: true };
/**
 * Fields of a session as a store gives it, which can be given back to make a copy, unless it cannot
 * be read.
 */
const SESSION: OptionNames<Omit<SessionInfo, 'unreadable'>> = {
  id: true,
  agent: true,
  title: true,
  metadata: true,
  createdAt: true,
  updatedAt: true,
  entryCount: true,
  epoch: true,
};

/** An entry that was read can be given back to make a copy. */
const ENTRY: OptionNames<Entry> = {
  id: true,
  sessionId: true,
  seq: true,
  createdAt: true,
  format: true,
  message: true,
  model: true,
  usage: true,
  metadata: true,
};

/** The `expectedSeq` of an append's options; throws `ConfigError` for any other option. */
export function readExpectedSeq(options: { expectedSeq?: number } = {}): number | undefined {
  checkOptions('append', options, APPEND);
  checkPlace('expectedSeq', options.expectedSeq);
  return options.expectedSeq;
}

/** The `expectedEpoch` of an `appendRecord`; throws `ConfigError` for any other option. */
export function readExpectedEpoch(options: { expectedEpoch?: number } = {}): number | undefined {
  checkOptions('appendRecord', options, APPEND_RECORD);
  checkPlace('expectedEpoch', options.expectedEpoch);
  return options.expectedEpoch;
}

/** Throws `ConfigError` unless a session id is a string; the store checks whether it exists. */
export function checkSessionId(sessionId: unknown): asserts sessionId is string {
  if (typeof sessionId === 'string') return;
  throw new ConfigError(`A session id must be a string, not ${show(sessionId)}.`);
}

/**
 * Throws `ConfigError` for names that cannot be file names, values of the wrong type and unknown
 * fields.
 */
export function checkSessionInput(input: SessionInput): void {
  requireOptions<Omit<SessionInfo, 'unreadable'>>('createSession', input, SESSION);
  const { id, agent, title, metadata } = input;
  if (id !== undefined) checkName('session id', id);
  checkName('agent', agent);
  checkTitleAndMetadata({ title, metadata });
}

/** Throws `ConfigError` unless a title is a string, metadata are an object and nothing else is. */
export function checkSessionPatch(patch: SessionPatch): void {
  requireOptions<SessionPatch>('updateSession', patch, PATCH);
  checkTitleAndMetadata(patch);
}

function checkTitleAndMetadata({ title, metadata }: { title?: unknown; metadata?: unknown }): void {
  if (title !== undefined && typeof title !== 'string') {
    throw new ConfigError(`The title of a session must be a string, not ${show(title)}.`);
  }
  if (metadata !== undefined) checkMetadata('a session', metadata);
}

function checkMetadata(owner: string, metadata: unknown): void {
  if (isObject(metadata)) return;
  throw new ConfigError(`The metadata of ${owner} must be an object, not ${show(metadata)}.`);
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
  const { id, message, createdAt, model, usage, metadata } = (input ?? {}) as Partial<
    Record<keyof EntryInput, unknown>
  >;
  if (id !== undefined && typeof id !== 'string') {
    throw new ConfigError(`The id of an entry must be a string, not ${show(id)}.`);
  }
  // Databases write it as another character: two such ids would be one.
  if (id !== undefined && !id.isWellFormed()) {
    throw new ConfigError(
      `The id ${show(id)} of an entry has half a surrogate pair. Cut texts between characters.`,
    );
  }
  if (createdAt !== undefined && !isTime(createdAt)) {
    throw new ConfigError(`createdAt of an entry is ${show(createdAt)}. Give a time in ISO 8601.`);
  }
  if (model !== undefined) checkString('The model of an entry', model);
  if (usage !== undefined && !isObject(usage)) {
    throw new ConfigError(`The usage of an entry must be an object, not ${show(usage)}.`);
  }
  checkEntryMetadata(metadata);
  if (typeof message !== 'object' || message === null) {
    throw new ConfigError(`An entry needs a message, not ${show(message)}.`);
  }
  checkOptions<Entry>('An entry', input, ENTRY);
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

function checkEntryMetadata(metadata: unknown): void {
  if (metadata === undefined) return;
  checkMetadata('an entry', metadata);
  const { origin } = metadata as { origin?: unknown };
  if (origin === undefined || isOrigin(origin)) return;
  throw new ConfigError(
    `metadata.origin of an entry is ${show(origin)}. ` +
      'Give "user", "tool", "summary" or "system", or leave it out.',
  );
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
  if (typeof sha256 === 'string') return;
  throw new ConfigError(`The hash of media must be a string, not ${show(sha256)}.`);
}

/** Tells whether it is a time in ISO 8601. */
export function isTime(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

/** Throws `ConfigError` unless a place is absent or a whole number. */
export function checkPlace(name: string, value: unknown): void {
  if (value === undefined || isWhole(value)) return;
  throw new ConfigError(`${name} is ${show(value)}. Give a whole number.`);
}

/** Tells whether it is a whole number, or infinite. */
export function isWhole(value: unknown): value is number {
  return Number.isInteger(value) || value === Infinity || value === -Infinity;
}
