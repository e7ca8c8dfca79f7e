import type { Entry, SummarizeInput, Usage } from '@everlong/core';
import { readOverflowError, UNREPORTED_CALL } from '@everlong/core/internal';

import { isHopeless, sizeAfterRefusal } from './failed-call.js';
import { planChunks } from './plan-chunks.js';
import { createSummaryDraft, type WrittenSummary } from './summary-draft.js';
import type { SummaryRequest, SummaryTask } from './summary-prompt.js';
import type { SourceIndex } from '../sections/source-index.js';

/** The request for one chunk: its texts and the entries of its transcript. */
interface ChunkRequest extends SummaryRequest {
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
  /** The user's constraints as lines of a section. */
  constraints: readonly string[];
  /** The maximum size of one request in tokens, by the input's `count`. */
  maxTokens: number;
  /** The maximum number of requests, including failed ones. */
  maxCalls: number;
  signal: AbortSignal;
  ask(request: ChunkRequest): Promise<SummaryAnswer>;
  /**
   * Requests all entries at once, in a request that contains them already; `undefined` if it
   * cannot.
   */
  askCachedPrefix?: ((task: SummaryTask) => Promise<SummaryAnswer> | undefined) | undefined;
  /** Receives the usage billed for each answer, usable or not, and for a call that was stopped. */
  onUsage(usage: Usage): void;
  /** Receives the limit that a provider names when it rejects a prompt as too long. */
  onLimit?: ((limitTokens: number) => void) | undefined;
}

const MIN_TRANSCRIPT_TOKENS = 500;

/**
 * Has a summary written, with the cached prefix if there is one; without one, or if that fails,
 * chunk by chunk. The first answer is a whole summary unless there is one already; later ones
 * change it. After a failure the unread entries are sent again in requests of half the size, or
 * less if the provider names a smaller limit; a rejected prompt is never repeated. Rejects with the
 * last failure if the calls are used up or no smaller prompt can help, or as soon as the signal is
 * aborted.
 */
export async function writeSummary(options: WriteSummaryOptions): Promise<WrittenSummary> {
  const { input, signal, maxCalls } = options;
  const count = (text: string): number => input.count(text);
  const draft = createSummaryDraft(options);
  const attempts = { left: maxCalls, failure: undefined as unknown };
  let { maxTokens } = options;
  let refusedTokens = Infinity;

  /** Shrinks the next request by the size sent and the limit that the provider names. */
  function shrink(sentTokens: number): void {
    const refusal = readOverflowError(attempts.failure);
    if (refusal?.limitTokens !== undefined) options.onLimit?.(refusal.limitTokens);
    if (refusal !== undefined) refusedTokens = sentTokens;
    maxTokens = Math.floor(maxTokens / 2);
    if (refusal !== undefined)
      maxTokens = Math.min(maxTokens, sizeAfterRefusal(sentTokens, refusal));
  }

  /** Makes one attempt. Returns whether its answer was applied. */
  async function attempt(task: SummaryTask, asked: () => Promise<SummaryAnswer>): Promise<boolean> {
    attempts.left--;
    try {
      const answer = await asked();
      if (answer.usage !== undefined) options.onUsage(answer.usage);
      draft.accept(answer.text, task.form);
      return true;
    } catch (error) {
      if (signal.aborted) options.onUsage(UNREPORTED_CALL);
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
