import { describe, expect, it } from 'vitest';

import { bindsThinking, readsThinking } from './thinking-rules.js';

describe('bindsThinking', () => {
  it.each([
    'claude-opus-5-5',
    'anthropic/claude-sonnet-5-5',
    'us.anthropic.claude-haiku-5-5-v1:0',
    'claude-fable-5.1',
    'claude-fable-5-2',
    'claude-mythos-5-1-20260831',
    'claude-mythos-5-2',
    'claude-opus-6',
  ])('%s binds its thinking', (model) => {
    expect(bindsThinking(model)).toBe(true);
  });

  it.each([
    'claude-opus-5',
    'claude-opus-4-8',
    'claude-sonnet-4-5-20250929',
    'claude-sonnet-5',
    'claude-haiku-4-5',
    'claude-fable-5',
    'claude-3-7-sonnet-20250219',
    'gpt-5.5',
    'gemini-3-pro',
    'my-own-model',
    undefined,
  ])('%s does not', (model) => {
    expect(bindsThinking(model)).toBe(false);
  });
});

describe('readsThinking', () => {
  it('knows which models read whose thinking', () => {
    expect(readsThinking('claude-fable-5-1', 'anthropic/claude-opus-5-5')).toBe(true);
    expect(readsThinking('claude-opus-5-5', 'claude-sonnet-5-5')).toBe(true);
    expect(readsThinking('claude-opus-5-5', 'claude-opus-4-1-20250805')).toBe(true);
    expect(readsThinking('claude-sonnet-5-5', 'claude-opus-4-8')).toBe(true);
  });

  it('and which do not', () => {
    expect(readsThinking('claude-opus-5-5', 'claude-fable-5-1')).toBe(false);
    expect(readsThinking('claude-sonnet-5-5', 'claude-opus-5')).toBe(false);
    expect(readsThinking('claude-haiku-5-5', 'claude-haiku-4-5')).toBe(false);
    expect(readsThinking('claude-opus-5', 'claude-opus-4-8')).toBe(false);
    expect(readsThinking('gpt-5.5', 'claude-opus-5')).toBe(false);
    expect(readsThinking('claude-fable-5-1', undefined)).toBe(false);
  });
});
