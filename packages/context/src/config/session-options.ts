import {
  ConfigError,
  type Memory,
  type ProviderCompactor,
  type Store,
  type Summarizer,
  type Tokenizer,
  type ToolKinds,
} from '@everlong/core';
import {
  checkMethods,
  checkNumber,
  checkOptions,
  checkSwitch,
  type OptionNames,
  showValue,
} from '@everlong/core/internal';

import { checkParts } from './check-parts.js';
import type { SessionHooks } from './hooks.js';
import { checkSettings, MIN_WINDOW_TOKENS, SETTING_RULES } from '../policies/check-settings.js';
import type { Keep, Policy, PolicySettings } from '../policies/policy.js';

/** How a session is opened: only `store` is needed. */
export interface SessionOptions {
  /** Keeps the session. It stays open: the caller closes it. */
  store: Store;
  /** Opens this session, or creates it under this id. Default: a new one. */
  id?: string;
  /** Whose session a new one is. Default `default`. */
  agent?: string;
  /**
   * A registry name, for counting, limits and prices; nothing is ever called by it. Default: that
   * which the session keeps.
   */
  model?: string;
  /**
   * The window in tokens. Default: that which the session keeps, or the model's; 128,000 for an
   * unknown model.
   */
  contextWindow?: number;
  /**
   * The model's own window where it is called, if that is not the registry's: no other window is
   * larger.
   */
  modelWindow?: number;
  /**
   * A preset's name or a policy. Default: the preset that the session keeps, or `everlong`; a
   * policy of your own has to be given each time.
   */
  policy?: string | Policy;
  /** For what neither the other options nor the session say; the session does not keep these. */
  defaults?: Pick<SessionOptions, 'model' | 'contextWindow' | 'policy'>;
  /**
   * How much the policy `everlong` keeps as it was said; no other policy takes it. Default: that
   * which the session keeps, or `balanced`.
   */
  keep?: Keep;
  /** Numbers that replace those of the policy. */
  budget?: Partial<PolicySettings>;
  /** Default: the extractive one, which asks no model. */
  summarizer?: Summarizer;
  /**
   * `ask`: before the policy has a snapshot made by a model, the agent is asked once to write it in
   * its own turn, with the tool `context_handover` of `createContextTools`; without that tool among
   * those of the request nobody is asked.
   */
  handover?: 'ask';
  /**
   * Who writes the summaries of compactions: `own`, the session; `provider`, the provider of its
   * model, wherever that offers it; `auto`, the provider where its rules were read whole and it
   * alone can keep the model's thinking. Default `own`. Others than `own` need a `compactor`.
   */
  compaction?: 'own' | 'provider' | 'auto';
  /** Asks the provider: `createProviderCompactor` makes one of a model, or of any SDK's client. */
  compactor?: ProviderCompactor;
  /**
   * What calls do, by the name of the tool: for tools that are not known by their name, their MCP
   * annotations or the shape of their input. An act is told by snapshots, a look is not.
   */
  toolKinds?: ToolKinds;
  /** Default: the model's, or `o200k_base`. */
  tokenizer?: Tokenizer;
  /**
   * Long-term memory: learns what is said here, and is asked once for each message of the user. One
   * that fails or hangs breaks no request. Not closed by the session.
   */
  memory?: Memory;
  /**
   * Whose memory it is: nothing crosses a scope. Default: the session's agent, and with a store of
   * `forTenant` that of the tenant: `tenant/agent`.
   */
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
  modelWindow: true,
  policy: true,
  defaults: true,
  keep: true,
  budget: true,
  summarizer: true,
  handover: true,
  compaction: true,
  compactor: true,
  toolKinds: true,
  tokenizer: true,
  memory: true,
  memoryScope: true,
  memoryTimeoutMs: true,
  hooks: true,
  continued: true,
  background: true,
};

const DEFAULTS: OptionNames<SessionOptions['defaults'] & object> = {
  model: true,
  contextWindow: true,
  policy: true,
};

const CURES = {
  window: 'Use "contextWindow".',
  maxTokens: 'Use "contextWindow".',
  sessionId: 'Use "id".',
  instructions: 'Pass instructions to session.prepare().',
  system: 'Pass instructions to session.prepare().',
  tools: 'Pass tools to session.prepare().',
};

/** Throws `ConfigError` for an option that `openSession` does not have, or cannot use. */
export function checkSessionOptions(options: SessionOptions): void {
  checkOptions('openSession', options, OPTIONS, CURES);
  checkStore((options as Partial<SessionOptions> | undefined)?.store);
  checkMemory(options);
  checkBackground(options.background);
  checkHandover(options.handover);
  checkSwitch('continued of openSession', options.continued);
  checkOptions('The `defaults` of openSession', options.defaults, DEFAULTS);
  checkParts(options);
  checkCompactor(options);
  checkWindow('contextWindow', options.contextWindow);
  checkWindow('contextWindow', options.defaults?.contextWindow);
  checkWindow('modelWindow', options.modelWindow);
  checkOptions('The `budget` of openSession', options.budget, SETTING_RULES);
}

function checkWindow(name: string, tokens: number | undefined): void {
  if (tokens === undefined) return;
  checkNumber(name, tokens, MIN_WINDOW_TOKENS, Number.MAX_SAFE_INTEGER);
}

const COMPACTIONS: ReadonlySet<unknown> = new Set(['own', 'provider', 'auto']);

function checkCompactor({ compaction = 'own', compactor }: SessionOptions): void {
  if (!COMPACTIONS.has(compaction)) {
    throw new ConfigError(
      `compaction of openSession is ${showValue(compaction)}. It may be "own", "provider" or "auto".`,
    );
  }
  const cure = 'createProviderCompactor({ model }) makes one of a model of the AI SDK.';
  if (compactor !== undefined) {
    checkMethods('The compactor of openSession', compactor, ['compact'], cure);
  } else if (compaction !== 'own') {
    throw new ConfigError(
      `compaction "${compaction}" of openSession needs a compactor, which asks the provider: ${cure}`,
    );
  }
}

function checkBackground(background: unknown): void {
  if (background === undefined || typeof background === 'function') return;
  throw new ConfigError(
    `background of openSession must be a function that takes a promise, such as a platform's ` +
      `waitUntil, not ${showValue(background)}.`,
  );
}

function checkHandover(handover: unknown): void {
  if (handover === undefined || handover === 'ask') return;
  throw new ConfigError(
    `handover of openSession must be "ask", not ${showValue(handover)}. Leave it out, and the ` +
      'agent hands over only of its own accord.',
  );
}

/** The dial as a setting; throws `ConfigError` with a policy other than `everlong`. */
export function checkKeep({
  keep,
  budget,
  policy = 'everlong',
}: SessionOptions): Partial<PolicySettings> {
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
      "createSqliteStore({ path: 'x.db' }) of @everlong/store-sqlite, " +
      "or createJsonlStore({ directory: '.everlong' }) of @everlong/store-jsonl.",
  );
}

function checkMemory({ memory, memoryScope, memoryTimeoutMs = 0 }: SessionOptions): void {
  checkNumber('memoryTimeoutMs', memoryTimeoutMs, 0, MAX_TIMEOUT_MS);
  if (memoryScope !== undefined && (typeof memoryScope !== 'string' || memoryScope === '')) {
    throw new ConfigError(`memoryScope must be a name, not ${showValue(memoryScope)}.`);
  }
  if (memoryScope !== undefined && memory === undefined) {
    throw new ConfigError(
      `memoryScope ${showValue(memoryScope)} says whose memory it is, and there is none: give ` +
        'openSession a `memory`, or leave memoryScope out.',
    );
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
