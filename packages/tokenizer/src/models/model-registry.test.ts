import { ConfigError } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import {
  describeModel,
  findModel,
  listModels,
  modelDataOrigin,
  registerModel,
} from './model-registry.js';

describe('findModel', () => {
  it('takes a long addition to a name', () => {
    expect(findModel(`gpt-5${'-a'.repeat(500)}`)?.name).toBe('gpt-5');
  });

  // Each takes minutes where a name is looked through again for each of its parts.
  it.each(['-a', '-v1', ':1.', 'a/'])('answers for a million characters: %s', (unit) => {
    expect(findModel(`x${unit.repeat(1_000_000 / unit.length)}`)).toBeUndefined();
  });

  it.each([
    ['gpt-5', 'gpt-5'],
    ['GPT-5', 'gpt-5'],
    ['openai/gpt-5-mini-2025-08-07', 'gpt-5-mini'],
    ['gpt-5.1-codex', 'gpt-5.1-codex'],
    ['gpt-5.4', 'gpt-5.4'],
    ['gpt-4-0613', 'gpt-4'],
    ['gpt-4o-2024-08-06', 'gpt-4o'],
    ['o3-2025-04-16', 'o3'],
    ['claude-opus-4-5-20251101', 'claude-opus-4-5'],
    ['claude-sonnet-4-20250514', 'claude-sonnet-4-0'],
    ['litellm_proxy/claude-sonnet-4-20250514', 'claude-sonnet-4-0'],
    ['anthropic/claude-opus-4.8-fast', 'claude-opus-4-8'],
    ['anthropic/claude-4.5-sonnet', 'claude-sonnet-4-5'],
    ['claude-3-5-sonnet-latest', 'claude-3-5-sonnet'],
    ['us.anthropic.claude-haiku-4-5-20251001-v1:0', 'claude-haiku-4-5'],
    ['claude-haiku-4-5@20251001', 'claude-haiku-4-5'],
    ['google/gemini-3-pro-preview', 'gemini-3-pro'],
    ['zai/glm-4.7', 'glm-4.7'],
    ['deepseek-chat', 'deepseek-chat'],
    ['x-ai/grok-4-fast-reasoning', 'grok-4-fast-reasoning'],
    ['gemini-2.5-flash-preview-09-2025', 'gemini-2.5-flash'],
  ])('finds %s as %s', (name, expected) => {
    expect(findModel(name)?.name).toBe(expected);
  });

  it.each(['claude-opus-4-9', 'gpt-5.99', 'gpt-7', 'llama-9', '', 'gpt', 'claude'])(
    'does not guess at %j',
    (name) => {
      expect(findModel(name)).toBeUndefined();
    },
  );

  // promise: context-30
  it('knows windows, limits, prices, caches, tokenizers and images', () => {
    expect(findModel('claude-opus-4-5')).toMatchObject({
      provider: 'anthropic',
      contextWindow: 200_000,
      maxOutputTokens: 64_000,
      family: 'claude',
      imageRule: 'anthropic',
      prices: { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 },
      cacheLifetimeMs: 300_000,
    });
    expect(findModel('claude-opus-4-7')?.family).toBe('claude-4.7');
    expect(findModel('claude-sonnet-5')?.family).toBe('claude-4.7');
    expect(findModel('claude-haiku-5-5')?.longPrices).toMatchObject({ aboveTokens: 100_000 });
    expect(findModel('gpt-3.5-turbo')?.encoding).toBe('cl100k_base');
    expect(findModel('gpt-5')).toMatchObject({ encoding: 'o200k_base', maxInputTokens: 272_000 });
    expect(findModel('gpt-oss-120b')?.encoding).toBe('o200k_harmony');
    expect(findModel('gpt-6-sol')?.longPrices?.aboveTokens).toBe(272_000);
    expect(findModel('gemini-3-pro')?.contextWindow).toBe(1_048_576);
  });
});

describe('describeModel', () => {
  it('says what it assumes of an unknown model', () => {
    const model = describeModel('claude-opus-9-9');
    expect(model).toMatchObject({
      contextWindow: 128_000,
      provider: 'anthropic',
      family: 'claude-4.7',
    });
    expect(model.warning).toMatch(/claude-opus-9-9.*registerModel/);
    expect(describeModel('gpt-5').warning).toBeUndefined();
  });
});

describe('registerModel', () => {
  it('adds models, which then are found like the others', () => {
    registerModel({ name: 'Acme-Large', contextWindow: 64_000, prices: { input: 1 } });
    expect(findModel('acme/acme-large-2026-01-01')).toMatchObject({
      name: 'acme-large',
      contextWindow: 64_000,
      family: 'unknown',
      prices: { input: 1 },
    });
    expect(listModels().some(({ name }) => name === 'acme-large')).toBe(true);
  });

  it('refuses what cannot be a model', () => {
    for (const model of [
      { name: '', contextWindow: 1000 },
      { name: 'x', contextWindow: 0 },
      { name: 'x', contextWindow: Number.NaN },
      ...([undefined, null, 'x', {}, { name: 5, contextWindow: 1000 }] as never[]),
    ]) {
      expect(() => registerModel(model)).toThrow(expect.toSatisfy(ConfigError.isInstance));
    }
  });
});

describe('modelDataOrigin', () => {
  it('says until when a model is served, where the provider has said so', () => {
    expect(findModel('gpt-5-2025-08-07')?.retiresOn).toBe('2026-12-11');
    expect(findModel('claude-opus-5-5')).not.toHaveProperty('retiresOn');
    for (const { retiresOn } of listModels()) {
      if (retiresOn !== undefined) expect(retiresOn).toMatch(/^20\d\d-\d\d-\d\d$/);
    }
  });

  it('names a date and its sources', () => {
    expect(modelDataOrigin.date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(modelDataOrigin.sources.length).toBeGreaterThan(2);
  });
});
