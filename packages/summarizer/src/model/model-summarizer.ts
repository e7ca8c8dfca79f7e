import {
  addUsage,
  ConfigError,
  type ProviderOptions,
  type Snapshot,
  SummarizationError,
  type SummarizeInput,
  type Summarizer,
  type SummarizeResult,
  type Usage,
} from '@everlong/core';
import {
  checkNodeVersion,
  checkNumber,
  checkOptions,
  errorText,
  type OptionNames,
} from '@everlong/core/internal';
import type { LanguageModel } from 'ai';
import { redactSecrets } from '@everlong/redaction';

import { askModel } from './ask-model.js';
import { askCompactify, type Compactify, type CompactifyInput } from './compactify.js';
import { completeSnapshot } from './complete-snapshot.js';
import { createExtractiveSummarizer } from '../snapshot/extractive-summarizer.js';
import { entryText } from '../reading/entry-segments.js';
import { extractSections } from '../sections/extract-sections.js';
import { codeOwnedLines } from '../changes/model-owned-lines.js';
import { createCachedPrefixCalls, modelName } from './cached-prefix-call.js';
import { redactInput } from '../reading/redact-entries.js';
import {
  DEFAULT_SUMMARY_PROMPT,
  summaryInstructions,
  summaryRequest,
  type SummaryTask,
} from './summary-prompt.js';
import { createSourceIndex } from '../sections/source-index.js';
import { type SummaryAnswer, writeSummary } from './write-summary.js';

/** A model that writes the summaries, or a function in place of one. */
export type SummarizerOptions = SummarizerSettings &
  (
    | {
        /**
         * Any language model of AI SDK 6 or 7, but not one wrapped by a session's middleware. If it
         * is the session's own model, summaries are requested at the end of the session's request,
         * which the provider then reads from its prompt cache.
         */
        model: LanguageModel;
        /** Passed to every call. To use the prompt cache, give those of the session's own calls. */
        providerOptions?: ProviderOptions;
        compactify?: undefined;
      }
    | {
        /** Writes the summaries; its answers are checked like a model's. */
        compactify: Compactify;
        model?: undefined;
        providerOptions?: undefined;
      }
  );

export interface SummarizerSettings {
  /** The time limit for one snapshot in milliseconds, all calls together. Default 60,000. */
  timeoutMs?: number;
  /** Replaces the default instructions; the format of the answer is always requested. */
  summaryPrompt?: string;
  /**
   * The model's context window in tokens; the input of a call takes at most half. Default 64,000.
   */
  contextWindow?: number;
  /** The maximum number of calls for one snapshot, including failed ones. Default 4. */
  maxCalls?: number;
  /**
   * The model is asked only about ranges of at least this many tokens; code alone summarizes
   * smaller ones, and the model's earlier lines stay. Default 0: always.
   */
  minInputTokens?: number;
}

const OPTIONS: OptionNames<SummarizerOptions> = {
  model: true,
  providerOptions: true,
  compactify: true,
  timeoutMs: true,
  summaryPrompt: true,
  contextWindow: true,
  maxCalls: true,
  minInputTokens: true,
};

/**
 * Creates a summarizer whose prose is written by a model, or by a function, and checked line by
 * line against the entries. The first answer is a whole summary; later ones add, close or supersede
 * lines, which needs an entry that shows the change. Long transcripts are sent in chunks; a failed
 * call is repeated with half of the input. Ledger, constraints, requests and changed files do not
 * depend on the model.
 *
 * `summarize` rejects with `SummarizationError`, with the `usage` billed so far, if the model
 * fails, answers in another form or takes too long, and with the signal's reason on abort.
 *
 * @throws ConfigError for an option that it does not have or cannot use, and unless the options
 * have exactly one of `model` and `compactify`
 */
