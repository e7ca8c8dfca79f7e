import {
  type Entry,
  messageText,
  type Snapshot,
  type Summarizer,
  type SummarizeInput,
} from '@everlong/core';
import { definedFields } from '@everlong/core/internal';
import { parseSections, updateLedger } from '@everlong/summarizer';
import { redactSecrets } from '@everlong/redaction';

import { summarizeEntries } from '../summarizing/summarize-entries.js';
import { chooseKept, truncateList } from './fit-list.js';
import type { ContextSummaryMetadata, ManagedMessage } from './managed-message.js';
import { adapterOf } from './adapter-of.js';
import type { MessageCounter } from './message-counter.js';
import { toEntry } from './model-message-adapter.js';
import { countUnbound, leaveThinking, unboundBy } from './unbound-thinking.js';
import { idOf, readSummarizedList, type SummarizedList } from './summarized-list.js';
import type { SummaryMemory } from './summary-memory.js';

export interface CompactListOptions {
  /** The model that is called, where it is known. */
  model: string | undefined;
  counter: MessageCounter;
  memory: SummaryMemory;
  summarizer: Summarizer;
  /** Called with the reason when the summarizer made no summary. */
  onError: (error: unknown) => void;
  minRecentMessages: number;
  /** What the list should take when it is compacted, summary included, and what it may take. */
  maxTokens: number;
  limitTokens: number;
}

/** The share of the room that a summary may take, and the most that it takes of a large one. */
const SUMMARY_SHARE = 0.2;
const MAX_SUMMARY_TOKENS = 4000;

/** A new summary that frees less than this share of the room is not worth asking a model. */
const MIN_GAIN_SHARE = 0.05;

/**
 * The list with all but its newest messages summarized: a summary in the assistant's role, the
 * latest user message if it is further back, and the newest exchanges. If these alone are too
 * long, their longest texts are cut. A summary that was made for the same messages before is used
 * again.
 */
export async function compactList(
  messages: readonly ManagedMessage[],
  options: CompactListOptions,
): Promise<ManagedMessage[]> {
  const { counter, memory, minRecentMessages, maxTokens } = options;
  const known = await memory.find(messages);
  const list = known === undefined ? readSummarizedList(messages) : applySummary(messages, known);
  const { summary, rest } = list;
  const sent = summary === undefined ? rest : [summary.message, ...rest];
  if (known !== undefined && counter.list(sent) <= maxTokens) {
    return sent;
  }
  const summaryTokens = Math.min(Math.floor(maxTokens * SUMMARY_SHARE), MAX_SUMMARY_TOKENS);
  const kept = chooseKept(rest, {
    minRecentMessages,
    maxTokens: maxTokens - summaryTokens,
    counter,
  });
  const covered = rest.filter((_, index) => index < kept.from && index !== kept.latestUser);
  const worth = known === undefined || counter.list(covered) >= maxTokens * MIN_GAIN_SHARE;
  const made =
    covered.length === 0 || !worth
      ? undefined
      : await summarize(covered, { ...options, list, kept: rest.slice(kept.from), summaryTokens });
  const user = rest[kept.latestUser];
  const staying = [...(user === undefined ? [] : [user]), ...rest.slice(kept.from)];
  if (made === undefined) {
    const cut = fitted(sent, options);
    const fits = counter.list(cut) <= options.limitTokens;
    return fits ? cut : fitted(staying, options);
  }
  const first = rest[kept.from];
  const count = first === undefined ? messages.length : messages.indexOf(first);
  const message = adapterOf(messages).summary(made.text, {
    ...made.metadata,
    ...placeOf(messages, count, user),
    ...unboundBy(staying, options.model),
  });
  await memory.add(messages, {
    count,
    latestUser: user === undefined ? -1 : messages.indexOf(user),
    message,
    snapshot: made.snapshot,
  });
  return fitted([message, ...staying], options);
}

function fitted(
  messages: readonly ManagedMessage[],
  { model, counter, maxTokens, limitTokens }: CompactListOptions,
): ManagedMessage[] {
  if (counter.list(messages) <= limitTokens) return [...messages];
  // The next list is cut in other places.
  const bare = leaveThinking(messages, { messages: countUnbound(messages, model) });
  return truncateList(bare, maxTokens, counter);
}

