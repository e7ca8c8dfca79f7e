import {
  type AsOf,
  ConfigError,
  type EntityOptions,
  type ForgetOptions,
  type ForgetSelector,
  type LearningsOptions,
  type ListFactsOptions,
  type ProfileOptions,
  type Recalled,
  type RecallOptions,
} from '@everlong/core';
import { checkNumber, checkOptions, type OptionNames, showValue } from '@everlong/core/internal';

/** The longest time that a timer takes. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

const AS_OF: OptionNames<AsOf> = { validAt: true, knownAt: true };
const RECALL: OptionNames<RecallOptions> = {
  ...AS_OF,
  limit: true,
  maxTokens: true,
  excludes: true,
};
const LIST: OptionNames<ListFactsOptions> = {
  ...AS_OF,
  subject: true,
  past: true,
  after: true,
  limit: true,
};
const LEARNINGS: OptionNames<LearningsOptions> = { limit: true, maxTokens: true };

/** Throws `ConfigError` unless a scope names something. */
export function checkScope(scope: unknown): void {
  if (typeof scope === 'string' && scope.trim() !== '' && !scope.includes('\0')) return;
  throw new ConfigError(
    `The scope is ${showValue(scope)}. Give the name of an agent, or of a tenant and an agent.`,
  );
}

/** Throws `ConfigError` unless the value is a text that says something. */
export function checkName(what: string, value: unknown): asserts value is string {
  if (typeof value === 'string' && value.trim() !== '') return;
  throw new ConfigError(`${what} is ${showValue(value)}. Give a string that is not empty.`);
}

/** A check of arguments that are all texts, each called `what` in its error. */
export function checkTexts(...what: readonly string[]): (...texts: readonly unknown[]) => void {
  return (...texts) => {
    for (const [index, each] of what.entries()) checkText(each, texts[index]);
  };
}

/** Throws `ConfigError` unless the value is a text; of entities, any text may be the name. */
export function checkText(what: string, value: unknown): asserts value is string {
  if (typeof value === 'string') return;
  throw new ConfigError(`${what} is ${showValue(value)}. Give a string.`);
}

/** Throws `ConfigError` unless the value is the place of an entry in its session. */
export function checkSeq(what: string, value: unknown): void {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return;
  throw new ConfigError(
    `${what} is ${showValue(value)}. Give the \`seq\` of an entry, a whole number from 0 on.`,
  );
}

/** Throws `ConfigError` unless `recall` can be called so. */
export function checkRecall(query: unknown, options?: RecallOptions): void {
  checkQuery('memory.recall', query);
  checkOptions('memory.recall', options, RECALL);
  checkLimits('memory.recall', options);
  checkExcludes('memory.recall', options?.excludes);
}

function checkExcludes(method: string, excludes: unknown): void {
  if (excludes === undefined || typeof excludes === 'function') return;
  throw new ConfigError(
    `excludes of ${method} must be a function of a source, not ${showValue(excludes)}.`,
  );
}

/** Throws `ConfigError` unless these are names of what was recalled. */
export function checkRecalled(recalled: Recalled): void {
  const given: unknown = recalled ?? {};
  checkOptions<Recalled>('memory.findForgotten', given, { factIds: true, restsOn: true });
  const { factIds, restsOn } = given as Record<keyof Recalled, unknown>;
  const isListOf = (value: unknown, type: string): boolean =>
    Array.isArray(value) && value.every((each) => typeof each === type);
  if (isListOf(factIds, 'number') && isListOf(restsOn, 'string')) return;
  throw new ConfigError(
    'memory.findForgotten takes { factIds, restsOn }, a list of numbers and one of texts, not ' +
      `${describe(given)}. Give those of hits, learnings and profiles.`,
  );
}

/** Throws `ConfigError` unless `learnings` can be called so. */
export function checkLearnings(query: unknown, options?: LearningsOptions): void {
  checkQuery('memory.learnings', query);
  checkOptions('memory.learnings', options, LEARNINGS);
  checkLimits('memory.learnings', options);
}

/** A check of arguments that all name something, each called `what` in its error. */
export function checkNames(...what: readonly string[]): (...names: readonly unknown[]) => void {
  return (...names) => {
    for (const [index, each] of what.entries()) checkName(each, names[index]);
  };
}

