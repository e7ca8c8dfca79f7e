import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type CacheRules, findCacheRules } from './cache-rules.js';
import type { CacheBlock } from '../messages/cache-block.js';
import { createPrefixCache } from './prefix-cache.js';

const anthropic = findCacheRules({ provider: 'anthropic', name: 'claude-sonnet-4-5' });
const openai = findCacheRules({ provider: 'openai', name: 'gpt-5' });
const gpt56 = findCacheRules({ provider: 'openai', name: 'gpt-5.6-sol' });
const gemini = findCacheRules({ provider: 'google', name: 'gemini-3-pro' });

const MINUTE_MS = 60_000;

/** Blocks of 100 tokens, named by letters, or by a letter and how many of them: `a`, `b*12`. */
function blocks(...names: string[]): CacheBlock[] {
  return names.flatMap((name) => {
    const [letter = '', times = '1'] = name.split('*');
    const count = Number(times);
    return Array.from({ length: count }, (_, index) => ({ key: `${letter}${index}`, tokens: 100 }));
  });
}

function ask(
  list: CacheBlock[],
  more: { head?: number; atMs?: number; instructions?: number } = {},
) {
  return {
    blocks: list,
    instructionBlocks: more.instructions ?? 0,
    epochHeadBlocks: more.head ?? 0,
    ...(more.atMs === undefined ? {} : { atMs: more.atMs }),
  };
}

describe('breakpoints (Anthropic)', () => {
  it('writes everything up to the last block and reads it in the next request', () => {
    const cache = createPrefixCache(anthropic);
    expect(cache.request(ask(blocks('a*12')))).toEqual({
      inputTokens: 1200,
      cachedTokens: 0,
      cacheWriteTokens: 1200,
    });
    expect(cache.request(ask(blocks('a*12', 'b*3')))).toEqual({
      inputTokens: 1500,
      cachedTokens: 1200,
      cacheWriteTokens: 300,
    });
  });

  it('caches nothing below the minimum, counted from the start of the prompt', () => {
    const cache = createPrefixCache(anthropic);
    const nothing = { cachedTokens: 0, cacheWriteTokens: 0 };
    expect(cache.request(ask(blocks('a*10')))).toEqual({ inputTokens: 1000, ...nothing });
    expect(cache.request(ask(blocks('a*10')))).toEqual({ inputTokens: 1000, ...nothing });
  });

  it('has entries only at breakpoints: a changed tail falls back to the instructions', () => {
    const cache = createPrefixCache(anthropic);
    cache.request(ask(blocks('a*12', 'b*4'), { instructions: 12 }));
    expect(cache.request(ask(blocks('a*12', 'b*2', 'c*5'), { instructions: 12 }))).toEqual({
      inputTokens: 1900,
      cachedTokens: 1200,
      cacheWriteTokens: 700,
    });
  });

  it('finds an entry 19 blocks before a breakpoint, but not 20', () => {
    const near = createPrefixCache({ ...anthropic, maxBreakpoints: 1 } as CacheRules);
    near.request(ask(blocks('a*12')));
    expect(near.request(ask(blocks('a*12', 'b*19'))).cachedTokens).toBe(1200);
    const far = createPrefixCache({ ...anthropic, maxBreakpoints: 1 } as CacheRules);
    far.request(ask(blocks('a*12')));
    expect(far.request(ask(blocks('a*12', 'b*20'))).cachedTokens).toBe(0);
  });

  it('puts breakpoints into a long addition, so that the old end is found', () => {
    const cache = createPrefixCache(anthropic);
    cache.request(ask(blocks('a*12')));
    expect(cache.request(ask(blocks('a*12', 'b*40')))).toEqual({
      inputTokens: 5200,
      cachedTokens: 1200,
      cacheWriteTokens: 4000,
    });
  });

  it('finds the head of the epoch when the tail behind it is new', () => {
    const cache = createPrefixCache(anthropic);
    cache.request(ask(blocks('a*20'), { head: 20 }));
    cache.request(ask(blocks('a*20', 'b*30'), { head: 20 }));
    expect(cache.request(ask(blocks('a*20', 'c*30'), { head: 20 })).cachedTokens).toBe(2000);
  });

  it('forgets what was idle for more than 5 minutes; a hit starts the time anew', () => {
    const cache = createPrefixCache(anthropic);
    cache.request(ask(blocks('a*12'), { atMs: 0 }));
    expect(cache.request(ask(blocks('a*12'), { atMs: 5 * MINUTE_MS })).cachedTokens).toBe(1200);
    expect(cache.request(ask(blocks('a*12'), { atMs: 10 * MINUTE_MS })).cachedTokens).toBe(1200);
    const late = cache.request(ask(blocks('a*12'), { atMs: 15 * MINUTE_MS + 1 }));
    expect(late).toEqual({ inputTokens: 1200, cachedTokens: 0, cacheWriteTokens: 1200 });
  });

  it('never expires when told so, and not where no time is known', () => {
    const patient = createPrefixCache(anthropic, { idleExpiry: false });
    patient.request(ask(blocks('a*12'), { atMs: 0 }));
    const nextDay = patient.request(ask(blocks('a*12'), { atMs: 24 * 60 * MINUTE_MS }));
    expect(nextDay.cachedTokens).toBe(1200);
    const timeless = createPrefixCache(anthropic);
    timeless.request(ask(blocks('a*12'), { atMs: 0 }));
    expect(timeless.request(ask(blocks('a*12'))).cachedTokens).toBe(1200);
  });
});

