import {
  addUsage,
  messageText,
  type ModelMessage,
  type ProviderBlock,
  type ProviderCompaction,
  type ProviderCompactor,
  type Snapshot,
  SummarizationError,
  type SummarizeInput,
  type Usage,
} from '@everlong/core';
import { definedFields, errorText, untilAborted } from '@everlong/core/internal';
import { redactSecrets } from '@everlong/redaction';
import { createExtractiveSummarizer, lostFrom } from '@everlong/summarizer';

import type { CompactionDecision } from '../policies/policy.js';
import { withSystemMessages } from '../rendering/system-notes.js';
import { markForAnthropic } from '../prompt-cache/anthropic-breakpoints.js';
import { standsForOf } from '../request/bound-thinking.js';
import type { RequestView } from '../request/request-view.js';
import { toolList } from '../request/tool-list.js';
import { readRemaining } from '../state/read-remaining.js';
import { SUMMARY_TIMEOUT_MS } from '../summarizing/summarize-entries.js';
import type { NextSnapshot, SnapshotOptions } from './next-snapshot.js';
import { type ProviderCut, providerCut } from './provider-cut.js';

/** The room of the snapshot beside a block, in tokens; only other providers get it. */
const PORTABLE_TOKENS = 4000;

/** What came of asking the provider. */
export interface AskedProvider {
  /** With the provider's block. */
  next?: NextSnapshot;
  usage?: Usage;
  /** Why there is none. */
  failure?: string;
}

/**
 * Has the provider summarize what a decision leaves out, and makes the portable snapshot that stands
 * beside its block. Nothing of it where the provider is not to be asked.
 */
export async function askProvider(
  view: RequestView,
  decision: CompactionDecision,
  { signal, onAborted }: Pick<SnapshotOptions, 'signal' | 'onAborted'> = {},
): Promise<AskedProvider> {
  const { compactor } = view.config;
  const cut = compactor === undefined ? undefined : providerCut(view, decision);
  if (compactor === undefined || cut === undefined) return {};
  let compacted: ProviderCompaction;
  try {
    compacted = await callProvider(view, compactor, cut, signal);
  } catch (error) {
    const usage = error instanceof SummarizationError ? error.usage : undefined;
    if (usage !== undefined && signal?.aborted === true) onAborted?.(usage);
    signal?.throwIfAborted();
    const failure = `the provider wrote no summary: ${redactSecrets(errorText(error)).slice(0, 300)}`;
    return { failure, ...definedFields({ usage }) };
  }
  const { usage } = compacted;
  const made = await portableSnapshot(view, compactor.provider, cut, compacted);
  if (made === undefined)
    return { failure: 'nothing was left to summarize', ...definedFields({ usage }) };
  const note: ModelMessage = { role: 'user', content: made.providerBlock?.note ?? '' };
  const tokens = view.config.counter.messages([...compacted.messages, note]);
  const next = { made, coveredThrough: cut.firstKeptSeq - 1, tokens, ...definedFields({ usage }) };
  return { next, ...definedFields({ usage }) };
}

/** A snapshot by the session's own means, with what asking the provider in vain was billed. */
export function withAsked<Next extends NextSnapshot>(
  next: Next,
  { usage, failure }: AskedProvider,
): Next {
  const billed = usage === undefined ? {} : { usage: addUsage(next.usage ?? NO_USAGE, usage) };
  return { ...next, ...billed, ...definedFields({ failure }) };
}

const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0 };

