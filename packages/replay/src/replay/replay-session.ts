import { openSession, type PrepareOptions, type SessionOptions } from '@everlong/context';
import {
  ConfigError,
  createMemoryStore,
  type EntryInput,
  type Store,
  type Summarizer,
} from '@everlong/core';
import {
  checkList,
  definedFields,
  type OptionNames,
  requireOptions,
} from '@everlong/core/internal';
import type { Transcript } from '@everlong/formats';
import { createTokenizer, type ModelTokenizer, type ToolsInput } from '@everlong/tokenizer';
import type { ToolSet } from 'ai';

import type { CacheLifetime } from '../cache/cache-rules.js';
import { countedOnce } from './counted-once.js';
import { createMessageBook } from '../messages/message-book.js';
import { createLoopRun, type LoopRun } from './closed-loop.js';
import { namedPolicy } from './named-policy.js';
import {
  createPolicyRun,
  type PolicyRun,
  type PolicyRunOptions,
  type ReplayStep,
} from './policy-run.js';
import { createManagerSession, type RequestMaker } from './manager-session.js';
import type { Need } from './read-again.js';
import type { ConstraintLabel } from '../needs/constraint-labels.js';
import { toPolicyResult } from '../report/policy-tally.js';
import { findPromptPrices, type PromptPrices } from '../cache/prompt-prices.js';
import { createReplayLog, REPLAY_SESSION_ID, type ReplayLog } from '../needs/replay-log.js';
import type { FileResult } from '../report/replay-result.js';
import { judgeOnce } from './judge-once.js';
import type { ReplayedSession } from './replayed-session.js';
import { createGrowingLog } from './request-laws.js';
import { createRequestValidator } from '../validity/request-validity.js';

/** Used when no model is named: its tokenizer, its cache rules and its prices. */
export const DEFAULT_REPLAY_MODEL = 'claude-sonnet-4-5';

/** Tokens kept free for the answer. */
const DEFAULT_RESERVE_TOKENS = 4096;

/** The policy whose unmet needs count as at risk; always replayed. */
const BASELINE = 'newest';

/** The policy whose needs a closed loop can meet at best; replayed for every closed loop. */
const CEILING = 'full';

/** The settings of a replay. */
export interface ReplaySettings {
  /** Names that the engine knows, or `everlong (little)` and so on; results come in this order. */
  policies: readonly string[];
  /** The context window in tokens. */
  window: number;
  /** Tokens kept free for the answer, at most a quarter of the window. Default 4,096. */
  reserve?: number;
  /** A registry name with a price. Default `claude-sonnet-4-5`. */
  model?: string;
  /** False: cached prefixes never expire, regardless of recorded times. Default true. */
  idleExpiry?: boolean;
  /** `1h`: an hour of cache lifetime, at its price, if the provider offers that. */
  cacheLifetime?: CacheLifetime;
  /**
   * Also replay each policy on its own log, to which rereads of what it lacks are appended. Default
   * false.
   */
  closedLoop?: boolean;
  /**
   * False: skips checking requests against the providers' rules, which takes most of the time.
   * Default true.
   */
  checkValidity?: boolean;
  /** Settings that override those of the policies, except `reserve`. */
  budget?: SessionOptions['budget'];
  /**
   * Other context managers, by the names under which `policies` lists them; a new one is created
   * for each session and loop.
   */
  managers?: Readonly<Record<string, () => RequestMaker>>;
}

/** What to replay: a `transcript` or its `entries`, and under which settings. */
export interface ReplaySessionOptions extends ReplaySettings {
  /** The recorded session; `entries` alone will do. */
  transcript?: Transcript;
  /** The recorded messages, in order. */
  entries?: readonly EntryInput[];
  /** Constraints labelled in the session. */
  constraintLabels?: readonly ConstraintLabel[];
  /** The name in the result. Default: the transcript's file. */
  file?: string;
  /** The system prompt of every request. Default: none. */
  instructions?: string;
  /** The tools of every request. Default: none. */
  tools?: ToolSet;
  /** Default: the extractive one, which asks no model. */
  summarizer?: Summarizer;
  /** Default: the model's. */
  tokenizer?: ModelTokenizer;
  /** Called before each request, and at the end, with the number of entries done and of all. */
  onProgress?: (done: number, all: number) => void;
}

const OPTIONS: OptionNames<ReplaySessionOptions> = {
  policies: true,
  window: true,
  reserve: true,
  model: true,
  idleExpiry: true,
  cacheLifetime: true,
  closedLoop: true,
  checkValidity: true,
  budget: true,
  managers: true,
  transcript: true,
  entries: true,
  constraintLabels: true,
  file: true,
  instructions: true,
  tools: true,
  summarizer: true,
  tokenizer: true,
  onProgress: true,
};

/**
 * Replays a recorded session: before each recorded assistant message except a first entry, every
 * policy prepares its request, which is scored. Each policy runs on a new session in memory. The
 * result is reproducible except for `prepareMs`. Rejects with `ConfigError` for an unknown option or
 * policy, or a model without a price.
 */
