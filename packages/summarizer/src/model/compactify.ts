import { type Entry, SummarizationError, toUsage, type Usage } from '@everlong/core';
import { untilAborted } from '@everlong/core/internal';

/**
 * The input of a function that writes summaries. No text and no entry contains a recognised secret.
 */
export interface CompactifyInput {
  /** The summary so far as Markdown; empty for the first. The answer replaces it. */
  summary: string;
  /** What software read off the log: the user's words, acts and outcomes, files, values. */
  account: string;
  /** The entries as text; long ones are cut in the middle. */
  transcript: string;
  /** The messages that the summary shall cover, oldest first. */
  entries: readonly Entry[];
  /** The wishes of the caller of the compaction; usually empty. */
  wishes: string;
  /** The maximum size of the snapshot in tokens. Longer answers are shortened. */
  maxTokens: number;
  /**
   * The system prompt for a function that asks a model; it includes the format of the answer.
   * `prompt` is the user message, with summary, transcript and wishes.
   */
  instructions: string;
  /** The user message for a function that asks a model. */
  prompt: string;
  /** Aborted at the time limit or by the caller. */
  signal: AbortSignal;
}

/** A summary as Markdown. */
export type CompactifyResult =
  | string
  | {
      /** The summary. */
      text: string;
      /** What was billed for it. */
      usage?: Usage;
    };

/**
 * A function that writes summaries in place of a model. Return text, or `{ text, usage }`; a
 * rejection counts as a failed attempt.
 */
export type Compactify = (input: CompactifyInput) => CompactifyResult | Promise<CompactifyResult>;

/** Calls the function and checks its answer. Rejects at the latest when the signal is aborted. */
export async function askCompactify(
  compactify: Compactify,
  input: CompactifyInput,
): Promise<{ text: string; usage?: Usage }> {
  input.signal.throwIfAborted();
  const result: unknown = await untilAborted(Promise.resolve(compactify(input)), input.signal);
  if (typeof result === 'string') return { text: result };
  if (typeof result === 'object' && result !== null && 'text' in result) {
    const { text } = result;
    const usage = 'usage' in result ? usageOf(result.usage) : undefined;
    if (typeof text === 'string') return { text, ...(usage === undefined ? {} : { usage }) };
  }
  throw new SummarizationError(
    `compactify gave ${result === null ? 'null' : typeof result}: return the summary as text, or { text, usage }.`,
  );
}

/** Ignores usage that is not made of numbers: the text may still be good. */
function usageOf(usage: unknown): Usage | undefined {
  return typeof usage === 'object' && usage !== null ? toUsage(usage) : undefined;
}