export function createSummarizer(options: SummarizerOptions): Summarizer {
  checkNodeVersion('createSummarizer');
  const { timeoutMs, summaryPrompt, contextWindow, maxCalls, minInputTokens } =
    readSettings(options);
  const { model } = options;
  const askWriter = writerOf(options);
  const writer = options.compactify === undefined ? 'The model' : 'compactify';
  const extractive = createExtractiveSummarizer();
  let inputTokens = Math.floor(contextWindow / 2);

  /** The snapshot of redacted input; `given` is the input before redaction. */
  async function writeSnapshot(
    given: SummarizeInput,
    input: SummarizeInput,
    signal: AbortSignal,
    onUsage: (billed: Usage) => void,
  ): Promise<Snapshot> {
    const cached = cachedCalls(options, given, summaryPrompt);
    const shown = [...input.entries, ...(cached?.entriesAfter ?? [])];
    const sources = createSourceIndex(shown, input.previous);
    const extracted = extractSections(codeOwnedLines(input.previous), input.entries);
    const written = await writeSummary({
      input,
      sources,
      constraints: extracted.Constraints ?? [],
      maxTokens: Math.min(inputTokens, Math.floor((input.maxPromptTokens ?? Infinity) / 2)),
      maxCalls,
      signal,
      ask: (request) =>
        askWriter({
          ...request,
          maxTokens: input.maxTokens,
          instructions: summaryInstructions(summaryPrompt, request.form),
          prompt: summaryRequest(request),
          signal,
        }),
      askCachedPrefix: cached && ((task) => cached.ask(task, signal)),
      onLimit: (limitTokens) => {
        inputTokens = Math.min(inputTokens, Math.floor(limitTokens / 2));
      },
      onUsage,
    });
    return completeSnapshot(input, written, extracted, sources);
  }

  return {
    name: options.compactify === undefined ? 'model' : 'compactify',
    usesModel: true,
    ...(model === undefined ? {} : { model: modelName(model) }),
    async summarize(given: SummarizeInput): Promise<SummarizeResult> {
      given.signal?.throwIfAborted();
      if (isSmaller(given, minInputTokens)) return extractive.summarize(given);
      const input = redactInput(given);
      const limit = startTimeLimit(timeoutMs, timeoutText(writer, timeoutMs), input.signal);
      let usage: Usage | undefined;
      try {
        const snapshot = await writeSnapshot(given, input, limit.signal, (billed) => {
          usage = addUsage(usage ?? NO_USAGE, billed);
        });
        return { snapshot, constraintsKept: snapshot, ...(usage === undefined ? {} : { usage }) };
      } catch (error) {
        input.signal?.throwIfAborted();
        throw failed(writer, error, usage);
      } finally {
        limit.stop();
      }
    },
  };
}

/** The settings with their defaults; throws `ConfigError` for one that cannot be used. */
function readSettings(options: SummarizerOptions): Required<SummarizerSettings> {
  checkOptions<SummarizerOptions>('createSummarizer', options, OPTIONS);
  const { timeoutMs = 60_000, summaryPrompt = DEFAULT_SUMMARY_PROMPT } = options;
  const { contextWindow = 64_000, maxCalls = 4, minInputTokens = 0 } = options;
  checkNumber('timeoutMs of createSummarizer', timeoutMs, 0);
  checkNumber('contextWindow of createSummarizer', contextWindow, 1);
  checkNumber('maxCalls of createSummarizer', maxCalls, 1);
  checkNumber('minInputTokens of createSummarizer', minInputTokens, 0);
  return { timeoutMs, summaryPrompt, contextWindow, maxCalls, minInputTokens };
}

/** Calls at the end of the session's own request, and the entries that it shows besides. */
function cachedCalls(
  { model, providerOptions }: SummarizerOptions,
  given: SummarizeInput,
  summaryPrompt: string,
) {
  if (model === undefined) return undefined;
  const calls = createCachedPrefixCalls(given, summaryPrompt, providerOptions);
  if (calls === undefined) return undefined;
  return {
    entriesAfter: calls.entriesAfter,
    ask(task: SummaryTask, signal: AbortSignal): Promise<SummaryAnswer> | undefined {
      const call = calls.callFor(task);
      return call && askModel({ ...call, model, providerOptions, signal });
    },
  };
}

/** A signal that aborts with the outer one, and with a `SummarizationError` when time is up. */
function startTimeLimit(timeoutMs: number, message: string, outer: AbortSignal | undefined) {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new SummarizationError(message)), timeoutMs);
  return {
    signal: outer === undefined ? limit.signal : AbortSignal.any([outer, limit.signal]),
    stop: () => clearTimeout(timer),
  };
}

/** Whether the new entries have fewer tokens than these. */
function isSmaller({ entries, count }: SummarizeInput, tokens: number): boolean {
  let left = tokens;
  for (const entry of entries) {
    if (left <= 0) return false;
    left -= count(entryText(entry));
  }
  return left > 0;
}

function writerOf({
  model,
  providerOptions,
  compactify,
}: SummarizerOptions): (input: CompactifyInput) => Promise<SummaryAnswer> {
  if (model !== undefined && compactify === undefined)
    return (input) => askModel({ ...input, model, providerOptions });
  if (model === undefined && compactify !== undefined) {
    if (typeof compactify === 'function') return (input) => askCompactify(compactify, input);
    throw new ConfigError(
      `compactify is ${typeof compactify}: give a function that writes the summary.`,
    );
  }
  throw new ConfigError(
    `createSummarizer got ${model === undefined ? 'neither model nor' : 'both model and'} compactify: give it one of them.`,
  );
}

const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0 };

function failed(writer: string, error: unknown, usage: Usage | undefined): SummarizationError {
  const isOwn = error instanceof SummarizationError;
  const message = isOwn
    ? error.message
    : `${writer} gave no summary: ${errorText(error).slice(0, MAX_REASON)}.`;
  // Error messages of providers can repeat keys and prompts.
  return new SummarizationError(redactSecrets(message), isOwn ? error.cause : error, usage);
}

function timeoutText(writer: string, timeoutMs: number): string {
  return `${writer} gave no summary within ${timeoutMs} ms. Raise timeoutMs or use a faster model.`;
}

/** The maximum length of the reason of a failure, in UTF-16 units. */
const MAX_REASON = 2_000;