export async function replaySession(options: ReplaySessionOptions): Promise<FileResult> {
  requireOptions<ReplaySessionOptions>('replaySession', options, OPTIONS);
  const { policies, window, transcript, entries = transcript?.entries ?? [] } = options;
  checkList('The policies of replaySession', policies);
  checkList('The entries of replaySession', entries);
  const model = options.model ?? DEFAULT_REPLAY_MODEL;
  const asked = options.reserve ?? DEFAULT_RESERVE_TOKENS;
  checkWindow(window, options.reserve ?? 0);
  // The engine never keeps more of the window free.
  const reserve = Math.min(asked, Math.floor(window / 4));
  const prices = findPromptPrices(model, options.cacheLifetime);
  const tokenizer = countedOnce(options.tokenizer ?? (await createTokenizer({ model })));
  const log = createReplayLog(entries, createMessageBook(tokenizer), options.constraintLabels);
  const setup = { options, log, model, reserve, prices, tokenizer };
  const runs = new Map<string, PolicyRun>();
  const loops = new Map<string, LoopRun>();
  const { closedLoop = false } = options;
  for (const policy of new Set([BASELINE, ...policies, ...(closedLoop ? [CEILING] : [])])) {
    runs.set(policy, createPolicyRun(await runOptions(policy, setup)));
  }
  for (const policy of closedLoop ? new Set(policies) : []) {
    loops.set(policy, createLoopRun(await runOptions(policy, setup)));
  }

  await walk(log, runs, [...loops.values()], options);

  const isRange = prices.rules.kind === 'longest-prefix' && !prices.rules.guaranteed;
  const results = new Map<string, ReturnType<typeof toPolicyResult>>();
  for (const [policy, run] of runs) {
    const heading = { policy, window, reserve, model };
    const tally = await run.finish();
    const loop = await loops.get(policy)?.finish();
    if (loop !== undefined) tally.closedLoop = loop;
    results.set(policy, toPolicyResult(heading, tally, isRange));
  }
  return {
    file: options.file ?? transcript?.file ?? '',
    format: transcript?.format ?? 'entries',
    messages: log.entries.length,
    calls: log.entries.filter(({ message }) => message.role === 'assistant').length,
    results: policies.flatMap((policy) => results.get(policy) ?? []),
  };
}

function checkWindow(window: number, reserve: number): void {
  if (!Number.isInteger(window) || window <= 0) {
    throw new ConfigError(`The window is ${window}. Set a positive number of tokens.`);
  }
  if (!Number.isInteger(reserve) || reserve < 0 || reserve >= window) {
    throw new ConfigError(
      `The reserve is ${reserve} of a window of ${window}. Set a number of tokens below the window.`,
    );
  }
}

interface RunSetup {
  options: ReplaySessionOptions;
  log: ReplayLog;
  model: string;
  reserve: number;
  prices: PromptPrices;
  tokenizer: ModelTokenizer;
}

/** A new session for one run of a policy, and what the run is measured with. */
async function runOptions(policy: string, setup: RunSetup): Promise<PolicyRunOptions> {
  const { options, log, reserve, prices, tokenizer } = setup;
  const { window, instructions, tools, idleExpiry = true } = options;
  const store: Store = createMemoryStore();
  const inputBudget = window - reserve;
  const inputs: PrepareOptions & { tools?: ToolsInput } = {
    ...definedFields({ instructions, tools }),
  };
  const makeManager = options.managers?.[policy];
  return {
    session:
      makeManager === undefined
        ? await openPolicy(policy, store, setup)
        : await createManagerSession(makeManager(), {
            id: REPLAY_SESSION_ID,
            store,
            book: log.book,
            tokenizer,
            window,
            inputBudget,
          }),
    store,
    log,
    logged: new Set(log.texts),
    tokenizer,
    prices,
    inputBudget,
    inputs,
    idleExpiry,
  };
}

async function openPolicy(
  policy: string,
  store: Store,
  { options, model, reserve, tokenizer }: RunSetup,
): Promise<ReplayedSession> {
  const { window, summarizer } = options;
  const named = namedPolicy(policy, tokenizer);
  return openSession({
    store,
    id: REPLAY_SESSION_ID,
    agent: 'replay',
    model,
    contextWindow: window,
    ...(summarizer === undefined ? {} : { summarizer }),
    ...named,
    tokenizer,
    budget: { ...options.budget, ...named.budget, responseReserve: reserve },
  });
}

/** Replays the log under all policies in step; the first of them is the baseline. */
async function walk(
  log: ReplayLog,
  runs: ReadonlyMap<string, PolicyRun>,
  loops: readonly LoopRun[],
  { tools, onProgress, checkValidity = true }: ReplaySessionOptions,
): Promise<void> {
  const validate = createRequestValidator();
  const growing = createGrowingLog(log.book);
  const found = new Set<string>();
  let appended = 0;
  for (const { seq, message } of log.entries) {
    if (message.role !== 'assistant' || seq === 0) continue;
    onProgress?.(seq, log.entries.length);
    const fresh = log.entries.slice(appended, seq);
    appended = seq;
    for (const entry of fresh) growing.add(entry);
    const step: ReplayStep = {
      seq,
      needs: log.needs.needsOf(seq),
      lines: log.lines.needsOf(seq),
      edits: log.lines.editsOf(seq),
      log: growing,
      whyRefused: checkValidity ? judgeOnce(validate, tools) : async () => [],
      found,
    };
    let neverHad = new Set<Need>();
    for (const [policy, run] of runs) {
      await run.append(fresh);
      const { unmet, lines } = await run.request(step);
      if (policy === BASELINE) {
        step.atRisk = new Set(unmet);
        step.linesOfNewest = lines;
      }
      if (policy === CEILING) {
        neverHad = new Set([...unmet, ...step.lines.filter((need) => !lines.has(need))]);
      }
    }
    for (const loop of loops) {
      await loop.append(fresh);
      await loop.request({ seq, values: step.needs, lines: step.lines, neverHad });
    }
  }
  onProgress?.(log.entries.length, log.entries.length);
}
