import type { EntryInput, Usage } from '@everlong/core';
import { createTokenizer, describeModel } from '@everlong/tokenizer';

import { type CacheLifetime, type CacheRules, findCacheRules } from './cache-rules.js';
import { createMessageBook } from '../messages/message-book.js';
import type { CacheBlock } from '../messages/cache-block.js';
import { createPrefixCache, type PrefixCache } from './prefix-cache.js';

/** How a recorded session used the cache. */
export interface RecordedCacheOptions {
  /** What the recorded client asked for. Default: what `findLifetime` reads from its pauses. */
  lifetime?: CacheLifetime;
}

/** The cache use that a provider reported for one session, compared with the simulated one. */
export interface RecordedCache {
  /** Calls whose usage was recorded. */
  calls: number;
  /** Of these calls. */
  promptTokens: number;
  /** Tokens that the provider reported as read from its cache. */
  recordedTokens: number;
  /** Tokens read from the simulated cache, for the requests as logged. */
  simulatedTokens: number;
  /** The same, with a new head in each call that missed even the previous head. */
  renewedTokens: number;
  /** Calls without any hit although the previous prompt had not expired. */
  renewals: number;
  lifetime: CacheLifetime;
  /** Models without cache rules, whose calls are left out. */
  unknownModels: string[];
}

/** A recorded call; its prompt is everything before it since the last compaction. */
interface RecordedCall {
  seq: number;
  model: string;
  usage: Usage;
  /** When it was sent: the time of the entry before it. */
  atMs: number;
}

const MINUTE_MS = 60_000;

/**
 * Plays the recorded calls of a client through the simulated prompt cache. The log holds neither
 * system prompt nor tools, so a head represents the part of the first prompt that is not logged;
 * messages get the tokens by which the prompts grew. The part of the head that the first call read
 * from the cache counts as kept warm by other sessions. If a prompt shrinks without a compaction,
 * the previous turn was sent again without its reasoning.
 */
export async function simulateRecordedCache(
  entries: readonly EntryInput[],
  options: RecordedCacheOptions = {},
): Promise<RecordedCache> {
  const calls = recordedCalls(entries);
  const lifetime = options.lifetime ?? findLifetime(calls);
  const book = createMessageBook(await createTokenizer({ encoding: 'o200k_base' }));
  const rulesOf = (model: string): CacheRules => findCacheRules(describeModel(model), lifetime);
  const known = calls.filter(({ model }) => rulesOf(model).sources.length > 0);
  const prompts = recordedPrompts(entries, known, (entry) => book.message(entry.message).blocks);
  const play = (isRenewed: (index: number) => boolean): number =>
    playPrompts(prompts, known, rulesOf, isRenewed);
  const renewed = known.map((call, index) =>
    isHeadNew(call, known[index - 1], rulesOf(call.model)),
  );
  const sum = (value: (usage: Usage) => number): number =>
    known.reduce((total, { usage }) => total + value(usage), 0);
  const unknown = calls.filter((call) => !known.includes(call));
  return {
    calls: known.length,
    promptTokens: sum(({ inputTokens }) => inputTokens),
    recordedTokens: sum(({ cacheReadTokens = 0 }) => cacheReadTokens),
    simulatedTokens: play(() => false),
    renewedTokens: play((index) => renewed[index] === true),
    renewals: renewed.filter(Boolean).length,
    lifetime,
    unknownModels: [...new Set(unknown.map(({ model }) => model))],
  };
}

function recordedCalls(entries: readonly EntryInput[]): RecordedCall[] {
  let atMs = 0;
  return entries.flatMap((entry, seq) => {
    const { message, usage, model } = entry;
    atMs = Math.max(atMs, timeOf(entries[seq - 1]) ?? timeOf(entry) ?? atMs);
    if (message.role !== 'assistant' || usage === undefined || usage.inputTokens === 0) return [];
    return [{ seq, usage, model: model ?? '', atMs }];
  });
}

function timeOf(entry: EntryInput | undefined): number | undefined {
  const time = Date.parse(entry?.createdAt ?? '');
  return Number.isNaN(time) ? undefined : time;
}

/** Pauses this long distinguish a lifetime of 5 minutes from one of an hour. */
const DECISIVE_PAUSE_MS = { least: 6 * MINUTE_MS, most: 55 * MINUTE_MS };

/**
 * The lifetime that an Anthropic client requested (other providers offer no choice): an hour if the
 * cache survived most pauses between the default lifetime and an hour.
 */
function findLifetime(calls: readonly RecordedCall[]): CacheLifetime {
  let outlived = 0;
  const choosing = calls.filter(({ model }) => describeModel(model).provider === 'anthropic');
  for (const [index, { usage, atMs }] of choosing.entries()) {
    const before = choosing[index - 1];
    const pauseMs = atMs - (before?.atMs ?? atMs);
    if (
      before === undefined ||
      pauseMs < DECISIVE_PAUSE_MS.least ||
      pauseMs > DECISIVE_PAUSE_MS.most
    )
      continue;
    const isHit = (usage.cacheReadTokens ?? 0) > before.usage.inputTokens / 2;
    outlived += isHit ? 1 : -1;
  }
  return outlived > 0 ? '1h' : 'default';
}

/**
 * Whether a call had no hit although the previous prompt had not expired: the first block changed.
 */
