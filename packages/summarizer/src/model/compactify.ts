import { type Entry, SummarizationError, toUsage, type Usage } from '@everlong/core';
import { untilAborted } from '@everlong/core/internal';

/** What a function that writes records is given. No text and no entry holds a recognised secret. */
export interface CompactifyInput {
  /**
   * The record so far as Markdown: lines that changes may name begin with their id, `[K3] …`.
   * Empty where there is none.
   */
  summary: string;
  /** The entries as text, long ones cut in their middle. */
  transcript: string;
  entries: readonly Entry[];
  /** What whoever asked for the compaction wishes; mostly empty. */
  wishes: string;
  /** The most tokens that the snapshot will take. The answer may be longer: it is shortened. */
  maxTokens: number;
  /**
   * System prompt and user message as a model gets them, for functions that ask one: they say which
   * form the answer has, and hold record, transcript and wishes.
   */
  instructions: string;
  prompt: string;
  /** Aborted when the time is up or the caller gives up. */
  signal: AbortSignal;
}

/** A record as Markdown, or changes of the record so far; with what was billed, if it was. */
export type CompactifyResult = string | { text: string; usage?: Usage };

/** A function of the user's that writes records in place of a model. */
export type Compactify = (input: CompactifyInput) => CompactifyResult | Promise<CompactifyResult>;

/** What the function answered. Rejects at the latest when the signal is aborted. */
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
    `compactify gave ${result === null ? 'null' : typeof result}: return the record as text, or { text, usage }.`,
  );
}

/** What cannot be read as numbers counts as nothing: the text may be good all the same. */
function usageOf(usage: unknown): Usage | undefined {
  return typeof usage === 'object' && usage !== null ? toUsage(usage) : undefined;
}