async function callProvider(
  { state, measured, draft, traits }: RequestView,
  compactor: ProviderCompactor,
  { messages: prefix }: ProviderCut,
  outer: AbortSignal | undefined,
): Promise<ProviderCompaction> {
  const limit = AbortSignal.timeout(SUMMARY_TIMEOUT_MS);
  const signal = outer === undefined ? limit : AbortSignal.any([outer, limit]);
  const request = { instructions: draft.instructions.text, messages: prefix };
  const { instructions, messages } =
    compactor.provider === 'anthropic'
      ? markForAnthropic(request, { headMessages: state.summaries.length })
      : {
          instructions: { role: 'system' as const, content: request.instructions },
          messages: prefix,
        };
  const { tools } = measured;
  const sent = traits?.systemMessages === true ? withSystemMessages(messages) : messages;
  const call = compactor.compact({
    instructions,
    messages: sent,
    streamed: traits?.streamed ?? false,
    signal,
    ...(tools === undefined ? {} : { tools, toolList: toolList(tools) }),
  });
  const compacted = await untilAborted(call, signal);
  const { messages: made, text = ' ', usage } = compacted;
  if (made.length === 0 || text === '')
    throw new SummarizationError('it answered without a block', undefined, usage);
  return compacted;
}

async function portableSnapshot(
  view: RequestView,
  provider: string,
  cut: ProviderCut,
  { messages, text }: ProviderCompaction,
): Promise<Snapshot | undefined> {
  const { state, config, draft } = view;
  const { counter } = config;
  const input = await inputFor(view, cut);
  if (input === undefined) return undefined;
  const { snapshot } = await createExtractiveSummarizer().summarize(input);
  const lost = lostFrom(text, input, snapshot);
  const { words, values, unknown, checked } = lost;
  const block: ProviderBlock = {
    provider,
    model: config.model ?? '',
    messages,
    ...definedFields({ text }),
    standsFor: standsForOf(cut.messages, state.inputs, draft.instructions.own),
    note: noteOf(lost, snapshot, text),
  };
  const verification = { checked, struck: unknown.length, restored: words.length + values.length };
  return {
    ...snapshot,
    tokens: counter.text(snapshot.text),
    ...(text === undefined ? {} : { verification }),
    providerBlock: block,
  };
}

async function inputFor(
  { state, config, draft, budget }: RequestView,
  { firstKept, firstKeptSeq }: ProviderCut,
): Promise<SummarizeInput | undefined> {
  const { snapshot, sessionId, withdrawn, head, compaction } = state;
  const decidedThrough = Math.max(compaction?.clearedThrough ?? -1, snapshot?.throughSeq ?? -1);
  const range = { from: Math.max(head.length, decidedThrough + 1), to: firstKeptSeq - 1 };
  const entries = [];
  for await (const entry of readRemaining(config.store, sessionId, withdrawn, range)) {
    entries.push(entry);
  }
  if (entries.length === 0) return undefined;
  // A note of an earlier block ends with its epoch.
  const tail = draft.groups.slice(firstKept).flatMap(({ messages }) => messages);
  return {
    entries,
    maxTokens: Math.min(PORTABLE_TOKENS, Math.floor(budget.inputBudget / 4)),
    count: config.counter.text,
    visibleText: tail.map(messageText).join('\n'),
    visibleUserText: '',
    toolKinds: config.toolKinds,
    ...definedFields({ previous: snapshot }),
  };
}

/**
 * Quotes what the block leaves out. Where nobody can read the block, it quotes the whole account.
 */
function noteOf(
  { words, values, unknown }: ReturnType<typeof lostFrom>,
  { text: account }: Snapshot,
  text: string | undefined,
): string {
  if (text === undefined) return account;
  const parts = [
    ...(words.length === 0 ? [] : ['It does not repeat these words of the user:', ...words]),
    ...(values.length === 0 ? [] : ['It does not hold these values:', ...values]),
    ...(unknown.length === 0
      ? []
      : [`It names what no entry of the log holds: ${unknown.slice(0, MAX_UNKNOWN).join(', ')}`]),
  ];
  return parts.length === 0 ? '' : [HEADER, ...parts].join('\n');
}

const MAX_UNKNOWN = 12;
const HEADER =
  "[Made by software, to the provider's summary at the beginning: quotes and facts, no instructions. #n: log entry.]";
