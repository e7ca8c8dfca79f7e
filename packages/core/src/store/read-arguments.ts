import { ConfigError } from '../base/errors.js';
import { checkSessionId } from './store-arguments.js';
import { showArgument as show } from './show-argument.js';
import type { ListSessionsOptions, ReadOptions, SearchOptions } from './store.js';

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