describe('breakpoints (GPT-5.6)', () => {
  it('looks back without limit and keeps entries for 30 minutes', () => {
    const cache = createPrefixCache({ ...gpt56, maxBreakpoints: 1 } as CacheRules);
    cache.request(ask(blocks('a*12'), { atMs: 0 }));
    const next = cache.request(ask(blocks('a*12', 'b*50'), { atMs: 30 * MINUTE_MS }));
    expect(next).toEqual({ inputTokens: 6200, cachedTokens: 1200, cacheWriteTokens: 5000 });
  });
});

describe('longest prefix (OpenAI before GPT-5.6, Gemini)', () => {
  it('rounds the common prefix down to steps of 128 and charges no write', () => {
    const cache = createPrefixCache(openai);
    cache.request(ask(blocks('a*13', 'b*5')));
    expect(cache.request(ask(blocks('a*13', 'c*2')))).toEqual({
      inputTokens: 1500,
      // 1,300 tokens in common: ten steps of 128.
      cachedTokens: 1280,
      cacheWriteTokens: 0,
    });
  });

  it('needs 1,024 tokens in common', () => {
    const cache = createPrefixCache(openai);
    cache.request(ask(blocks('a*10', 'b*5')));
    expect(cache.request(ask(blocks('a*10', 'c*5'))).cachedTokens).toBe(0);
  });

  it('finds any earlier request, not only the last one', () => {
    const cache = createPrefixCache(openai);
    cache.request(ask(blocks('a*20')));
    cache.request(ask(blocks('b*20')));
    // 2,000 tokens: fifteen steps of 128.
    expect(cache.request(ask(blocks('a*20'))).cachedTokens).toBe(1920);
  });

  it('serves Gemini 3 from 4,096 tokens, to the token', () => {
    const cache = createPrefixCache(gemini);
    cache.request(ask(blocks('a*40')));
    expect(cache.request(ask(blocks('a*40'))).cachedTokens).toBe(0);
    cache.request(ask(blocks('a*41')));
    expect(cache.request(ask(blocks('a*41', 'b*3'))).cachedTokens).toBe(4100);
  });
});

describe('any rules', () => {
  const request = fc.record({
    keys: fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 60 }),
    instructions: fc.nat(5),
    head: fc.nat(60),
    atMs: fc.option(fc.nat(20 * MINUTE_MS), { nil: undefined }),
  });

  it('never serve or write more than there is', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(anthropic, openai, gpt56, gemini),
        fc.array(request, { maxLength: 12 }),
        (rules, requests) => {
          const cache = createPrefixCache({ ...rules, minTokens: 500 });
          for (const { keys, instructions, head, atMs } of requests) {
            const list = keys.map((key) => ({ key, tokens: 100 + key }));
            const outcome = cache.request(
              ask(list, { instructions, head, ...(atMs === undefined ? {} : { atMs }) }),
            );
            const { inputTokens, cachedTokens, cacheWriteTokens } = outcome;
            expect(inputTokens).toBe(list.reduce((sum, block) => sum + block.tokens, 0));
            expect(cachedTokens).toBeGreaterThanOrEqual(0);
            expect(cacheWriteTokens).toBeGreaterThanOrEqual(0);
            expect(cachedTokens + cacheWriteTokens).toBeLessThanOrEqual(inputTokens);
          }
        },
      ),
    );
  });
});
