import { describe, expect, it } from 'vitest';

import { allocateRoom, compactionCost } from './everlong-allocation.js';
import type { PolicyContext } from '../policies/policy.js';
import type { MessageGroup } from '../rendering/message-group.js';

function group(tokens: number): MessageGroup {
  const message = { role: 'assistant' as const, content: 'x' };
  return {
    from: 0,
    to: 0,
    entries: [],
    rendered: [],
    messages: [message],
    tokens,
    startsTurn: false,
  };
}

function context(tokens: number[], firstNew: number, promptCacheExpired = false): PolicyContext {
  return {
    groups: tokens.map(group),
    firstNew,
    snapshotTokens: 1000,
    prices: { cacheRead: 0.1, cacheWrite: 1.25 },
    promptCacheExpired,
  } as unknown as PolicyContext;
}

/** A compaction that leaves so many tokens, none of them in the cache. */
function all(tokens: number) {
  return { kept: tokens, rewritten: tokens };
}

describe('compactionCost', () => {
  it('adds up, call by call, what was read beyond what a compaction keeps', () => {
    // Calls saw 3000, 5000 and 6000 tokens; the next one will see 7000. 2000 would have been kept.
    const { carried, rewrite } = compactionCost(context([2000, 2000, 1000, 1000], 1), all(2000));
    expect(carried).toBeCloseTo(0.1 * (1000 + 3000 + 4000 + 5000));
    expect(rewrite).toBeCloseTo(1.15 * 2000);
  });

  it('pays nothing for what is kept and cached already', () => {
    const { rewrite } = compactionCost(context([2000, 2000], 2), { kept: 2000, rewritten: 500 });
    expect(rewrite).toBeCloseTo(1.15 * 500);
  });

  it('costs nothing to carry what a compaction would keep anyway', () => {
    expect(compactionCost(context([500, 500], 0), all(3000)).carried).toBe(0);
  });

  it('writes all of the request anew when the cache is cold, compacted or not', () => {
    const { carried, rewrite } = compactionCost(context([2000, 2000], 2, true), all(2000));
    expect(carried).toBeCloseTo(1.25 * 3000);
    expect(rewrite).toBe(0);
  });
});

describe('allocateRoom', () => {
  it('gives snapshots a share of a small room, the same in usual ones, and a sixteenth of a large one', () => {
    const snapshotOf = (room: number) =>
      allocateRoom({
        ...context([], 0),
        settings: { snapshotShare: 0.2 },
        inputBudget: room,
        fixedTokens: 0,
      } as PolicyContext).snapshotTokens;
    expect(snapshotOf(2000)).toBe(400);
    expect(snapshotOf(4000)).toBe(800);
    expect(snapshotOf(16_000)).toBe(snapshotOf(40_000));
    expect(snapshotOf(128_000)).toBe(8000);
  });
});
