import {
  addUsage,
  SummarizationError,
  type SummarizeInput,
  type Summarizer,
  type SummarizeResult,
  type Usage,
} from '@everlong/core';
import { checkNodeVersion, errorText } from '@everlong/core/internal';
import { redactSecrets } from '@everlong/redaction';

import { modelName } from './cached-prefix-call.js';
import { checkSummarizeInput } from '../reading/check-summarize-input.js';
import { createExtractiveSummarizer } from '../account/extractive-summarizer.js';
import { entryText } from '../reading/entry-segments.js';
import { redactInput } from '../reading/redact-entries.js';
import { createSnapshotWriter } from './snapshot-writer.js';
import { readSettings, type SummarizerOptions } from './summarizer-options.js';

/**
 * Creates a summarizer whose prose is written by a model, or by a function, and checked line by
 * line against the entries: exact values, entry numbers, exit codes and quotations, never wording. Each
 * answer is the whole summary; a later one goes on from the last. Long transcripts are sent in chunks;
 * a failed call is repeated with half of the input. What code adds takes at most a tenth of the text.
 *
 * `summarize` rejects with `SummarizationError`, with the `usage` billed so far, if the model
 * fails, answers in another form or takes too long, with the signal's reason on abort, and with
 * `ConfigError` for what is no input.
 *
 * @throws ConfigError for an option that it does not have or cannot use, and unless the options
 * have exactly one of `model` and `compactify`
 */
export function createSummarizer(options: SummarizerOptions): Summarizer {
  checkNodeVersion('createSummarizer');
  const settings = readSettings(options);
  const { timeoutMs, minInputTokens } = settings;
  const { model } = options;
  const writeSnapshot = createSnapshotWriter(options, settings);
  const writer = options.compactify === undefined ? 'The model' : 'compactify';
  const extractive = createExtractiveSummarizer();

  return {
    name: options.compactify === undefined ? 'model' : 'compactify',
    usesModel: true,
    ...(model === undefined ? {} : { model: modelName(model) }),
    async summarize(given: SummarizeInput): Promise<SummarizeResult> {
      checkSummarizeInput('summarize', given);
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
