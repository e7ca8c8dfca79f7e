import type { Entry, SummarizeInput, Usage } from '@everlong/core';
import { readOverflowError } from '@everlong/core/internal';

import { isHopeless, sizeAfterRefusal } from './failed-call.js';
import { planChunks } from './plan-chunks.js';
import { createSummaryDraft, type WrittenSummary } from './summary-draft.js';
import type { SummaryRequest, SummaryTask } from './summary-prompt.js';
import type { SourceIndex } from '../sections/source-index.js';

/** What is asked for one chunk: the texts of the request and the entries of its transcript. */
export interface ChunkRequest extends SummaryRequest {
  entries: readonly Entry[];
}

export interface SummaryAnswer {
  text: string;
  usage?: Usage | undefined;
}

export interface WriteSummaryOptions {
  /** Without secrets. */
  input: SummarizeInput;
  sources: SourceIndex;
  /** The user's demands as lines of a section. */
  constraints: readonly string[];
  /** The most tokens of one request, by the input's `count`. */
  maxTokens: number;
  /** The most requests, failed ones included. */
  maxCalls: number;
  signal: AbortSignal;
  ask(request: ChunkRequest): Promise<SummaryAnswer>;
  /** Asks for all entries at once in a request that shows them already; `undefined` if it cannot. */
  askCachedPrefix?: ((task: SummaryTask) => Promise<SummaryAnswer> | undefined) | undefined;
  /** Receives what each answer was billed, usable or not. */
  onUsage(usage: Usage): void;
  /** Receives the limit that a provider names when it refuses a prompt as too long. */
  onLimit?: ((limitTokens: number) => void) | undefined;
}

const MIN_TRANSCRIPT_TOKENS = 500;

/**
 * Has a summary written, by way of the cached prefix if there is one, else or if that fails chunk by
 * chunk: the first answer is a whole summary where there is none yet, every later one changes it.
 * After a failure what is not read yet is tried again in requests of half the size, or less where
 * the provider names a smaller limit; a prompt that it refused as too long is not sent again. Rejects
 * with the last failure when the calls are used up or no smaller prompt can help, or as soon as the
 * signal is aborted.
 */
export async function writeSummary(options: WriteSummaryOptions): Promise<WrittenSummary> {
  const { input, signal, maxCalls } = options;
  const count = (text: string): number => input.count(text);
  const draft = createSummaryDraft(options);
  const attempts = { left: maxCalls, failure: undefined as unknown };
  let { maxTokens } = options;
  let refusedTokens = Infinity;

  /** Makes the next request smaller, by what was sent and by the limit that the provider names. */
  function shrink(sentTokens: number): void {
    const refusal = readOverflowError(attempts.failure);
    if (refusal?.limitTokens !== undefined) options.onLimit?.(refusal.limitTokens);
    if (refusal !== undefined) refusedTokens = sentTokens;
    maxTokens = Math.floor(maxTokens / 2);
    if (refusal !== undefined)
      maxTokens = Math.min(maxTokens, sizeAfterRefusal(sentTokens, refusal));
  }

  /** Whether the answer came and was taken over. */
  async function attempt(task: SummaryTask, asked: () => Promise<SummaryAnswer>): Promise<boolean> {
    attempts.left--;
    try {
      const answer = await asked();
      if (answer.usage !== undefined) options.onUsage(answer.usage);
      draft.accept(answer.text, task.form);
      return true;
    } catch (error) {
      signal.throwIfAborted();
      attempts.failure = error;
      return false;
    }
  }

  const whole = draft.task(maxTokens);
  const cached = options.askCachedPrefix?.(whole);
  if (cached !== undefined && (await attempt(whole, () => cached))) return draft.written();
  let rest = input.entries;
  while (attempts.left > 0 && !isHopeless(attempts.failure)) {
    const room = Math.max(MIN_TRANSCRIPT_TOKENS, maxTokens - count(draft.task(maxTokens).summary));
    const plan = { maxTokens: room, maxChunks: attempts.left, count };
    for (const { text: transcript, entries } of planChunks(rest, plan)) {
      const task = draft.task(maxTokens);
      const sentTokens = count(transcript) + count(task.summary);
      if (sentTokens >= refusedTokens) throw attempts.failure;
      if (!(await attempt(task, () => options.ask({ ...task, transcript, entries })))) {
        shrink(sentTokens);
        break;
      }
      const last = entries.at(-1);
      rest = last === undefined ? [] : rest.slice(rest.indexOf(last) + 1);
    }
    if (rest.length === 0) return draft.written();
  }
  throw attempts.failure;
}
