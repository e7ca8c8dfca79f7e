import type { Entry } from '@everlong/core';

import { cutMiddle, transcriptBlock, type TranscriptLimits } from './transcript.js';

export interface PlanChunksOptions {
  /** The maximum size of a chunk's text in tokens by `count`. */
  maxTokens: number;
  maxChunks: number;
  count(text: string): number;
}

/** The entries of one request and their text. */
export interface Chunk {
  text: string;
  entries: Entry[];
}

/** Length limits, from nearly whole texts down to their first and last words; the user's go last. */
const steps: readonly TranscriptLimits[] = [
  { user: 16_000, spoken: 16_000, output: 3_000 },
  { user: 16_000, spoken: 8_000, output: 2_000 },
  { user: 16_000, spoken: 4_000, output: 800 },
  { user: 8_000, spoken: 1_500, output: 300 },
  { user: 4_000, spoken: 600, output: 120 },
  { user: 600, spoken: 240, output: 40 },
];

/**
 * Splits entries into at most `maxChunks` texts of at most `maxTokens`, in order. Cuts texts until
 * they fit, those of the older half first; if even the shortest do not, omits the oldest chunks.
 */
export function planChunks(entries: readonly Entry[], options: PlanChunksOptions): Chunk[] {
  let chunks: Chunk[] = [];
  const middle = entries[Math.floor(entries.length / 2)]?.seq ?? 0;
  for (let half = 0; half < 2 * steps.length - 1; half++) {
    const [newer, older] = [Math.floor(half / 2), Math.ceil(half / 2)];
    const stepOf = ({ seq }: Entry): number => (seq < middle ? older : newer);
    chunks = joinBlocks(entries, (entry) => fittingBlock(entry, stepOf(entry), options), options);
    if (chunks.length <= options.maxChunks) return chunks;
  }
  return chunks.slice(-options.maxChunks);
}

/** The entry's block at the given step, or at the first later one that a chunk can hold. */
function fittingBlock(entry: Entry, first: number, options: PlanChunksOptions): string {
  const { maxTokens, count } = options;
  let block = '';
  for (const limits of steps.slice(first)) {
    block = transcriptBlock(entry, limits);
    if (count(block) <= maxTokens) return block;
  }
  const cut = cutMiddle(block, maxTokens);
  return count(cut) <= maxTokens ? cut : `#${entry.seq}`;
}

function joinBlocks(
  entries: readonly Entry[],
  blockOf: (entry: Entry) => string,
  { maxTokens, count }: PlanChunksOptions,
): Chunk[] {
  const chunks: Chunk[] = [];
  let blocks: string[] = [];
  let start = 0;
  let tokens = 0;
  const closeChunk = (end: number): void => {
    if (end > start) chunks.push({ text: blocks.join('\n\n'), entries: entries.slice(start, end) });
    blocks = [];
    start = end;
    tokens = 0;
  };
  for (const [index, entry] of entries.entries()) {
    const block = blockOf(entry);
    const cost = count(block) + 2;
    if (tokens + cost > maxTokens) closeChunk(index);
    blocks.push(block);
    tokens += cost;
  }
  closeChunk(entries.length);
  return chunks;
}