function isHeadNew(
  call: RecordedCall,
  before: RecordedCall | undefined,
  rules: CacheRules,
): boolean {
  return (
    before !== undefined &&
    before.model === call.model &&
    (call.usage.cacheReadTokens ?? 0) === 0 &&
    before.usage.inputTokens >= 2 * rules.minTokens &&
    call.atMs - before.atMs <= rules.idleMs
  );
}

/** The prompt of each call, as blocks whose tokens add up to the recorded number. */
function recordedPrompts(
  entries: readonly EntryInput[],
  calls: readonly RecordedCall[],
  blocksOf: (entry: EntryInput) => readonly CacheBlock[],
): CacheBlock[][] {
  let fromSeq = 0;
  let turnSeq = 0;
  let sent: (CacheBlock & { seq: number })[] = [];
  let head: CacheBlock[] = [];
  let version = 0;
  return calls.map(({ seq, usage }, index) => {
    const fresh = entries
      .slice(fromSeq, seq)
      .map((entry, offset) => ({ entry, at: fromSeq + offset }));
    const compacted = fresh.findLastIndex(({ entry }, at) =>
      isCompaction(entry, fresh[at - 1]?.entry),
    );
    if (compacted >= 0) sent = [];
    const added = fresh
      .slice(Math.max(0, compacted))
      .flatMap(({ entry, at }) =>
        blocksOf(entry).map((block) => ({ ...block, key: `${at} ${block.key}`, seq: at })),
      );
    const newTurn = fresh.findLast(({ entry }) => entry.message.role === 'user')?.at;
    fromSeq = seq;
    const sentTokens = sizeOf(head) + sizeOf(sent);
    const { inputTokens, cacheReadTokens = 0 } = usage;
    if (index === 0) head = firstHead(inputTokens, sizeOf(added), cacheReadTokens);
    if (index > 0 && compacted < 0 && inputTokens < sentTokens) {
      version++;
      const since = turnSeq;
      sent = sent.map((block) =>
        block.seq < since ? block : { ...block, key: `${version} ${block.key}` },
      );
      sent = scaled(sent, inputTokens - sizeOf(head), (block) => block.seq >= since);
      sent.push(...scaled(added, 0, () => true));
    } else {
      sent.push(...scaled(added, inputTokens - sizeOf(head) - sizeOf(sent), () => true));
    }
    if (newTurn !== undefined) turnSeq = newTurn;
    return [...head, ...sent];
  });
}

/** Whether an entry is the first of those that a compaction put in place of all earlier ones. */
function isCompaction(entry: EntryInput, before: EntryInput | undefined): boolean {
  return entry.metadata?.['event'] === 'compaction' && before?.metadata?.['event'] !== 'compaction';
}

function firstHead(
  promptTokens: number,
  visibleTokens: number,
  cachedTokens: number,
): CacheBlock[] {
  const tokens = Math.max(cachedTokens, promptTokens - visibleTokens);
  const rest = Math.min(tokens, promptTokens) - cachedTokens;
  return [
    { key: 'warm head', tokens: cachedTokens },
    { key: 'head', tokens: Math.max(0, rest) },
  ].filter((block) => block.tokens > 0);
}

function sizeOf(blocks: readonly CacheBlock[]): number {
  return blocks.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** The blocks, with those that may change scaled so that all add up to `tokens`. */
function scaled<Block extends CacheBlock>(
  blocks: readonly Block[],
  tokens: number,
  mayChange: (block: Block) => boolean,
): Block[] {
  const fixed = sizeOf(blocks.filter((block) => !mayChange(block)));
  const changing = sizeOf(blocks) - fixed;
  const factor = changing === 0 ? 0 : Math.max(0, tokens - fixed) / changing;
  return blocks.map((block) =>
    mayChange(block) ? { ...block, tokens: block.tokens * factor } : block,
  );
}

/** Tokens read from the cache; providers keep one cache per model. */
function playPrompts(
  prompts: readonly CacheBlock[][],
  calls: readonly RecordedCall[],
  rulesOf: (model: string) => CacheRules,
  isRenewed: (index: number) => boolean,
): number {
  const caches = new Map<string, PrefixCache>();
  let renewals = 0;
  let cachedTokens = 0;
  for (const [index, { model, atMs }] of calls.entries()) {
    if (isRenewed(index)) renewals++;
    const cache = caches.get(model) ?? createPrefixCache(rulesOf(model));
    caches.set(model, cache);
    const prompt = prompts[index] ?? [];
    const isWarm = prompt[0]?.key === 'warm head' && renewals === 0;
    const instructionBlocks = prompt.filter(({ key }) => String(key).endsWith('head')).length;
    const blocks = renewals === 0 ? prompt : prompt.map(withKey(renewals));
    const warm = blocks.slice(0, isWarm ? 1 : 0);
    if (isWarm) cache.request({ blocks: warm, instructionBlocks: 1, epochHeadBlocks: 0, atMs });
    const request = { blocks, instructionBlocks, epochHeadBlocks: warm.length, atMs };
    cachedTokens += cache.request(request).cachedTokens;
  }
  return cachedTokens;
}

function withKey(version: number): (block: CacheBlock) => CacheBlock {
  return ({ key, tokens }) => ({ key: `${version} ${key}`, tokens });
}
