import { ConfigError } from '../base/errors.js';
import { showValue as show } from '../base/show-value.js';
import { checkSessionId } from './store-arguments.js';
import type { ListSessionsOptions, ReadOptions, SearchOptions } from './store.js';

/** Throws `ConfigError` unless the bounds are whole numbers and the limit is not negative. */
export function checkReadOptions({ from, to, limit }: ReadOptions = {}): void {
  checkPlace('from', from);
  checkPlace('to', to);
  checkLimit(limit);
}

/** Throws `ConfigError` unless limit and place are whole numbers. */
export function checkSearchOptions({ sessionId, throughSeq, limit }: SearchOptions = {}): void {
  if (sessionId !== undefined) checkSessionId(sessionId);
  checkPlace('throughSeq', throughSeq);
  checkLimit(limit);
}

/**
 * Throws `ConfigError` for a limit other than a whole number, a `before` other than a time, and
 * options that belong to another order.
 */
export function checkListOptions(options: ListSessionsOptions = {}): void {
  const { before, limit, order = 'updated', after, reverse } = options;
  checkLimit(limit);
  if (order !== 'updated' && order !== 'created') {
    throw new ConfigError(`order is ${show(order)}. Give "updated" or "created".`);
  }
  if (order === 'updated' && (after !== undefined || reverse !== undefined)) {
    throw new ConfigError('`after` and `reverse` need the order "created".');
  }
  if (order === 'created' && before !== undefined) {
    throw new ConfigError('`before` needs the order "updated". With "created", give `after`.');
  }
  if (after !== undefined) checkSessionId(after);
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
