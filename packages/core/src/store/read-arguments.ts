import { ConfigError } from '../base/errors.js';
import {
  checkList,
  checkOptions,
  checkString,
  checkSwitch,
  type OptionNames,
} from '../base/check-options.js';
import { showValue as show } from '../base/show-value.js';
import { checkPlace, checkSessionId, isTime, isWhole } from './store-arguments.js';
import type {
  ListSessionsOptions,
  ReadOptions,
  ReadRecordsOptions,
  SearchOptions,
} from './store.js';

const READ: OptionNames<ReadOptions> = { from: true, to: true, limit: true, reverse: true };
const READ_RECORDS: OptionNames<ReadRecordsOptions> = { ...READ, type: true };
const SEARCH: OptionNames<SearchOptions> = {
  sessionId: true,
  sessionIds: true,
  throughSeq: true,
  withdrawn: true,
  limit: true,
};
const LIST: OptionNames<ListSessionsOptions> = {
  agent: true,
  limit: true,
  before: true,
  order: true,
  after: true,
  reverse: true,
};

/**
 * Throws `ConfigError` for an unknown option, unless the bounds are whole numbers, and for a
 * negative limit.
 */
export function checkReadOptions(options: ReadOptions = {}): void {
  checkOptions<ReadOptions>('read', options, READ);
  checkRange(options);
}

/** As `checkReadOptions`, for records. */
export function checkReadRecordsOptions(options: ReadRecordsOptions = {}): void {
  checkOptions<ReadRecordsOptions>('readRecords', options, READ_RECORDS);
  checkRange(options);
}

function checkRange({ from, to, limit, reverse }: ReadOptions): void {
  checkPlace('from', from);
  checkPlace('to', to);
  checkLimit(limit);
  checkSwitch('reverse', reverse);
}

/**
 * Throws `ConfigError` unless the query is a string, for an unknown option, and unless limit and
 * place are whole numbers.
 */
export function checkSearch(query: string, options: SearchOptions = {}): void {
  if (typeof query !== 'string') {
    throw new ConfigError(`The query of search must be a string, not ${show(query)}.`);
  }
  checkOptions<SearchOptions>('search', options, SEARCH);
  const { sessionId, sessionIds, throughSeq, limit, withdrawn } = options;
  if (sessionId !== undefined) checkSessionId(sessionId);
  if (sessionIds !== undefined) {
    checkList('sessionIds', sessionIds);
    for (const id of sessionIds) checkSessionId(id);
  }
  checkPlace('throughSeq', throughSeq);
  checkLimit(limit);
  checkSwitch('withdrawn', withdrawn);
}

/**
 * Throws `ConfigError` for an unknown option, a limit other than a whole number, a `before` other
 * than a time, and options that belong to another order.
 */
export function checkListOptions(options: ListSessionsOptions = {}): void {
  checkOptions<ListSessionsOptions>('listSessions', options, LIST);
  const { agent, before, limit, order = 'updated', after, reverse } = options;
  if (agent !== undefined) checkString('agent', agent);
  checkLimit(limit);
  checkSwitch('reverse', reverse);
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
  if (before === undefined || isTime(before)) return;
  throw new ConfigError(`before is ${show(before)}. Give a time in ISO 8601.`);
}

function checkLimit(limit: unknown): void {
  if (limit === undefined || (isWhole(limit) && limit >= 0)) return;
  throw new ConfigError(`limit is ${show(limit)}. Give a whole number that is not negative.`);
}
