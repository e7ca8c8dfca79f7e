import { allocateBudget, type Budget } from '@everlong/budget';
import {
  ConfigError,
  type Memory,
  type Store,
  type Summarizer,
  type Tokenizer,
} from '@everlong/core';
import { checkNumber, checkOptions, type OptionNames, showValue } from '@everlong/core/internal';
import { createExtractiveSummarizer } from '@everlong/summarizer';
import {
  createTokenizer,
  describeModel,
  type ModelInfo,
  nearestModel,
  UNKNOWN_CONTEXT_WINDOW,
} from '@everlong/tokenizer';

import { createCounter, type Counter } from '../rendering/counter.js';
import type { SessionHooks } from './hooks.js';
import { checkSettings, MIN_WINDOW_TOKENS, SETTING_RULES } from '../policies/check-settings.js';
import { createPreset } from '../policies/create-policy.js';
import type { CachePrices, Keep, Policy, PolicySettings } from '../policies/policy.js';
import { withOwnNames } from '../policies/setting-names.js';
import { createGroupSizes, type GroupSizes } from '../truncation/group-sizes.js';
import { type RequestLimits, requestLimits } from '../truncation/request-limits.js';

/** How a session is opened: only `store` is needed. */
export interface SessionOptions {
  store: Store;
  /** Opens this session, or creates it under this id. Default: a new one. */
  id?: string;
  /** Whose session a new one is. Default `default`. */
  agent?: string;
  /** A registry name, for counting, limits and prices; nothing is ever called by it. */
  model?: string;
  /** The window in tokens. Default: the model's; 128,000 for an unknown model. */
  contextWindow?: number;
  /** A preset's name or a policy. Default `everlong`. */
  policy?: string | Policy;
  /** How much the policy `everlong` keeps as it was said; no other policy takes it. */
  keep?: Keep;
  /** Numbers that replace those of the policy. */
  budget?: Partial<PolicySettings>;
  /** Default: the extractive one, which asks no model. */
  summarizer?: Summarizer;
  /** Default: the model's, or `o200k_base`. */
  tokenizer?: Tokenizer;
  /**
   * Long-term memory: learns what is said here, and is asked once for each message of the user. One
   * that fails or hangs breaks no request. Not closed by the session.
   */
  memory?: Memory;
  /** Whose memory it is: nothing crosses a scope. Default: the session's agent. */
  memoryScope?: string;
  /** The most time that memory may take of one call, in milliseconds. Default 1000. */
  memoryTimeoutMs?: number;
  /** Called before and after compactions, and on overflows. */
  hooks?: SessionHooks;
  /**
   * The program that had the session open continues it with other options: no restart, after
   * which the policy `cowagent` sends its last turns only. Default `false`.
   */
  continued?: boolean;
  /**
   * Takes a promise for each summary that a model writes in the background: it resolves, and never
   * rejects, once that summary is in force or given up. For `waitUntil` of platforms that end a
   * function with its response; a summary that is cut off is made again when it is due.
   */
  background?: (work: Promise<void>) => void;
}

const OPTIONS: OptionNames<SessionOptions> = {
  store: true,
  id: true,
  agent: true,
  model: true,
  contextWindow: true,
  policy: true,
  keep: true,
  budget: true,
  summarizer: true,
  tokenizer: true,
  memory: true,
  memoryScope: true,
  memoryTimeoutMs: true,
  hooks: true,
  continued: true,
  background: true,
};

/** Options with every choice made. */
export interface SessionConfig {
  store: Store;
  model: string | undefined;
  policy: Policy;
  settings: PolicySettings;
  summarizer: Summarizer;
  tokenizer: Tokenizer;
  counter: Counter;
  sizes: GroupSizes;
  hooks: SessionHooks;
  background: ((work: Promise<void>) => void) | undefined;
  limits: RequestLimits;
  prices: CachePrices;
  /** US dollars for a million uncached input tokens, where the model's price is known. */
  inputPriceUsd: number | undefined;
  /** How long the provider's prompt cache keeps what is not used. */
  cacheLifetimeMs: number;
  /** The window that the policy uses: no larger than the model's and `contextWindow`. */
  window: number;
  /** Set where the model is unknown and the window is a guess: says so. */
  windowWarning: string | undefined;
  allocate(maxInputTokens: number | undefined): Budget;
}

/** What Anthropic, OpenAI and others have for a model that does not say otherwise. */
const USUAL_CACHE_LIFETIME_MS = 5 * 60_000;

const CURES = {
  window: 'Use "contextWindow".',
  maxTokens: 'Use "contextWindow".',
  sessionId: 'Use "id".',
  instructions: 'Pass instructions to session.prepare().',
  system: 'Pass instructions to session.prepare().',
  tools: 'Pass tools to session.prepare().',
};

function checkBackground(background: unknown): void {
  if (background === undefined || typeof background === 'function') return;
  throw new ConfigError(
    `background of openSession must be a function that takes a promise, such as a platform's ` +
      `waitUntil, not ${showValue(background)}.`,
  );
}

