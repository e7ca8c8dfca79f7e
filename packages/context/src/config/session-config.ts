import { allocateBudget, type Budget } from '@everlong/budget';
import {
  ConfigError,
  type ProviderCompactor,
  type Store,
  type Summarizer,
  type Tokenizer,
  type ToolKinds,
} from '@everlong/core';
import {
  definedFields,
  isToolKind,
  MIN_LIMIT_TOKENS,
  showValue,
  toolKindNames,
} from '@everlong/core/internal';
import { createExtractiveSummarizer } from '@everlong/summarizer';
import {
  bindsThinking,
  createTokenizer,
  describeModel,
  hasOffer,
  type ModelInfo,
  nearestModel,
  offersOf,
  UNKNOWN_CONTEXT_WINDOW,
} from '@everlong/tokenizer';

import { createCounter, type Counter } from '../rendering/counter.js';
import { isSameModel } from '../rendering/same-model.js';
import type { SessionHooks } from './hooks.js';
import { checkKeep, type SessionOptions } from './session-options.js';
import { checkSettings, checkThresholds } from '../policies/check-settings.js';
import { createPreset } from '../presets/create-policy.js';
import type { CachePrices, Policy, PolicySettings } from '../policies/policy.js';
import { withOwnNames } from '../policies/setting-names.js';
import { createGroupSizes, type GroupSizes } from '../truncation/group-sizes.js';
import { type RequestLimits, requestLimits } from '../truncation/request-limits.js';

