import { AsyncLocalStorage } from 'node:async_hooks';

import { type AiSdkLanguageModel, ConfigError, type Summarizer, toUsage } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';
import type { SessionOptions } from '@everlong/context';
import {
  createExtractiveSummarizer,
  createProviderCompactor,
  createSummarizer,
} from '@everlong/summarizer';

import type * as Sdk from 'ai';

import { problem } from '../http/problem.js';
import type { FindUpstream } from '../config/server-options.js';
import type { ServerState } from '../state/server-state.js';
import { createTenants } from '../state/tenants.js';
import { createTokenUsage } from '../state/token-usage.js';

type Model = ReturnType<typeof Sdk.wrapLanguageModel>;

/** The name by which a session or a tenant chooses no model although others do. */
const NO_MODEL = 'none';

/** The options of whoever asks models for summaries and facts. */
export interface SummaryModelOptions {
  /** Keeps tenants, and what they were billed. */
  state: ServerState;
  /** Finds a model by its name. */
  upstream: FindUpstream;
  /** The server's own choice; sessions and tenants may name another, or `none`. */
  summaryModel?: string | undefined;
  /** Who writes the summaries: the providers of sessions' models or others. */
  compaction?: SessionOptions['compaction'];
}

/** The models that write summaries. What they are asked is booked to the tenant. */
export interface SummaryModels {
  /** The writer of a session's snapshots; `undefined`: code alone. */
  summarizerOf(tenant: string, own: string | undefined): Promise<Summarizer | undefined>;
  /** Asks the provider of a session's model for them; nothing where that is not wanted. */
  compactionOf(tenant: string, model: string | undefined): Promise<ProviderCompaction>;
}

/** Options of a session. */
type ProviderCompaction = Pick<SessionOptions, 'compaction' | 'compactor'>;

interface Named {
  name: string;
  model: Model;
  contextWindow?: number;
}

/** Throws `ConfigError` where no upstream has the model. */
export function requireUpstream(upstream: FindUpstream, place: string, name: string): void {
  if (name === NO_MODEL || upstream(name) !== undefined) return;
  throw new ConfigError(
    `${place} is ${JSON.stringify(name)}, but no upstream has that model. Name one that ` +
      `EVERLONG_UPSTREAMS of the server has, or "${NO_MODEL}".`,
  );
}

/** Throws the answer 422 for a `summary_model` that no upstream has. */
export function requireSummaryModel(upstream: FindUpstream, name: string | null | undefined): void {
  try {
    if (typeof name === 'string') requireUpstream(upstream, 'summary_model', name);
  } catch (error) {
    if (!ConfigError.isInstance(error)) throw error;
    throw problem(422, { code: 'no_upstream', detail: error.message, param: 'summary_model' });
  }
}

/** The model of a tenant, or the one that its session names. */
async function modelOf(
  options: SummaryModelOptions,
  tenant: string,
  own?: string,
): Promise<Named | undefined> {
  const { state, upstream, summaryModel } = options;
  const chosen = own ?? (await createTenants(state).get(tenant))?.summaryModel;
  const name = chosen ?? summaryModel ?? NO_MODEL;
  const found = name === NO_MODEL ? undefined : upstream(name);
  if (found === undefined) return undefined;
  const model = await booked(options, tenant, await found.load());
  return { name, model, ...definedFields({ contextWindow: found.contextWindow }) };
}

export function createSummaryModels(options: SummaryModelOptions): SummaryModels {
  return {
    async summarizerOf(tenant, own) {
      const named = await modelOf(options, tenant, own);
      if (named === undefined) return undefined;
      return {
        name: 'model',
        usesModel: true,
        model: named.name,
        // Looked up again: a tenant's choice counts at once, in sessions that are open too.
        async summarize(input) {
          const now = await modelOf(options, tenant, own);
          if (now === undefined) return createExtractiveSummarizer().summarize(input);
          const { name: _, ...settings } = now;
          return createSummarizer(settings).summarize(input);
        },
      };
    },
    async compactionOf(tenant, model) {
      const { compaction = 'own', upstream } = options;
      const found = compaction === 'own' || model === undefined ? undefined : upstream(model);
      if (found === undefined) return {};
      const loaded = await booked(options, tenant, await found.load());
      if (!/^(?:anthropic(?:\.|$)|openai\.responses)/.test(loaded.provider)) return {};
      return { compaction, compactor: createProviderCompactor({ model: loaded }) };
    },
  };
}

/** The model, whose calls are refused where the tenant's tokens are spent, and booked otherwise. */
async function booked(
  { state }: SummaryModelOptions,
  tenant: string,
  model: unknown,
): Promise<Model> {
  const { wrapLanguageModel } = await import('ai');
  const usage = createTokenUsage(state);
  const tenants = createTenants(state);
  return wrapLanguageModel({
    model: model as Model,
    middleware: {
      async wrapGenerate({ doGenerate, params }) {
        const limits = await tenants.get(tenant);
        if (limits !== undefined && (await usage.left(limits)) === 0) {
          throw new Error(`The tokens of tenant ${tenant} are spent for this month.`);
        }
        const estimate = { inputTokens: estimated(params.prompt), outputTokens: 0 };
        try {
          const result = await doGenerate();
          await usage.book(tenant, toUsage(flat(result.usage)), estimate);
          return result;
        } catch (error) {
          // Stopped on the way, the call is billed all the same.
          if (params.abortSignal?.aborted === true) {
            await usage.book(tenant, { ...NOTHING, unreportedCalls: 1 }, estimate);
          }
          throw error;
        }
      },
    },
  });
}

/** Reads a provider's report as the SDK's results have it. */
function flat({
  inputTokens: input,
  outputTokens: output,
}: Awaited<ReturnType<Model['doGenerate']>>['usage']) {
  const details = { cacheReadTokens: input.cacheRead, cacheWriteTokens: input.cacheWrite };
  return { inputTokens: input.total, outputTokens: output.total, inputTokenDetails: details };
}

const NOTHING = { inputTokens: 0, outputTokens: 0 };

/** Four characters a token. */
function estimated(prompt: unknown): number {
  return Math.ceil(JSON.stringify(prompt).length / 4);
}

/** The tenant whose messages are being read. */
const reading = new AsyncLocalStorage<string>();

/** Runs work on a tenant's memories, whose model is then the tenant's. */
export function inTenant<Result>(tenant: string, work: () => Result): Result {
  return reading.run(tenant, work);
}

/**
 * The model for `createMemory` of a server's memory: asks the one of the tenant whose messages are
 * read, and books it there. Rejects with `ConfigError` where `summaryModel` names no upstream.
 */
export async function createFactModel(options: SummaryModelOptions): Promise<AiSdkLanguageModel> {
  const { summaryModel = NO_MODEL, upstream } = options;
  requireUpstream(upstream, 'summaryModel', summaryModel);
  const base = await upstream(summaryModel)?.load();
  const { wrapLanguageModel } = await import('ai');
  return wrapLanguageModel({
    model: base as Model,
    middleware: {
      async wrapGenerate({ params }) {
        const tenant = reading.getStore();
        const named = tenant === undefined ? undefined : await modelOf(options, tenant);
        if (named === undefined) throw new Error('This tenant has no model for facts.');
        return named.model.doGenerate(params);
      },
    },
  });
}
