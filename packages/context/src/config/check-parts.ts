import { ConfigError, type Tokenizer } from '@everlong/core';
import { checkMethods, checkOptions, type OptionNames, showPart } from '@everlong/core/internal';

import type { SessionHooks } from './hooks.js';

/** What a session is made of besides its store and its memory. */
interface Parts {
  model?: unknown;
  policy?: unknown;
  defaults?: { model?: unknown; policy?: unknown };
  summarizer?: unknown;
  tokenizer?: unknown;
  hooks?: unknown;
}

/** Throws `ConfigError` for a part of a session that cannot be used as such. */
export function checkParts({ summarizer, tokenizer, hooks, defaults = {}, ...own }: Parts): void {
  for (const { model, policy } of [own, defaults]) {
    checkModel(model);
    checkPolicy(policy);
  }
  if (summarizer !== undefined) {
    const cure = 'createSummarizer({ model }) of @everlong/summarizer makes one of a model.';
    checkMethods('The summarizer of openSession', summarizer, ['summarize'], cure);
  }
  checkTokenizer('openSession', tokenizer);
  checkHooks(hooks);
}

/** Throws `ConfigError` unless it is a tokenizer, or left out. */
export function checkTokenizer(caller: string, tokenizer: unknown): void {
  if (tokenizer === undefined) return;
  const cure = 'await createTokenizer({ model }) of @everlong/tokenizer makes one.';
  checkMethods(`The tokenizer of ${caller}`, tokenizer, ['count'], cure);
  const tokens: unknown = (tokenizer as Pick<Tokenizer, 'count'>).count(PROBE);
  if (!isCount(tokens)) throw wrongCount(`The count of the tokenizer of ${caller}`, tokens);
}

const PROBE = 'How many tokens are there in a text of some ten words?';

/** Whether a counter can have given this: every decision is made of such numbers. */
export function isCount(tokens: unknown): boolean {
  return typeof tokens === 'number' && Number.isFinite(tokens) && tokens >= 0;
}

/** The error for a counter that gives no count. */
export function wrongCount(counter: string, tokens: unknown): ConfigError {
  const given = tokens instanceof Promise ? 'a promise' : showPart(tokens);
  return new ConfigError(
    `${counter} must give the number of tokens, at once and not below 0, and gave ${given}.`,
  );
}

/** Throws `ConfigError` unless the options hold a session, as far as the caller uses one. */
export function checkSession(
  caller: string,
  options: { session?: unknown } | undefined,
  methods: readonly string[],
): void {
  const cure = 'await openSession({ store }) opens one.';
  checkMethods(`The session of ${caller}`, options?.session, methods, cure);
}

/** Throws `ConfigError` unless the options name a session, open or in its store. */
export function checkSessionPlace(
  caller: string,
  options: { session?: unknown } | undefined,
): void {
  const { id, store, append } = (options?.session ?? {}) as Partial<Record<string, unknown>>;
  if (typeof id === 'string' && (typeof append === 'function' || store !== undefined)) return;
  throw new ConfigError(
    `The session of ${caller} must be an open session, or { store, id } of one, not ` +
      `${showPart(options?.session)}.`,
  );
}

function checkModel(model: unknown): void {
  if (model === undefined || (typeof model === 'string' && model.trim() !== '')) return;
  throw new ConfigError(
    `The model of openSession must be a name, such as "claude-sonnet-5-5", not ${showPart(model)}. ` +
      'It is for counting and prices; nothing is called by it.',
  );
}

function checkPolicy(policy: unknown): void {
  if (policy === undefined || typeof policy === 'string') return;
  const cure = "createPolicy('everlong', { … }) makes one; a preset's name is one too.";
  const what = 'The policy of openSession';
  checkMethods(what, policy, ['decide', 'triggers', 'compactNow'], cure);
  const { settings } = policy as { settings?: unknown };
  if (typeof settings === 'object' && settings !== null) return;
  throw new ConfigError(`${what} needs an object of settings, not ${showPart(settings)}. ${cure}`);
}

const HOOKS: OptionNames<SessionHooks> = {
  onBeforeCompaction: true,
  onCompaction: true,
  onRewind: true,
  readResource: true,
  onOverflow: true,
};

function checkHooks(hooks: unknown): void {
  if (hooks === undefined) return;
  // An object of a class may have fields of its own.
  const isOfClass =
    typeof hooks === 'object' &&
    hooks !== null &&
    Object.getPrototypeOf(hooks) !== Object.prototype;
  if (!isOfClass) checkOptions('The `hooks` of openSession', hooks, HOOKS);
  for (const name of Object.keys(HOOKS)) {
    const hook = (hooks as Readonly<Record<string, unknown>>)[name];
    if (hook === undefined || typeof hook === 'function') continue;
    throw new ConfigError(`The hook ${name} must be a function, not ${showPart(hook)}.`);
  }
}
