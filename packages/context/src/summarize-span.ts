import {
  type Entry,
  messageText,
  type ModelMessage,
  type Snapshot,
  type Store,
  type Summarizer,
  type SummarizeInput,
  type Usage,
} from '@everlong/core';
import { createExtractiveSummarizer } from '@everlong/summarizer';

import type { Counter } from './counter.js';
import type { SessionState } from './session-state.js';

export interface SpanInput {
  state: SessionState;
  store: Store;
  summarizer: Summarizer;
  counter: Counter;
  fromSeq: number;
  toSeq: number;
  maxTokens: number;
  /** What is sent beside the snapshot. */
  visible: readonly ModelMessage[];
  instructions?: string | undefined;
}

export interface SpanSnapshot {
  made: Snapshot;
  tokens: number;
  usage?: Usage;
}

/**
 * A snapshot of the entries from `fromSeq` to `toSeq`, extending the last one: by the session's
 * summarizer, and if that fails or answers too long, without a model. `undefined` when even that
 * has too little room.
 */
export async function summarizeSpan(span: SpanInput): Promise<SpanSnapshot | undefined> {
  const { state, store, counter } = span;
  const entries: Entry[] = [];
  for await (const entry of store.read(state.sessionId, { from: span.fromSeq, to: span.toSeq })) {
    entries.push(entry);
  }
  if (entries.length === 0) return undefined;
  const request: SummarizeInput = {
    entries,
    maxTokens: span.maxTokens,
    count: counter.text,
    visibleText: span.visible.map(messageText).join('\n'),
    ...(state.snapshot === undefined ? {} : { previous: state.snapshot }),
    ...(span.instructions === undefined ? {} : { instructions: span.instructions }),
  };
  for (const summarizer of [span.summarizer, createExtractiveSummarizer()]) {
    const result = await attempt(summarizer, request, counter);
    if (result !== undefined) return result;
  }
  return undefined;
}

async function attempt(
  summarizer: Summarizer,
  request: SummarizeInput,
  counter: Counter,
): Promise<SpanSnapshot | undefined> {
  try {
    const { snapshot, usage } = await summarizer.summarize(request);
    const tokens = counter.message({ role: 'user', content: snapshot.text });
    const fits = counter.text(snapshot.text) <= request.maxTokens && snapshot.text.trim() !== '';
    if (!fits) return undefined;
    return { made: snapshot, tokens, ...(usage === undefined ? {} : { usage }) };
  } catch {
    // The next tier needs no model and cannot fail for the same reason; nothing is lost meanwhile.
    return undefined;
  }
}
