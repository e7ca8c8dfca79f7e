import {
  addUsage,
  type Entry,
  type CachedRequest,
  messageText,
  type ModelMessage,
  type NoteRecord,
  type Snapshot,
  SummarizationError,
  type Summarizer,
  type SummarizeInput,
  type SummarizeResult,
  toUsage,
  type Usage,
} from '@everlong/core';
import {
  checkStorable,
  definedFields,
  snapshotFault,
  snapshotSpans,
} from '@everlong/core/internal';
import { createExtractiveSummarizer, keepConstraints } from '@everlong/summarizer';

import type { RequestView } from '../request/request-view.js';
import { readRemaining } from '../state/read-remaining.js';
import { asksOwnModel } from './cached-request.js';
import { callSummarizer } from './call-summarizer.js';
import { HEADER_TOKENS, withHeader } from './snapshot-header.js';
import { lastStep, stepRecord } from './snapshot-steps.js';

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
  /** Keeps what was done of a long range; without it, an interrupted attempt is begun anew. */
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
 * The most time that one summarizer gets. The next request waits for a snapshot,
 * so a summarizer that never answers must not stop the session.
 */
export const SUMMARY_TIMEOUT_MS = 120_000;

/** No token is this long on average: a longer text is over the limit without being counted. */
const MAX_TOKEN_LENGTH = 64;

/**
 * A snapshot of the entries from `fromSeq` to `toSeq`, extending the last one: by the session's
 * summarizer, and if that fails, takes too long or answers too much, without a model. `undefined`
 * when even that has too little room. `usage` includes what failed attempts were billed.
 */
export async function summarizeRange(range: RangeToSummarize): Promise<RangeSnapshot | undefined> {
  const { state, config } = range.view;
  const { counter } = config;
  const header = config.policy.snapshotHeader;
  const isLong = range.toSeq - range.fromSeq >= MAX_CHUNK_ENTRIES;
  // The new entries would outweigh the snapshots already sent.
  if (isLong && range.beside) return undefined;
  const step = isLong ? await lastStep(config.store, state.sessionId, placeOf(range)) : undefined;
  let previous = step?.snapshot ?? state.snapshot;
  let request: SummarizeInput | undefined;
  let folded = 0;
  for await (const entries of readChunks(range, step?.throughSeq)) {
    if (request !== undefined) {
      previous = await foldChunk(request);
      folded++;
      if (folded % KEPT_CHUNKS === 0) await keepStep(range, request, previous);
      // Whatever else the process does gets its turn.
      await new Promise((resume) => setTimeout(resume, 0));
    }
    request = {
      entries,
      maxTokens: range.maxTokens - (header === undefined ? 0 : HEADER_TOKENS),
      count: counter.text,
      visibleText: range.visible.map(messageText).join('\n'),
      entriesAfter: entriesAfter(range),
      ...(range.beside ? { beside: true } : {}),
      ...definedFields({ previous, instructions: range.instructions }),
      ...(range.cached === undefined || isLong ? {} : { live: range.cached }),
      ...promptLimit(range.view),
      ...(range.signal === undefined ? {} : { signal: range.signal }),
    };
  }
  if (request === undefined) return undefined;
  const result = await summarizeEntries(config.summarizer, request, range);
  if (result === undefined) return undefined;
  const { usage } = result;
  const made =
    header === undefined ? result.snapshot : withHeader(result.snapshot, request, header, counter);
  const tokens = counter.message({ role: 'user', content: made.text });
  return { made, tokens, ...(usage === undefined ? {} : { usage }) };
}

/** What was learned of the session's model holds for a summarizer that asks the same one. */
function promptLimit({ state, config }: RequestView): Pick<SummarizeInput, 'maxPromptTokens'> {
  const { maxInputTokens } = state;
  if (maxInputTokens === undefined || !asksOwnModel(config)) return {};
  return { maxPromptTokens: maxInputTokens };
}

/** Chunks after which a step is kept. */
const KEPT_CHUNKS = 10;

function placeOf({ view: { state }, fromSeq, toSeq }: RangeToSummarize): {
  epoch: number;
  fromSeq: number;
  toSeq: number;
} {
  return { epoch: state.epoch, fromSeq, toSeq };
}

async function keepStep(
  range: RangeToSummarize,
  { entries }: SummarizeInput,
  snapshot: Snapshot | undefined,
): Promise<void> {
  const throughSeq = entries.at(-1)?.seq;
  if (snapshot === undefined || throughSeq === undefined) return;
  const { epoch, fromSeq } = placeOf(range);
  await range.keepStep?.(stepRecord({ epoch, fromSeq, throughSeq, snapshot }));
}

function entriesAfter({ view: { state }, toSeq }: RangeToSummarize): Entry[] {
  return state.groups
    .list()
    .filter(({ from }) => from > toSeq)
    .flatMap(({ entries }) => entries);
}

/** Entries that are summarized at once; of a longer range all but the newest need no model. */
const MAX_CHUNK_ENTRIES = 2000;

/** The entries of a range, oldest first, in lists that end before a message that is no result. */
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
  const { visibleText: _notYet, entriesAfter: _norThese, ...input } = request;
  return (await attempt(createExtractiveSummarizer(), input)).snapshot ?? request.previous;
}

/**
 * The summarizer's snapshot, and if it fails, takes too long or answers too much, one that no model
 * made; `onError` gets the reason. `undefined` when even that has too little room. Rejects only
 * when
 * the request's signal aborts.
 */
export async function summarizeEntries(
  preferred: Summarizer,
  request: SummarizeInput,
  { toSeq, onError }: { toSeq: number; onError?: (error: unknown) => void },
): Promise<SummarizeResult | undefined> {
  let usage: Usage | undefined;
  for (const summarizer of [preferred, createExtractiveSummarizer()]) {
    const result = await attempt(
      summarizer,
      request,
      summarizer === preferred ? onError : undefined,
    );
    const { snapshot: given, usage: billed } = result;
    request.signal?.throwIfAborted();
    // A custom summarizer may return null.
    if (billed !== undefined && billed !== null)
      usage = addUsage(usage ?? NO_USAGE, toUsage(billed));
    const { constraintsKept } = result;
    const snapshot =
      given === undefined
        ? undefined
        : usable({ snapshot: given, constraintsKept }, request, toSeq);
    if (snapshot !== undefined) return { snapshot, ...(usage === undefined ? {} : { usage }) };
    if (given !== undefined && summarizer === preferred)
      onError?.(new SummarizationError(UNUSABLE));
  }
  return undefined;
}

const UNUSABLE =
  'The summary cannot be used: it is empty, longer than asked for, or holds what cannot be stored.';

const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0 };

/** What a summarizer gave, and what it was billed also where it gave nothing. */
async function attempt(
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
    const usage = SummarizationError.isInstance(error) ? error.usage : undefined;
    return usage === undefined ? {} : { usage };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The snapshot if it is not empty, fits and can be stored. The caller, not the summarizer, says
 * what it covers and which of the user's constraints it holds.
 */
function usable(
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
