import { ConfigError, type Snapshot, type SummarizeInput, type Usage } from '@everlong/core';

import { accountOf } from '../account/extractive-summarizer.js';
import { carriedData } from '../account/turn.js';
import type { RedactedInput } from '../reading/redact-entries.js';
import { createSourceIndex } from '../verify/source-index.js';
import { askModel } from './ask-model.js';
import { createCachedPrefixCalls } from './cached-prefix-call.js';
import { askCompactify, type CompactifyInput } from './compactify.js';
import { completeSnapshot } from './complete-snapshot.js';
import type { SummarizerOptions, SummarizerSettings } from './summarizer-options.js';
import { summaryInstructions, summaryRequest, type SummaryTask } from './summary-prompt.js';
import { type SummaryAnswer, writeSummary } from './write-summary.js';

/**
 * Has the model write the snapshot of redacted input; `given` is the input before redaction. Usage
 * is reported call by call, also when it rejects in the end.
 */
type SnapshotWriter = (
  given: SummarizeInput,
  input: RedactedInput,
  signal: AbortSignal,
  onUsage: (billed: Usage) => void,
) => Promise<Snapshot>;

/** What the model is told of what software read off the log takes at most so much of a prompt. */
const ACCOUNT_SHARE = 0.15;
const MAX_ACCOUNT_TOKENS = 3000;

/** Throws `ConfigError` unless the options have exactly one of `model` and `compactify`. */
export function createSnapshotWriter(
  options: SummarizerOptions,
  { summaryPrompt, contextWindow, maxCalls }: Required<SummarizerSettings>,
): SnapshotWriter {
  const askWriter = writerOf(options);
  let inputTokens = Math.floor(contextWindow / 2);
  return async (given, input, signal, onUsage) => {
    const cached = cachedCalls(options, given, summaryPrompt);
    const after = cached?.entriesAfter ?? input.entriesAfter ?? [];
    const shown = [...input.entries, ...after];
    const sources = createSourceIndex(shown, input.previous);
    const maxTokens = Math.min(inputTokens, Math.floor((input.maxPromptTokens ?? Infinity) / 2));
    const accountTokens = Math.min(MAX_ACCOUNT_TOKENS, Math.floor(maxTokens * ACCOUNT_SHARE));
    const instructionsFor = (summary: string): string =>
      summaryInstructions(summaryPrompt, { summary, maxTokens: input.maxTokens });
    const account = accountOf({
      ...withoutSummary(input),
      maxTokens: accountTokens,
      visibleText: '',
      visibleUserText: '',
    });
    const written = await writeSummary({
      input,
      sources,
      task: {
        summary: summarySoFar(input),
        account: account.text,
        wishes: input.instructions ?? '',
      },
      instructionTokens: input.count(instructionsFor(' ')),
      maxTokens,
      maxCalls,
      signal,
      ask: (request) =>
        askWriter({
          ...request,
          maxTokens: input.maxTokens,
          instructions: instructionsFor(request.summary),
          prompt: summaryRequest(request),
          signal,
        }),
      askCachedPrefix: cached && ((task) => cached.ask(task, signal)),
      onLimit: (limitTokens) => {
        inputTokens = Math.min(inputTokens, Math.floor(limitTokens / 2));
      },
      onUsage,
    });
    return completeSnapshot(input, { written, account, sources });
  };
}

/** The texts that a new summary goes on from: a model's or a person's, not what code made. */
function summarySoFar({ previous }: SummarizeInput): string {
  return carriedData(previous)
    .quoted.map(({ text }) => text)
    .join('\n\n');
}

/** The input without the texts that the model is given by themselves: no account quotes them then. */
function withoutSummary(input: RedactedInput): RedactedInput {
  const { previous } = input;
  if (previous === undefined) return input;
  const carried = { ...(previous.carried ?? { turns: [], errors: [] }), quoted: [] };
  return { ...input, previous: { ...previous, source: 'extractive', carried } };
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

/** Asks the model, or calls the function in its place. */
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
