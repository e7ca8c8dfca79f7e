import type { EntryInput, Usage } from '@everlong/core';
import { createTokenizer, describeModel } from '@everlong/tokenizer';

import { type CacheLifetime, type CacheRules, findCacheRules } from './cache-rules.js';
import { createMessageBook } from '../messages/message-book.js';
import type { CacheBlock } from '../messages/cache-block.js';
import { createPrefixCache, type PrefixCache } from './prefix-cache.js';

export interface RecordedCacheOptions {
  /** What the recorded client asked for. Default: what `findLifetime` reads from its pauses. */
  lifetime?: CacheLifetime;
}

/** The provider's report on the calls of one session beside what the cache rules say of them. */
export interface RecordedCache {
  /** Calls whose usage was recorded, and the tokens of their prompts. */
  calls: number;
  promptTokens: number;
  /** Tokens that the provider reported as read from its cache. */
  recordedTokens: number;
  /** Tokens that the rules say were read, of the requests as the log holds them. */
  simulatedTokens: number;
  /** The same, with a new head in each call that did not even find the head of the one before. */
  renewedTokens: number;
  /** Calls that found nothing within the lifetime of a prompt that was longer than a head. */
  renewals: number;
  lifetime: CacheLifetime;
  /** Models whose provider has no rules, so that nothing can be said about their calls. */
  unknownModels: string[];
}

/** A recorded call: what was sent is what comes before it since the last compaction. */
interface RecordedCall {
  seq: number;
  model: string;
  usage: Usage;
  /** When it was sent: the time of the entry before it. */
  atMs: number;
}

const MINUTE_MS = 60_000;

/**
 * Plays the calls that a recorded client really made through the simulated prompt cache. The log
 * holds neither system prompt nor tools, so a head stands for what of the first prompt is not in
 * it; messages get the tokens that the prompts grew by. Of the head, what the first call read from
 * the cache was there already and is kept alive by other sessions. Where a prompt shrinks without a
 * compaction, the turn before the newest one was sent anew (its reasoning is dropped).
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
const TELLING_MS = { least: 6 * MINUTE_MS, most: 55 * MINUTE_MS };

/**
 * Of clients of Anthropic, which alone offers a choice: an hour where most pauses longer than the
 * usual lifetime and shorter than an hour were outlived.
 */
function findLifetime(calls: readonly RecordedCall[]): CacheLifetime {
  let outlived = 0;
  const choosing = calls.filter(({ model }) => describeModel(model).provider === 'anthropic');
  for (const [index, { usage, atMs }] of choosing.entries()) {
    const before = choosing[index - 1];
    const pauseMs = atMs - (before?.atMs ?? atMs);
    if (before === undefined || pauseMs < TELLING_MS.least || pauseMs > TELLING_MS.most) continue;
    const isHit = (usage.cacheReadTokens ?? 0) > before.usage.inputTokens / 2;
    outlived += isHit ? 1 : -1;
  }
  return outlived > 0 ? '1h' : 'default';
}

/**
 * Nothing at all was found of a prompt that had been sent shortly before: its first block changed.
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

/** What was sent in each call: blocks whose tokens add up to the recorded prompt. */
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
    const told = sizeOf(head) + sizeOf(sent);
    const { inputTokens, cacheReadTokens = 0 } = usage;
    if (index === 0) head = firstHead(inputTokens, sizeOf(added), cacheReadTokens);
    if (index > 0 && compacted < 0 && inputTokens < told) {
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

/** The first of the entries that replace everything before. */
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

/** The blocks with those that may change sized so that all together have the tokens. */
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

/** Tokens read from the cache: one cache a model, as providers keep them. */
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
