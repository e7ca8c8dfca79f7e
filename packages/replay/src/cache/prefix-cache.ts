import type { BreakpointCacheRules, CacheRules, LongestPrefixCacheRules } from './cache-rules.js';
import type { CacheBlock } from '../messages/cache-block.js';

/** A request as a prompt cache sees it: tools, instructions and message parts, flattened. */
export interface CacheRequest {
  /** In order. */
  blocks: readonly CacheBlock[];
  /** How many blocks at the start are tools and instructions. */
  instructionBlocks: number;
  /** How many blocks at the start come before the log's own: instructions, snapshots, notes. */
  epochHeadBlocks: number;
  /** When the request was sent; without it no time passes. */
  atMs?: number;
}

/** How much of a request was served from the cache, and how much was written to it. */
export interface CacheOutcome {
  /** Of the whole prompt. */
  inputTokens: number;
  /** Of these, read from the cache. */
  cachedTokens: number;
  /** Of these, written to the cache. */
  cacheWriteTokens: number;
}

/** A provider's prompt cache for one conversation whose requests come one after the other. */
export interface PrefixCache {
  /** What the cache serves and stores of the next request. */
  request(request: CacheRequest): CacheOutcome;
}

/** How the cache ages. */
export interface PrefixCacheOptions {
  /** False: entries never expire, however much time passes between requests. Default true. */
  idleExpiry?: boolean;
}

/** More blocks than this since the last request get a breakpoint of their own. */
const BREAKPOINT_SPACING_BLOCKS = 15;

/** A prefix of some request. */
interface PrefixNode {
  /** Blocks and tokens up to and including this one. */
  length: number;
  tokens: number;
  children: Map<string | number, PrefixNode>;
  /** When the entry that ends here was last written or read; absent when there is none. */
  usedAtMs?: number;
  /** The number of the last request that had this prefix. */
  seenBy: number;
}

/**
 * Simulates a prompt cache by a provider's rules. Every policy gets the same favourable
 * breakpoints: at the end of the instructions, at the end of the epoch's head, at the last block,
 * and at every 15th block of a long addition, up to the number allowed.
 */
export function createPrefixCache(
  rules: CacheRules,
  { idleExpiry = true }: PrefixCacheOptions = {},
): PrefixCache {
  const root: PrefixNode = { length: 0, tokens: 0, children: new Map(), seenBy: 0 };
  const idleMs = idleExpiry ? rules.idleMs : Infinity;
  let requestNumber = 0;
  let nowMs = 0;

  return {
    request(request) {
      requestNumber++;
      nowMs = Math.max(nowMs, request.atMs ?? nowMs);
      const path: PrefixNode[] = [];
      let shared = 0;
      let node = root;
      for (const block of request.blocks) {
        node = childOf(node, block);
        if (node.seenBy === requestNumber - 1 && node.seenBy > 0) shared = node.length;
        node.seenBy = requestNumber;
        path.push(node);
      }
      return rules.kind === 'breakpoints'
        ? byBreakpoints(path, { rules, request, shared, nowMs, idleMs })
        : byLongestPrefix(path, { rules, nowMs, idleMs });
    },
  };
}

function childOf(parent: PrefixNode, block: CacheBlock): PrefixNode {
  const known = parent.children.get(block.key);
  if (known !== undefined) return known;
  const child: PrefixNode = {
    length: parent.length + 1,
    tokens: parent.tokens + block.tokens,
    children: new Map(),
    seenBy: 0,
  };
  parent.children.set(block.key, child);
  return child;
}

interface Clock {
  nowMs: number;
  idleMs: number;
}

function isAlive(node: PrefixNode, { nowMs, idleMs }: Clock): boolean {
  return node.usedAtMs !== undefined && nowMs - node.usedAtMs <= idleMs;
}

function byLongestPrefix(
  path: readonly PrefixNode[],
  { rules, ...clock }: Clock & { rules: LongestPrefixCacheRules },
): CacheOutcome {
  const inputTokens = path.at(-1)?.tokens ?? 0;
  const hit = path.findLast((node) => isAlive(node, clock))?.tokens ?? 0;
  const whole = Math.floor(hit / rules.stepTokens) * rules.stepTokens;
  for (const node of path) node.usedAtMs = clock.nowMs;
  return { inputTokens, cachedTokens: whole >= rules.minTokens ? whole : 0, cacheWriteTokens: 0 };
}

interface BreakpointState extends Clock {
  rules: BreakpointCacheRules;
  request: CacheRequest;
  /** How many blocks at the start the request before had too. */
  shared: number;
}

function byBreakpoints(path: readonly PrefixNode[], state: BreakpointState): CacheOutcome {
  const { rules, nowMs } = state;
  const inputTokens = path.at(-1)?.tokens ?? 0;
  const marked = breakpoints(path.length, state)
    .map((length) => path[length - 1])
    .filter((node) => node !== undefined && node.tokens >= rules.minTokens) as PrefixNode[];
  let hit: PrefixNode | undefined;
  for (const { length } of marked) {
    const found = path
      .slice(Math.max(0, length - rules.lookBackBlocks), length)
      .findLast((node) => isAlive(node, state));
    if (found === undefined) continue;
    found.usedAtMs = nowMs;
    if (found.length > (hit?.length ?? 0)) hit = found;
  }
  const cachedTokens = hit?.tokens ?? 0;
  const written = marked.at(-1)?.tokens ?? 0;
  for (const node of marked) node.usedAtMs = nowMs;
  return { inputTokens, cachedTokens, cacheWriteTokens: Math.max(0, written - cachedTokens) };
}

/** Where breakpoints are, as prefix lengths in ascending order. */
function breakpoints(length: number, { rules, request, shared }: BreakpointState): number[] {
  const places = new Set<number>();
  for (const place of [length, request.instructionBlocks, request.epochHeadBlocks]) {
    if (place > 0 && place <= length && places.size < rules.maxBreakpoints) places.add(place);
  }
  for (
    let place = shared + BREAKPOINT_SPACING_BLOCKS;
    place < length && places.size < rules.maxBreakpoints;
    place += BREAKPOINT_SPACING_BLOCKS
  ) {
    places.add(place);
  }
  return [...places].toSorted((left, right) => left - right);
}