/** Throws `ConfigError` unless `entity` can be called so. */
export function checkEntity(name: unknown, options?: EntityOptions): void {
  checkText('The name for memory.entity', name);
  checkOptions('memory.entity', options, { ...AS_OF, steps: true });
  const steps: unknown = options?.steps ?? 1;
  if (steps === 1 || steps === 2) return;
  throw new ConfigError(`steps of memory.entity is ${showValue(steps)}. Give 1 or 2.`);
}

/** Throws `ConfigError` for an option that `list` does not have, or cannot use. */
export function checkList(options?: ListFactsOptions): void {
  checkOptions('memory.list', options, LIST);
  checkLimits('memory.list', options);
  if (options?.subject !== undefined) checkText('subject of memory.list', options.subject);
  if (options?.after !== undefined) checkNumber('after of memory.list', options.after, -1);
}

/** Throws `ConfigError` for an option that `profile` does not have, or without `maxTokens`. */
export function checkProfile(options: unknown): void {
  const given = options ?? {};
  checkOptions<ProfileOptions>('memory.profile', given, { maxTokens: true, excludes: true });
  checkNumber('maxTokens of memory.profile', (given as { maxTokens?: unknown }).maxTokens, 0);
  checkExcludes('memory.profile', (given as { excludes?: unknown }).excludes);
}

/** Throws `ConfigError` for an option that `flush` does not have, or cannot use. */
export function checkFlush(options?: { timeoutMs?: number }): void {
  checkOptions<{ timeoutMs?: number }>('memory.flush', options, { timeoutMs: true });
  if (options?.timeoutMs === undefined) return;
  checkNumber('timeoutMs of memory.flush', options.timeoutMs, 0, MAX_TIMEOUT_MS);
}

/** Throws `ConfigError` unless a range names a session and its first entry. */
export function checkWithdraw(range: unknown): void {
  const given = (range ?? {}) as { sessionId?: unknown; fromSeq?: unknown };
  checkOptions<typeof given>('memory.withdraw', given, { sessionId: true, fromSeq: true });
  checkName('sessionId of memory.withdraw', given.sessionId);
  checkSeq('fromSeq of memory.withdraw', given.fromSeq);
}

/** What each way to select takes. */
const SELECTORS: Readonly<Record<string, (value: unknown) => boolean>> = {
  entity: isText,
  sessionId: isText,
  entryId: isText,
  factId: Number.isSafeInteger,
  everything: (value) => value === true,
};

/** Throws `ConfigError` unless `forget` can be called so. */
export function checkForget(selector: ForgetSelector, options?: ForgetOptions): void {
  checkSelector(selector);
  checkOptions('memory.forget', options, { dryRun: true });
  const dryRun: unknown = options?.dryRun;
  if (dryRun === undefined || typeof dryRun === 'boolean') return;
  throw new ConfigError(`dryRun of memory.forget must be true or false, not ${showValue(dryRun)}.`);
}

function checkSelector(selector: ForgetSelector): void {
  const given: unknown = selector ?? {};
  checkOptions('memory.forget', given, SELECTORS);
  const names = Object.keys(given as object)
    .toSorted()
    .join();
  const values = Object.entries(given as object);
  const isOne = ['entity', 'factId', 'everything', 'sessionId', 'entryId,sessionId'].includes(
    names,
  );
  if (isOne && values.every(([name, value]) => SELECTORS[name]?.(value) === true)) return;
  throw new ConfigError(
    `memory.forget cannot tell what to forget from ${describe(selector)}. Give { entity }, ` +
      '{ factId }, { sessionId }, { sessionId, entryId } or { everything: true }.',
  );
}

function describe(selector: unknown): string {
  if (selector === undefined || selector === null) return 'nothing';
  const shown = Object.entries(selector).map(([name, value]) => `${name}: ${showValue(value)}`);
  return shown.length === 0 ? '{}' : `{ ${shown.join(', ')} }`;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function checkQuery(caller: string, query: unknown): void {
  if (typeof query === 'string') return;
  throw new ConfigError(
    `The query of ${caller} must be a string, not ${showValue(query)}. Any string is a valid query.`,
  );
}

function checkLimits(
  caller: string,
  { limit, maxTokens }: { limit?: unknown; maxTokens?: unknown } = {},
): void {
  if (limit !== undefined) checkNumber(`limit of ${caller}`, limit, 0);
  if (maxTokens !== undefined) checkNumber(`maxTokens of ${caller}`, maxTokens, 0);
}
