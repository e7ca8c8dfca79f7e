import {
  addUsage,
  type Snapshot,
  SummarizationError,
  type SummarizeInput,
  type SummarizeResult,
  type Summarizer,
  toUsage,
  type Usage,
} from '@everlong/core';
import {
  checkStorable,
  snapshotFault,
  snapshotSpans,
  UNREPORTED_CALL,
  untilAborted,
} from '@everlong/core/internal';
import { createExtractiveSummarizer, keepConstraints } from '@everlong/summarizer';

import { withSpan, type SpanAttributes } from '../tracing.js';

/**
 * The most time that one summarizer gets. The next request waits for a snapshot, so a
 * summarizer that never answers must not stop the session.
 */
export const SUMMARY_TIMEOUT_MS = 120_000;

/** No token is this long on average: a longer text is over the limit without being counted. */
const MAX_TOKEN_LENGTH = 64;

/**
 * The summarizer's snapshot, and if it fails, takes too long or answers too much, one that no model
 * made; `onError` gets the reason. `undefined` when even that has too little room. Rejects only
 * when the request's signal aborts.
 */
export async function summarizeEntries(
  preferred: Summarizer,
  request: SummarizeInput,
  { toSeq, onError, onAborted }: SummarizeEntriesOptions,
): Promise<SummarizeResult | undefined> {
  request.signal?.throwIfAborted();
  let usage: Usage | undefined;
  for (const summarizer of [preferred, createExtractiveSummarizer()]) {
    const result = await trySummarizer(
      summarizer,
      request,
      summarizer === preferred ? onError : undefined,
    );
    const { snapshot: given, usage: billed } = result;
    // A custom summarizer may return null.
    if (billed !== undefined && billed !== null)
      usage = addUsage(usage ?? NO_USAGE, toUsage(billed));
    if (request.signal?.aborted === true && usage !== undefined) onAborted?.(usage);
    request.signal?.throwIfAborted();
    const { constraintsKept } = result;
    const snapshot =
      given === undefined
        ? undefined
        : checkedSnapshot({ snapshot: given, constraintsKept }, request, toSeq);
    if (snapshot !== undefined) return { snapshot, ...(usage === undefined ? {} : { usage }) };
    if (given !== undefined && summarizer === preferred)
      onError?.(new SummarizationError(UNUSABLE));
  }
  return undefined;
}

interface SummarizeEntriesOptions {
  /** The last entry that the snapshot covers. */
  toSeq: number;
  onError?: ((error: unknown) => void) | undefined;
  /** Gets what was billed before the signal aborted. */
  onAborted?: ((usage: Usage) => void) | undefined;
}

const UNUSABLE =
  'The summary cannot be used: it is empty, longer than asked for, or holds what cannot be stored.';

const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0 };

/**
 * What a summarizer gave within `SUMMARY_TIMEOUT_MS`, and what it was billed also where it gave
 * nothing; `onError` gets the reason. Never rejects.
 */
export async function trySummarizer(
  summarizer: Summarizer,
  request: SummarizeInput,
  onError?: (error: unknown) => void,
): Promise<Partial<SummarizeResult>> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), SUMMARY_TIMEOUT_MS);
  const signal =
    request.signal === undefined ? limit.signal : AbortSignal.any([request.signal, limit.signal]);
  try {
    return (await callSummarizer(summarizer, { ...request, signal })) ?? {};
  } catch (error) {
    onError?.(error);
    // The next tier needs no model and cannot fail for the same reason; nothing is lost meanwhile.
    const known = SummarizationError.isInstance(error) ? error.usage : undefined;
    const isStopped = signal.aborted && summarizer.usesModel === true;
    const usage = isStopped ? addUsage(known ?? NO_USAGE, UNREPORTED_CALL) : known;
    return usage === undefined ? {} : { usage };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The snapshot if it is not empty, fits and can be stored. The caller, not the summarizer, says
 * what it covers and which of the user's constraints it holds.
 */
function checkedSnapshot(
  result: Pick<SummarizeResult, 'snapshot' | 'constraintsKept'>,
  request: SummarizeInput,
  toSeq: number,
): Snapshot | undefined {
  const { maxTokens } = request;
  const count = (text: string): number => request.count(text);
  try {
    const { text } = result.snapshot;
    if (text.trim() === '' || text.length > maxTokens * MAX_TOKEN_LENGTH) return undefined;
    if (count(text) > maxTokens) return undefined;
    const kept = keepConstraints(result, request);
    if (kept.text.trim() === '' || count(kept.text) > maxTokens) return undefined;
    const { previous, beside } = request;
    const fromSeq = request.entries[0]?.seq ?? toSeq;
    const spans = snapshotSpans({ previous, fromSeq, throughSeq: toSeq, beside });
    const made = { ...kept, throughSeq: toSeq, spans };
    checkStorable(made);
    return snapshotFault(made) === undefined ? made : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Asks the summarizer within a span that says what all of its model calls were billed; each call
 * has a span of its own where the AI SDK makes one. The span ends at the latest when `signal`
 * aborts, even if the summarizer never answers.
 */
function callSummarizer(
  summarizer: Summarizer,
  input: SummarizeInput & { signal: AbortSignal },
): Promise<SummarizeResult> {
  const attributes: SpanAttributes = {
    'everlong.summarizer': summarizer.name,
    'everlong.entries': input.entries.length,
    'everlong.max_tokens': input.maxTokens,
  };
  return withSpan('summarize_conversation', attributes, async (note) => {
    const result = await untilAborted(summarizer.summarize(input), input.signal);
    note(() => usageAttributes(result?.usage));
    return result;
  });
}

/** Names and meaning of `gen_ai.usage.*`: the input includes what the cache served and kept. */
function usageAttributes(billed: Usage | undefined): SpanAttributes {
  if (billed === undefined || billed === null) return {};
  const usage = toUsage(billed);
  return {
    'gen_ai.usage.input_tokens': usage.inputTokens,
    'gen_ai.usage.output_tokens': usage.outputTokens,
    'gen_ai.usage.cache_read.input_tokens': usage.cacheReadTokens,
    'gen_ai.usage.cache_write.input_tokens': usage.cacheWriteTokens,
    'gen_ai.usage.reasoning.output_tokens': usage.reasoningTokens,
  };
}
