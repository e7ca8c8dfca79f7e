/** Plays a session with a model that answers at once, and bills the calls for its summaries. */
import { openSession, type PreparedRequest } from '@everlong/context';
import {
  createMemoryStore,
  type EntryInput,
  type ModelMessage,
  type Summarizer,
} from '@everlong/core';
import { jsonText } from '@everlong/core/internal';
import {
  type CacheBlock,
  createPrefixCache,
  findCacheRules,
  type PrefixCache,
} from '@everlong/replay';
import { createSummarizer } from '@everlong/summarizer';
import { describeModel, type ModelTokenizer } from '@everlong/tokenizer';
import type { LanguageModel } from 'ai';

type ProviderModel = Extract<LanguageModel, { specificationVersion: 'v4' }>;

/** What all summaries of some sessions came to. */
interface Totals {
  summaries: number;
  calls: number;
  appends: number;
  inputTokens: number;
  cachedTokens: number;
  appendTokens: number;
  appendCachedTokens: number;
  usd: number;
}

const RECORD = '## Current State\n- none\n## Pending Tasks\n- none';
/** What a session without recorded times gets between two messages. */
const USUAL_GAP_MS = 10_000;

export interface WalkOptions {
  model: string;
  window: number;
  tokenizer: ModelTokenizer;
  isLive: boolean;
}

/** One session while it is played. */
interface Walk extends WalkOptions {
  totals: Totals;
  /** What the provider's prompt cache makes of requests. */
  cache: PrefixCache;
  toBlocks: (messages: readonly ModelMessage[]) => CacheBlock[];
  clockMs: number;
}

/** Plays one session, with a request before each recorded answer, and adds to the totals. */
export async function walkSession(
  recorded: readonly EntryInput[],
  options: WalkOptions,
  totals: Totals,
): Promise<void> {
  const { model, window, tokenizer } = options;
  const walk: Walk = {
    ...options,
    totals,
    cache: createPrefixCache(findCacheRules(describeModel(model))),
    toBlocks: createBlocks(tokenizer),
    clockMs: Date.parse(recorded[0]?.createdAt ?? '') || 0,
  };
  Date.now = () => walk.clockMs;
  const running = new Set<Promise<unknown>>();
  const session = await openSession({
    store: createMemoryStore(),
    model,
    contextWindow: window,
    tokenizer,
    summarizer: createCountedSummarizer(walk, running),
  });
  for (const [index, entry] of recorded.entries()) {
    if (entry.message.role === 'assistant' && index > 0) {
      const request = await session.prepare().catch(() => undefined);
      await settled();
      await Promise.allSettled(running);
      await settled();
      if (request !== undefined) send(walk, request);
    }
    walk.clockMs = Math.max(
      walk.clockMs,
      Date.parse(entry.createdAt ?? '') || walk.clockMs + USUAL_GAP_MS,
    );
    await session.append({ ...entry, createdAt: new Date(walk.clockMs).toISOString() });
  }
  await session.close();
}

function send({ cache, toBlocks, clockMs }: Walk, request: PreparedRequest): void {
  const instructionBlocks = request.instructions === '' ? 0 : 1;
  cache.request({
    blocks: toBlocks([{ role: 'system', content: request.instructions }, ...request.messages]),
    instructionBlocks,
    epochHeadBlocks: instructionBlocks + (request.state.lastCompaction?.snapshots ?? 0),
    atMs: clockMs,
  });
}

/** A summarizer whose calls are counted, and those still running known. */
function createCountedSummarizer(walk: Walk, running: Set<Promise<unknown>>): Summarizer {
  const inner = createSummarizer({ model: createAskedModel(walk) });
  return {
    name: inner.name,
    usesModel: true,
    ...(walk.isLive ? { model: walk.model } : {}),
    async summarize(input) {
      walk.totals.summaries++;
      const summary = inner.summarize(input);
      running.add(summary);
      return summary;
    },
  };
}

/** A model that answers at once; its calls are billed. */
function createAskedModel(walk: Walk): ProviderModel {
  return {
    specificationVersion: 'v4',
    provider: describeModel(walk.model).provider ?? 'unknown',
    modelId: walk.model,
    supportedUrls: {},
    doStream: () => Promise.reject(new Error('not streamed')),
    async doGenerate({ prompt }) {
      bill(walk, prompt);
      return {
        content: [{ type: 'text', text: RECORD }],
        finishReason: { unified: 'stop', raw: 'stop' },
        usage: {
          inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 0, text: 0, reasoning: 0 },
        },
        warnings: [],
      };
    },
  };
}

function bill(
  { model, totals, cache, toBlocks, clockMs }: Walk,
  messages: readonly ModelMessage[],
): void {
  const { inputTokens, cachedTokens, cacheWriteTokens } = cache.request({
    blocks: toBlocks(messages),
    instructionBlocks: 0,
    epochHeadBlocks: 0,
    atMs: clockMs,
  });
  totals.calls++;
  totals.inputTokens += inputTokens;
  totals.cachedTokens += cachedTokens;
  if (messages.length > 2) {
    totals.appends++;
    totals.appendTokens += inputTokens;
    totals.appendCachedTokens += cachedTokens;
  }
  const { input = 0, cacheRead = input, cacheWrite = input } = describeModel(model).prices;
  const plainTokens = inputTokens - cachedTokens - cacheWriteTokens;
  totals.usd +=
    (plainTokens * input + cachedTokens * cacheRead + cacheWriteTokens * cacheWrite) / 1e6;
}

/** Lets everything happen that waits for nothing else. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * The parts of messages as a cache sees them, alike in a session's request and in a provider's
 * prompt.
 */
function createBlocks(
  tokenizer: ModelTokenizer,
): (messages: readonly ModelMessage[]) => CacheBlock[] {
  const tokens = new Map<string, number>();
  return (messages) =>
    messages.flatMap(({ role, content }) => {
      if (content === '') return [];
      const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
      return parts.map((part): CacheBlock => {
        const { providerOptions: _, ...fields } = part as unknown as Record<string, unknown>;
        const { type, mediaType, filename } = fields;
        const sorted = Object.entries(fields)
          .filter(([, value]) => value !== undefined)
          .toSorted(([left], [right]) => (left < right ? -1 : 1));
        const key = jsonText([role, type === 'file' ? [mediaType, filename] : sorted]);
        const known = tokens.get(key);
        const message = { role, content: [part] } as unknown as ModelMessage;
        const counted = known ?? tokenizer.countMessage(message);
        tokens.set(key, counted);
        return { key, tokens: counted };
      });
    });
}

export function emptyTotals(): Totals {
  return {
    summaries: 0,
    calls: 0,
    appends: 0,
    inputTokens: 0,
    cachedTokens: 0,
    appendTokens: 0,
    appendCachedTokens: 0,
    usd: 0,
  };
}
