import { ConfigError } from '../base/errors.js';
import { checkName } from '../base/identifiers.js';
import type { EntryInput } from '../log/entry.js';
import type { SessionInput } from './session-info.js';
import type { ListSessionsOptions, ReadOptions, SearchOptions } from './store.js';

/** Throws `ConfigError` for a session id that is no string; whether it exists, the store knows. */
export function checkSessionId(sessionId: unknown): asserts sessionId is string {
  if (typeof sessionId === 'string') return;
  throw new ConfigError(`A session id is a string, not ${show(sessionId)}.`);
}

/** Throws `ConfigError` for names that cannot be file names, and values of the wrong type. */
export function checkSessionInput({ id, agent, title, metadata }: SessionInput): void {
  if (id !== undefined) checkName('session id', id);
  checkName('agent', agent);
  checkSessionPatch({ title, metadata });
}

/** Throws `ConfigError` for a title that is no text or metadata that are no object. */
export function checkSessionPatch({ title, metadata }: { title?: unknown; metadata?: unknown }) {
  if (title !== undefined && typeof title !== 'string') {
    throw new ConfigError(`The title of a session is a string, not ${show(title)}.`);
  }
  const isObject = typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata);
  if (metadata === undefined || isObject) return;
  throw new ConfigError(`The metadata of a session are an object, not ${show(metadata)}.`);
}

/** Throws `ConfigError` for what is no list of messages, or an id that is no string. */
export function checkEntryInputs(inputs: readonly EntryInput[]): void {
  if (!Array.isArray(inputs)) {
    throw new ConfigError(`append takes a list of entries, not ${show(inputs)}.`);
  }
  for (const input of inputs as readonly unknown[]) {
    const { id, message } = (input ?? {}) as { id?: unknown; message?: unknown };
    if (id !== undefined && typeof id !== 'string') {
      throw new ConfigError(`The id of an entry is a string, not ${show(id)}.`);
    }
    if (typeof message !== 'object' || message === null) {
      throw new ConfigError(`An entry needs a message, not ${show(message)}.`);
    }
  }
}

/** Throws `ConfigError` unless the bounds are whole numbers and the limit is not negative. */
export function checkReadOptions({ from, to, limit }: ReadOptions = {}): void {
  checkPlace('from', from);
  checkPlace('to', to);
  checkLimit(limit);
}

/** Throws `ConfigError` for a limit or a place that is no whole number. */
export function checkSearchOptions({ sessionId, throughSeq, limit }: SearchOptions = {}): void {
  if (sessionId !== undefined) checkSessionId(sessionId);
  checkPlace('throughSeq', throughSeq);
  checkLimit(limit);
}

/** Throws `ConfigError` for a limit that is no whole number, or a `before` that is no time. */
export function checkListOptions({ before, limit }: ListSessionsOptions = {}): void {
  checkLimit(limit);
  if (before === undefined || !Number.isNaN(Date.parse(before))) return;
  throw new ConfigError(`before is ${show(before)}. Give a time in ISO 8601.`);
}

function checkPlace(name: string, value: unknown): void {
  if (value === undefined || isWhole(value)) return;
  throw new ConfigError(`${name} is ${show(value)}. Give a whole number.`);
}

function checkLimit(limit: unknown): void {
  if (limit === undefined || (isWhole(limit) && limit >= 0)) return;
  throw new ConfigError(`limit is ${show(limit)}. Give a whole number that is not negative.`);
}

function isWhole(value: unknown): value is number {
  return Number.isInteger(value) || value === Infinity || value === -Infinity;
}

function show(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