function applySummary(
  messages: readonly ManagedMessage[],
  { count, latestUser, message }: { count: number; latestUser: number; message: ManagedMessage },
): SummarizedList {
  const user = messages[latestUser];
  const after = [...(user === undefined ? [] : [user]), ...messages.slice(count)];
  const { rest } = readSummarizedList(after);
  return { ...readSummarizedList([message]), rest };
}

/** For UI messages: what the summary covers, by ids. */
function placeOf(
  messages: readonly ManagedMessage[],
  count: number,
  user: ManagedMessage | undefined,
): Pick<ContextSummaryMetadata, 'lastSummarizedId' | 'keptId'> {
  const last = messages.slice(0, count).findLast((message) => message !== user);
  const lastSummarizedId = last === undefined ? undefined : idOf(last);
  const keptId = user === undefined ? undefined : idOf(user);
  return {
    ...definedFields({ lastSummarizedId, keptId }),
  };
}

interface SummarizeOptions extends CompactListOptions {
  list: SummarizedList;
  kept: readonly ManagedMessage[];
  summaryTokens: number;
}

async function summarize(
  covered: readonly ManagedMessage[],
  {
    list: { summary },
    kept,
    summaryTokens,
    counter,
    memory,
    summarizer,
    onError,
  }: SummarizeOptions,
): Promise<{ text: string; snapshot: Snapshot; metadata: ContextSummaryMetadata } | undefined> {
  const adapter = adapterOf(covered);
  const previous =
    summary === undefined
      ? undefined
      : (memory.snapshotOf(summary.message) ?? readSnapshot(summary, counter));
  const from = (previous?.throughSeq ?? -1) + 1;
  const entries: Entry[] = covered
    .flatMap((message) => adapter.modelMessages(message))
    .map((message, index) => toEntry(message, from + index));
  const last = entries.at(-1);
  if (last === undefined) return undefined;
  const after = kept.flatMap((message) => adapter.modelMessages(message));
  const request: SummarizeInput = {
    entries,
    entriesAfter: after.map((message, index) => toEntry(message, last.seq + 1 + index)),
    maxTokens: summaryTokens,
    count: counter.text,
    visibleText: after.map(messageText).join('\n'),
    ...(previous === undefined ? {} : { previous }),
  };
  const result = await summarizeEntries(summarizer, request, { toSeq: last.seq, onError });
  if (result === undefined) return undefined;
  const { snapshot } = result;
  const text = redactSecrets(withoutNotShown(snapshot.text));
  const before = summary?.metadata;
  return {
    text,
    snapshot,
    metadata: {
      type: 'context-summary',
      messagesSummarized: (before?.messagesSummarized ?? 0) + covered.length,
      originalTokens: (before?.originalTokens ?? 0) + counter.list(covered),
      summaryTokens: counter.text(text),
      createdAt: new Date().toISOString(),
      generation: (before?.generation ?? 0) + 1,
    },
  };
}

/** That section says how to look entries up in a log, which a list of messages is not. */
function withoutNotShown(text: string): string {
  const place = text.lastIndexOf('\n## Not Shown\n');
  return place < 0 ? text : text.slice(0, place).trimEnd();
}

/** The snapshot of a summary of which only the message is left. */
function readSnapshot(
  { text, metadata }: NonNullable<SummarizedList['summary']>,
  counter: MessageCounter,
): Snapshot {
  const covered = Math.max(1, metadata.messagesSummarized);
  return textSnapshot(text, { covered, tokens: counter.text(text) });
}

/** The snapshot of a summary of which there is the text alone. */
export function textSnapshot(
  text: string,
  { covered, tokens }: { covered: number; tokens: number },
): Snapshot {
  return {
    text,
    tokens,
    throughSeq: covered - 1,
    messagesCovered: covered,
    source: 'extractive',
    sections: parseSections(text),
    ledger: updateLedger([], [toEntry({ role: 'assistant', content: text }, covered - 1)]),
  };
}
