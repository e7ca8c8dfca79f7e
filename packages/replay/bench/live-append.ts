/**
 * What a summary costs that is asked for at the end of the session's own request, beside one that
 * is asked for with a transcript: plays recorded sessions with a model that answers at once, and
 * simulates the provider's prompt cache at the recorded times. Use, after `pnpm build`:
 *
 *   pnpm bench:live [--windows n,n] [--models a,b] [--every n] [FILE…]
 *
 * Without files: every `.jsonl.gz` under `normalized` in the folder that EVERLONG_CORPUS names;
 * `--every 4` takes one of four.
 */
import { parseArgs } from 'node:util';

import { openSession } from '@everlong/context';
import {
  createMemoryStore,
  type EntryInput,
  type ModelMessage,
  type Summarizer,
} from '@everlong/core';
import { jsonText } from '@everlong/core/internal';
import { readTranscript } from '@everlong/formats';
import { type CacheBlock, createPrefixCache, findCacheRules } from '@everlong/replay';
import { createSummarizer } from '@everlong/summarizer';
import { corpusFiles } from '@everlong/testing/corpus';
import { createTokenizer, describeModel, type ModelTokenizer } from '@everlong/tokenizer';
import type { LanguageModel } from 'ai';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    windows: { type: 'string', default: '16000,64000' },
    models: { type: 'string', default: 'claude-sonnet-4-6,gpt-5.5' },
    every: { type: 'string', default: '1' },
  },
});
const files = (positionals.length > 0 ? positionals : corpusFiles()).filter(
  (_, index) => index % Number(flags.every) === 0,
);

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

const rows = [
  '| model | window | summaries | calls at the end of the request | their input from the cache | all input from the cache | with transcripts only | cost of the input | with transcripts only |',
  '|---|--:|--:|--:|--:|--:|--:|--:|--:|',
];
const realNow = Date.now;
for (const model of flags.models.split(',')) {
  const tokenizer = await createTokenizer({ model });
  for (const window of flags.windows.split(',').map(Number)) {
    const [live, plain] = [emptyTotals(), emptyTotals()];
    for (const file of files) {
      const { entries } = await readTranscript(file);
      await play(entries, { model, window, tokenizer, isLive: true }, live);
      await play(entries, { model, window, tokenizer, isLive: false }, plain);
    }
    Date.now = realNow;
    const cells = [
      model,
      window.toLocaleString('en'),
      live.summaries,
      live.appends,
      percent(live.appendCachedTokens / live.appendTokens),
      percent(live.cachedTokens / live.inputTokens),
      percent(plain.cachedTokens / plain.inputTokens),
      `$${live.usd.toFixed(2)}`,
      `$${plain.usd.toFixed(2)}`,
    ];
    rows.push(`| ${cells.join(' | ')} |`);
    process.stderr.write(`${rows.at(-1)}\n`);
  }
}
process.stdout.write(`${files.length} sessions\n\n${rows.join('\n')}\n`);

interface PlayOptions {
  model: string;
  window: number;
  tokenizer: ModelTokenizer;
  isLive: boolean;
}

async function play(
  recorded: readonly EntryInput[],
  { model, window, tokenizer, isLive }: PlayOptions,
  totals: Totals,
): Promise<void> {
  const info = describeModel(model);
  const cache = createPrefixCache(findCacheRules(info));
  const toBlocks = createBlocks(tokenizer);
  let clockMs = Date.parse(recorded[0]?.createdAt ?? '') || 0;
  Date.now = () => clockMs;
  const running = new Set<Promise<unknown>>();

  const asked: ProviderModel = {
    specificationVersion: 'v4',
    provider: info.provider ?? 'unknown',
    modelId: model,
    supportedUrls: {},
    doStream: () => Promise.reject(new Error('not streamed')),
    async doGenerate({ prompt }) {
      const messages = prompt as unknown as ModelMessage[];
      const outcome = cache.request({
        blocks: toBlocks(messages),
        instructionBlocks: 0,
        epochHeadBlocks: 0,
        atMs: clockMs,
      });
      const { inputTokens, cachedTokens, cacheWriteTokens } = outcome;
      totals.calls++;
      totals.inputTokens += inputTokens;
      totals.cachedTokens += cachedTokens;
      if (messages.length > 2) {
        totals.appends++;
        totals.appendTokens += inputTokens;
        totals.appendCachedTokens += cachedTokens;
      }
      const { input = 0, cacheRead = input, cacheWrite = input } = info.prices;
      const plainTokens = inputTokens - cachedTokens - cacheWriteTokens;
      totals.usd +=
        (plainTokens * input + cachedTokens * cacheRead + cacheWriteTokens * cacheWrite) / 1e6;
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
  const inner = createSummarizer({ model: asked });
  const summarizer: Summarizer = {
    name: inner.name,
    usesModel: true,
    ...(isLive ? { model } : {}),
    async summarize(input) {
      totals.summaries++;
      const summary = inner.summarize(input);
      running.add(summary);
      return summary;
    },
  };
  const session = await openSession({
    store: createMemoryStore(),
    model,
    contextWindow: window,
    tokenizer,
    summarizer,
  });
  for (const [index, entry] of recorded.entries()) {
    if (entry.message.role === 'assistant' && index > 0) {
      const request = await session.prepare().catch(() => undefined);
      await settled();
      await Promise.allSettled(running);
      await settled();
      if (request !== undefined) {
        const instructionBlocks = request.instructions === '' ? 0 : 1;
        cache.request({
          blocks: toBlocks([
            { role: 'system', content: request.instructions },
            ...request.messages,
          ]),
          instructionBlocks,
          epochHeadBlocks: instructionBlocks + (request.state.lastCompaction?.snapshots ?? 0),
          atMs: clockMs,
        });
      }
    }
    clockMs = Math.max(clockMs, Date.parse(entry.createdAt ?? '') || clockMs + USUAL_GAP_MS);
    await session.append({ ...entry, createdAt: new Date(clockMs).toISOString() });
  }
  await session.close();
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

function emptyTotals(): Totals {
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

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