/** Fills in defaults; throws `ConfigError` for a number or name that cannot be used. */
export async function resolveConfig(options: SessionOptions): Promise<SessionConfig> {
  checkOptions('openSession', options, OPTIONS, CURES);
  checkStore((options as Partial<SessionOptions> | undefined)?.store);
  checkMemory(options);
  const { store, model, contextWindow } = options;
  checkBackground(options.background);
  if (contextWindow !== undefined) {
    checkNumber('contextWindow', contextWindow, MIN_WINDOW_TOKENS, Number.MAX_SAFE_INTEGER);
  }
  checkOptions('The `budget` of openSession', options.budget, SETTING_RULES);
  const budget = withOwnNames({
    ...checkSettings('budget', options.budget),
    ...checkKeep(options),
  });
  const policy =
    typeof options.policy === 'object'
      ? options.policy
      : createPreset(options.policy ?? 'everlong', budget);
  const settings = { ...policy.settings, ...budget };
  const tokenizer = options.tokenizer ?? (await defaultTokenizer(model));
  const info = model === undefined ? undefined : describeModel(model);
  const known = info?.warning === undefined ? info?.contextWindow : undefined;
  const assumed = contextWindow === undefined && info?.warning !== undefined;
  const window = Math.min(
    contextWindow ?? known ?? UNKNOWN_CONTEXT_WINDOW,
    known ?? Infinity,
    settings.maxUsefulTokens ?? Infinity,
  );
  const counter = createCounter(tokenizer, window);
  return {
    store,
    model,
    policy,
    settings,
    summarizer: options.summarizer ?? createExtractiveSummarizer(),
    tokenizer,
    counter,
    sizes: createGroupSizes(counter),
    hooks: options.hooks ?? {},
    background: options.background,
    limits: requestLimits(info?.provider),
    prices: cachePrices(info),
    inputPriceUsd: info?.prices.input,
    cacheLifetimeMs: info?.cacheLifetimeMs ?? USUAL_CACHE_LIFETIME_MS,
    window,
    windowWarning: assumed ? windowWarning(info) : undefined,
    allocate: (maxInputTokens = Infinity) =>
      allocateBudget({
        window,
        responseReserve: settings.responseReserve,
        maxInputTokens: Math.min(maxInputTokens, settings.maxTotalTokens ?? Infinity),
      }),
  };
}

/** The dial as a setting; throws `ConfigError` with a policy other than `everlong`. */
function checkKeep({ keep, budget, policy = 'everlong' }: SessionOptions): Partial<PolicySettings> {
  const given = keep ?? budget?.keep;
  if (given === undefined) return {};
  if (policy !== 'everlong') {
    const name = typeof policy === 'string' ? `"${policy}"` : 'of an object';
    throw new ConfigError(
      `keep is an option of the policy "everlong", not ${name}. Leave keep out, or use "everlong"` +
        `${typeof policy === 'string' ? '' : ": createPolicy('everlong', { keep }) makes its object"}.`,
    );
  }
  return checkSettings('openSession', { keep: given });
}

function checkStore(store: unknown): void {
  const isStore =
    typeof store === 'object' &&
    store !== null &&
    'append' in store &&
    typeof store.append === 'function';
  if (isStore) return;
  throw new ConfigError(
    `openSession needs a store, not ${store === undefined ? 'nothing' : showValue(store)}. ` +
      'A store keeps the session: createMemoryStore() for a test, ' +
      "await createSqliteStore({ path: 'x.db' }) of @everlong/store-sqlite, " +
      "or await createJsonlStore({ directory: '.everlong' }) of @everlong/store-jsonl.",
  );
}

function checkMemory({ memory, memoryScope, memoryTimeoutMs = 0 }: SessionOptions): void {
  checkNumber('memoryTimeoutMs', memoryTimeoutMs, 0, MAX_TIMEOUT_MS);
  if (memoryScope !== undefined && (typeof memoryScope !== 'string' || memoryScope === '')) {
    throw new ConfigError(`memoryScope must be a name, not ${showValue(memoryScope)}.`);
  }
  const isMemory =
    memory === undefined ||
    (typeof memory === 'object' &&
      (memory as unknown) !== null &&
      typeof memory.observe === 'function' &&
      typeof memory.recall === 'function');
  if (isMemory) return;
  throw new ConfigError(
    `The memory of openSession must be a Memory, not ${showValue(memory)}: ` +
      "await createMemory({ path: 'memory.db' }) of @everlong/memory makes one.",
  );
}

/** The longest time that a timer takes. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

function windowWarning({ name, warning }: ModelInfo): string {
  const near = nearestModel(name);
  const meant = near === undefined ? '' : ` Did you mean "${near.name}"?`;
  return `${warning?.split('. ')[0]}.${meant} Pass contextWindow to say how large it is.`;
}

/**
 * Where a price is not known, the most common ones: a tenth for reading, a quarter more for
 * writing.
 */
function cachePrices(info: ModelInfo | undefined): CachePrices {
  const { input, cacheRead, cacheWrite } = info?.prices ?? {};
  if (input === undefined || input <= 0) return { cacheRead: 0.1, cacheWrite: 1.25 };
  return {
    cacheRead: (cacheRead ?? input * 0.1) / input,
    cacheWrite: (cacheWrite ?? input) / input,
  };
}

function defaultTokenizer(model: string | undefined): Promise<Tokenizer> {
  return createTokenizer(model === undefined ? { encoding: 'o200k_base' } : { model });
}
