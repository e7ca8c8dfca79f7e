import { listModels } from '@everlong/tokenizer';
import { describe, expect, it } from 'vitest';

import { findCacheRules } from './cache-rules.js';

describe('findCacheRules', () => {
  it.each([
    ['claude-opus-5', 512],
    ['claude-fable-5-1', 512],
    ['claude-sonnet-5', 1024],
    ['claude-sonnet-4-5', 1024],
    ['claude-opus-4-8', 1024],
    ['claude-opus-4-7', 2048],
    ['claude-3-5-haiku', 2048],
    ['claude-opus-4-5', 4096],
    ['claude-haiku-4-5', 4096],
  ])('knows the shortest cacheable prompt of %s', (name, minTokens) => {
    expect(findCacheRules({ provider: 'anthropic', name })).toMatchObject({
      kind: 'breakpoints',
      minTokens,
      lookBackBlocks: 20,
      maxBreakpoints: 4,
    });
  });

  it.each([
    ['gpt-4o', 'longest-prefix'],
    ['gpt-5', 'longest-prefix'],
    ['gpt-5.5', 'longest-prefix'],
    ['o3', 'longest-prefix'],
    ['gpt-5.6-sol', 'breakpoints'],
    ['gpt-6-luna', 'breakpoints'],
  ])('tells how %s is cached', (name, kind) => {
    expect(findCacheRules({ provider: 'openai', name }).kind).toBe(kind);
  });

  it('promises nothing for Gemini and for unknown providers', () => {
    expect(findCacheRules({ provider: 'google', name: 'gemini-2.5-pro' })).toMatchObject({
      guaranteed: false,
      minTokens: 2048,
    });
    expect(findCacheRules({ provider: 'unknown', name: 'llama' })).toMatchObject({
      guaranteed: false,
    });
  });

  it('keeps for an hour, at twice the price of input, what a client of Anthropic asks for', () => {
    const sonnet = { provider: 'anthropic', name: 'claude-sonnet-4-5' };
    const hour = { idleMs: 3_600_000, writeFactor: 2, readFactor: 0.1 };
    expect(findCacheRules(sonnet, '1h')).toMatchObject(hour);
    expect(findCacheRules(sonnet)).toMatchObject({ idleMs: 300_000, writeFactor: 1.25 });
    const gpt = { provider: 'openai', name: 'gpt-5' };
    expect(findCacheRules(gpt, '1h')).toEqual(findCacheRules(gpt));
  });

  it('names a source for every model of a known provider', () => {
    const known = listModels().filter(({ provider }) =>
      ['anthropic', 'google', 'openai'].includes(provider),
    );
    const unsourced = known.filter((model) => findCacheRules(model).sources.length === 0);
    expect(known.length).toBeGreaterThan(20);
    expect(unsourced.map(({ name }) => name)).toEqual([]);
  });
});