/** Options with every choice made. */
export interface SessionConfig {
  store: Store;
  model: string | undefined;
  policy: Policy;
  settings: PolicySettings;
  summarizer: Summarizer;
  /** Where the provider of the model is to write summaries, and offers it. */
  compactor: ProviderCompactor | undefined;
  toolKinds: ToolKinds;
  tokenizer: Tokenizer;
  counter: Counter;
  sizes: GroupSizes;
  hooks: SessionHooks;
  /** Whether the summarizer asks the model that the session is for. */
  asksOwnModel: boolean;
  /** Whether the agent is asked to write a snapshot before the policy has one made. */
  handover: 'ask' | undefined;
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

/** Fills in defaults of checked options; throws `ConfigError` for a name that cannot be used. */
export async function resolveConfig(options: SessionOptions): Promise<SessionConfig> {
  const { store, model, contextWindow, modelWindow } = options;
  const budget = withOwnNames({
    ...checkSettings('budget', options.budget),
    ...checkKeep(options),
  });
  const policy =
    typeof options.policy === 'object'
      ? options.policy
      : createPreset(options.policy ?? 'everlong', budget);
  const settings = { ...policy.settings, ...budget };
  checkThresholds('budget', budget, settings);
  const tokenizer = options.tokenizer ?? (await defaultTokenizer(model));
  const info = model === undefined ? undefined : describeModel(model);
  const known = modelWindow ?? (info?.warning === undefined ? info?.contextWindow : undefined);
  const assumed =
    contextWindow === undefined && modelWindow === undefined && info?.warning !== undefined;
  const wanted = contextWindow ?? known ?? UNKNOWN_CONTEXT_WINDOW;
  const window = Math.min(wanted, known ?? Infinity, settings.maxUsefulTokens ?? Infinity);
  const isCut = contextWindow !== undefined && window < wanted;
  const counter = createCounter(tokenizer, window);
  return {
    store,
    model,
    policy,
    settings,
    summarizer: options.summarizer ?? createExtractiveSummarizer(),
    compactor: compactorFor(options),
    toolKinds: checkedKinds(options.toolKinds),
    tokenizer,
    counter,
    sizes: createGroupSizes(counter),
    hooks: options.hooks ?? {},
    asksOwnModel: model !== undefined && isSameModel(model, options.summarizer?.model),
    handover: options.handover,
    background: options.background,
    limits: requestLimits(info?.provider),
    prices: relativePrices(info, options.summarizer?.model),
    inputPriceUsd: info?.prices.input,
    cacheLifetimeMs: info?.cacheLifetimeMs ?? USUAL_CACHE_LIFETIME_MS,
    window,
    windowWarning: assumed ? windowWarning(info) : undefined,
    allocate(learned = Infinity) {
      const allocated = allocateBudget({
        window,
        responseReserve: settings.responseReserve,
        maxInputTokens: Math.min(
          // None smaller is learned; a stored one that is would leave no room for good.
          Math.max(learned, MIN_LIMIT_TOKENS),
          settings.maxTotalTokens ?? Infinity,
        ),
      });
      if (!isCut) return allocated;
      const reason = whyCut(window, { model, policy, settings });
      const clamp = { name: 'contextWindow', wanted, given: window, reason };
      return { ...allocated, clamps: [clamp, ...allocated.clamps] };
    },
  };
}

/** The compactor, where it is wanted and the provider of the session's model has a use for it. */
function compactorFor({
  compaction = 'own',
  compactor,
  model,
}: SessionOptions): ProviderCompactor | undefined {
  if (compaction === 'own' || compactor === undefined || model === undefined) return undefined;
  if (describeModel(model).provider !== compactor.provider) return undefined;
  const offers =
    compaction === 'auto'
      ? bindsThinking(model) && hasOffer(model, 'compaction-on-demand')
      : offersOf(model).some(({ feature }) => WRITES_BLOCKS.has(feature));
  return offers ? compactor : undefined;
}

const WRITES_BLOCKS: ReadonlySet<string> = new Set([
  'compaction-on-demand',
  'compaction-encrypted',
]);

/** Why a session has less than the window that it was opened with. */
function whyCut(window: number, { model = 'the model', policy, settings }: WindowParts): string {
  return window === settings.maxUsefulTokens
    ? `maxUsefulTokens of the policy ${policy.name}: raise it in \`budget\``
    : `the window of ${model}: say with modelWindow where it is larger`;
}

/** Throws `ConfigError` for a kind that there is not. */
function checkedKinds(kinds: unknown = {}): ToolKinds {
  const given = typeof kinds === 'object' && kinds !== null ? Object.entries(kinds) : [['', kinds]];
  for (const [name, kind] of given) {
    if (isToolKind(kind)) continue;
    const place = name === '' ? 'toolKinds' : `toolKinds.${String(name)}`;
    throw new ConfigError(
      `${place} of openSession is ${showValue(kind)}: give each tool one of ${toolKindNames.join(', ')}.`,
    );
  }
  return kinds as ToolKinds;
}

interface WindowParts extends Pick<SessionConfig, 'policy' | 'settings'> {
  model: string | undefined;
}

function windowWarning({ name, warning }: ModelInfo): string {
  const near = nearestModel(name);
  const meant = near === undefined ? '' : ` Did you mean "${near.name}"?`;
  return `${warning?.split('. ')[0]}.${meant} Pass contextWindow to say how large it is.`;
}

/**
 * Where a price is not known, the most common ones: a tenth for reading, a quarter more for
 * writing, five times as much for answers; the summarizer's model as dear as the session's.
 */
function relativePrices(info: ModelInfo | undefined, summarizer: string | undefined): CachePrices {
  const { input, cacheRead, cacheWrite, output } = info?.prices ?? {};
  if (input === undefined || input <= 0) return { cacheRead: 0.1, cacheWrite: 1.25 };
  const other = summarizer === undefined ? undefined : describeModel(summarizer).prices.input;
  return {
    cacheRead: (cacheRead ?? input * 0.1) / input,
    cacheWrite: (cacheWrite ?? input) / input,
    ...definedFields({
      output: output === undefined ? undefined : output / input,
      summarizer: other === undefined ? undefined : other / input,
    }),
  };
}

function defaultTokenizer(model: string | undefined): Promise<Tokenizer> {
  return createTokenizer(model === undefined ? { encoding: 'o200k_base' } : { model });
}
