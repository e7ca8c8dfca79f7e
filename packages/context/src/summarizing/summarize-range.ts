import {
  type Entry,
  type CachedRequest,
  messageText,
  type ModelMessage,
  type NoteRecord,
  type Snapshot,
  type SummarizeInput,
  type Usage,
} from '@everlong/core';
import { annotatedKinds, definedFields } from '@everlong/core/internal';
import { createExtractiveSummarizer } from '@everlong/summarizer';

import type { RequestView } from '../request/request-view.js';
import { readRemaining } from '../state/read-remaining.js';
import { HEADER_TOKENS, withHeader } from './snapshot-header.js';
import { lastStep, stepRecord } from './snapshot-steps.js';
import { summarizeEntries, trySummarizer } from './summarize-entries.js';

export interface RangeToSummarize {
  view: RequestView;
  fromSeq: number;
  toSeq: number;
  maxTokens: number;
  /** What is sent beside the snapshot. */
  visible: readonly ModelMessage[];
  /** Whether the last snapshot is, too. */
  beside: boolean;
  instructions?: string | undefined;
  /** The session's request, where it holds the range and is in the prompt cache. */
  cached: CachedRequest | undefined;
  /** Ends the attempt, which then rejects with its reason. */
  signal?: AbortSignal | undefined;
  /** Gets what was billed before that. */
  onAborted?: ((usage: Usage) => void) | undefined;
  /** Keeps what was done of a long range; without it, an interrupted attempt starts over. */
  keepStep?: KeepStep | undefined;
}

/** Records a step of the epoch in force; rejects with `StoreConflictError` when that has ended. */
export type KeepStep = (step: NoteRecord) => Promise<void>;

export interface RangeSnapshot {
  made: Snapshot;
  tokens: number;
  usage?: Usage;
}

/**
 * A snapshot of the entries from `fromSeq` to `toSeq`, extending the last one: by the session's
 * summarizer, and if that fails, takes too long or answers too much, without a model. `undefined`
 * when even that has too little room. `usage` includes what failed attempts were billed.
 */
export async function summarizeRange(range: RangeToSummarize): Promise<RangeSnapshot | undefined> {
  const { counter, policy, summarizer } = range.view.config;
  // The new entries would outweigh the snapshots already sent.
  if (range.beside && isLong(range)) return undefined;
  const request = await requestForNewest(range);
  if (request === undefined) return undefined;
  const result = await summarizeEntries(summarizer, request, range);
  if (result === undefined) return undefined;
  const { snapshot, usage } = result;
  const header = policy.snapshotHeader;
  const made = header === undefined ? snapshot : withHeader(snapshot, request, header, counter);
  const tokens = counter.message({ role: 'user', content: made.text });
  return { made, tokens, ...definedFields({ usage }) };
}

/** Whether the range is taken in chunks, all but the newest without a model. */
function isLong({ fromSeq, toSeq }: RangeToSummarize): boolean {
  return toSeq - fromSeq >= MAX_CHUNK_ENTRIES;
}

/** The request for the newest chunk, once the snapshot that it extends covers those before. */
async function requestForNewest(range: RangeToSummarize): Promise<SummarizeInput | undefined> {
  const { state, config } = range.view;
  const step = isLong(range)
    ? await lastStep(config.store, state.sessionId, placeOf(range))
    : undefined;
  let previous = step?.snapshot ?? state.snapshot;
  let request: SummarizeInput | undefined;
  let folded = 0;
  for await (const entries of readChunks(range, step?.throughSeq)) {
    if (request !== undefined) {
      previous = await foldChunk(request);
      folded++;
      if (folded % KEPT_CHUNKS === 0) await keepStep(range, request, previous);
      // Lets other work of the process run.
      await new Promise((resume) => setTimeout(resume, 0));
    }
    request = requestFor(range, entries, previous);
  }
  return request;
}

function requestFor(
  range: RangeToSummarize,
  entries: Entry[],
  previous: Snapshot | undefined,
): SummarizeInput {
  const { view, visible, instructions, signal } = range;
  const { counter, policy } = view.config;
  return {
    entries,
    maxTokens: range.maxTokens - (policy.snapshotHeader === undefined ? 0 : HEADER_TOKENS),
    count: counter.text,
    visibleText: visible.map(messageText).join('\n'),
    visibleUserText: userTextOf(visible),
    toolKinds: { ...annotatedKinds(view.measured.tools), ...view.config.toolKinds },
    entriesAfter: entriesAfter(range),
    ...(range.beside ? { beside: true } : {}),
    ...definedFields({
      previous,
      instructions,
      live: isLong(range) ? undefined : range.cached,
      maxPromptTokens: maxPromptTokens(view),
      signal,
    }),
  };
}

function userTextOf(messages: RangeToSummarize['visible']): string {
  return messages
    .filter(({ role }) => role === 'user')
    .map(messageText)
    .join('\n');
}

/** What was learned of the session's model holds for a summarizer that asks the same one. */
function maxPromptTokens({ state, config }: RequestView): number | undefined {
  const { maxInputTokens } = state;
  return maxInputTokens !== undefined && config.asksOwnModel ? maxInputTokens : undefined;
}

/** Chunks after which a step is kept. */
const KEPT_CHUNKS = 10;

function placeOf({ view: { state }, fromSeq, toSeq }: RangeToSummarize): {
  snapshotEpoch: number;
  fromSeq: number;
  toSeq: number;
} {
  return { snapshotEpoch: state.snapshotEpoch ?? -1, fromSeq, toSeq };
}

async function keepStep(
  range: RangeToSummarize,
  { entries }: SummarizeInput,
  snapshot: Snapshot | undefined,
): Promise<void> {
  const throughSeq = entries.at(-1)?.seq;
  if (snapshot === undefined || throughSeq === undefined) return;
  const { snapshotEpoch, fromSeq } = placeOf(range);
  await range.keepStep?.(stepRecord({ snapshotEpoch, fromSeq, throughSeq, snapshot }));
}

function entriesAfter({ view: { state }, toSeq }: RangeToSummarize): Entry[] {
  return state.groups
    .list()
    .filter(({ from }) => from > toSeq)
    .flatMap(({ entries }) => entries);
}

/** Entries that are summarized at once; of a longer range all but the newest need no model. */
const MAX_CHUNK_ENTRIES = 2000;

/** The entries of a range, oldest first, in lists that end before a message that is not a result. */
async function* readChunks(
  { view: { state, config }, fromSeq, toSeq: to }: RangeToSummarize,
  doneThrough = fromSeq - 1,
): AsyncGenerator<Entry[]> {
  let chunk: Entry[] = [];
  const { sessionId, withdrawn } = state;
  const rest = { from: doneThrough + 1, to };
  for await (const entry of readRemaining(config.store, sessionId, withdrawn, rest)) {
    if (chunk.length >= MAX_CHUNK_ENTRIES && entry.message.role !== 'tool') {
      yield chunk;
      chunk = [];
    }
    chunk.push(entry);
  }
  if (chunk.length > 0) yield chunk;
}

/** Extends the snapshot by a chunk that more chunks follow. */
async function foldChunk(request: SummarizeInput): Promise<Snapshot | undefined> {
  request.signal?.throwIfAborted();
  // Only the last chunk leaves out what is sent anyway: its snapshot alone is sent next to it.
  const { visibleText: _visible, visibleUserText: _said, entriesAfter: _after, ...input } = request;
  return (await trySummarizer(createExtractiveSummarizer(), input)).snapshot ?? request.previous;
}
