import type { Entry, SummarizeInput, Usage } from '@everlong/core';
import { readOverflowError, UNREPORTED_CALL } from '@everlong/core/internal';

import { readSummary, writeSections } from '../sections/read-summary.js';
import { verifySections, type VerifiedSections } from '../verify/verify-sections.js';
import type { SourceIndex } from '../verify/source-index.js';
import { isHopeless, sizeAfterRefusal } from './failed-call.js';
import { planChunks } from './plan-chunks.js';
import type { SummaryRequest, SummaryTask } from './summary-prompt.js';

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
  task: SummaryTask;
  /** The size of what stands in every request. */
  instructionTokens: number;
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
 * chunk by chunk, each answer being the whole summary so far and checked before the next chunk. After
 * a failure the unread entries are sent again in requests of half the size, or less if the provider
 * names a smaller limit; a rejected prompt is never repeated. Rejects with the last failure if the
 * calls are used up or no smaller prompt can help, or as soon as the signal is aborted.
 */
export async function writeSummary(options: WriteSummaryOptions): Promise<VerifiedSections> {
  const { input, signal, sources, maxCalls } = options;
  const count = (text: string): number => input.count(text);
  let { task } = options;
  let written: VerifiedSections = { sections: {}, checked: 0, struck: 0 };
  let callsLeft = maxCalls;
  let failure: unknown;
  let { maxTokens } = options;
  let refusedTokens = Infinity;

  const taskTokens = (): number =>
    options.instructionTokens + count(task.summary) + count(task.account);

  /** Shrinks the next request by the size sent and the limit that the provider names. */
  function shrink(sentTokens: number): void {
    const refusal = readOverflowError(failure);
    const size = refusal === undefined ? sentTokens : sizeAfterRefusal(sentTokens, refusal);
    maxTokens = Math.min(Math.floor(maxTokens / 2), size);
    if (count(task.account) > maxTokens / 4) task = { ...task, account: '' };
    if (refusal !== undefined) refusedTokens = sentTokens;
    if (refusal?.limitTokens !== undefined) options.onLimit?.(refusal.limitTokens);
  }

  /** Makes one attempt. Returns whether its answer was taken. */
  async function attempt(asked: () => Promise<SummaryAnswer>): Promise<boolean> {
    callsLeft--;
    try {
      const answer = await asked();
      if (answer.usage !== undefined) options.onUsage(answer.usage);
      written = addAnswer(written, answer, sources);
      task = { ...task, summary: writeSections(written.sections) };
      return true;
    } catch (error) {
      if (signal.aborted) options.onUsage(UNREPORTED_CALL);
      signal.throwIfAborted();
      failure = error;
      return false;
    }
  }

  const cached = options.askCachedPrefix?.(task);
  if (cached !== undefined && (await attempt(() => cached))) return written;
  let rest = input.entries;
  while (callsLeft > 0 && !isHopeless(failure)) {
    const room = Math.max(MIN_TRANSCRIPT_TOKENS, maxTokens - taskTokens());
    const chunks = planChunks(rest, { maxTokens: room, maxChunks: callsLeft, count });
    for (const { text: transcript, entries } of chunks) {
      const sentTokens = count(transcript) + taskTokens();
      if (sentTokens >= refusedTokens) throw failure;
      if (!(await attempt(() => options.ask({ ...task, transcript, entries })))) {
        shrink(sentTokens);
        break;
      }
      const last = entries.at(-1);
      rest = last === undefined ? [] : rest.slice(rest.indexOf(last) + 1);
    }
    if (rest.length === 0) return written;
  }
  throw failure;
}

/** The verified sections of an answer, with all counts so far; throws for one that says nothing that holds. */
function addAnswer(
  { checked, struck }: VerifiedSections,
  { text }: SummaryAnswer,
  sources: SourceIndex,
): VerifiedSections {
  const verified = verifySections(readSummary(text), sources);
  if (writeSections(verified.sections) === '')
    throw new TypeError('the answer says nothing that holds');
  const { sections } = verified;
  return { sections, checked: checked + verified.checked, struck: struck + verified.struck };
}
