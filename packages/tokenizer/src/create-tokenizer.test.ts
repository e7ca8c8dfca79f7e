import { ConfigError, type ModelMessage } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import { createTokenizer } from './create-tokenizer.js';

describe('createTokenizer', () => {
  // promise: context-29, missy-5
  it('counts exactly for OpenAI models and says so', async () => {
    const tokenizer = await createTokenizer({ model: 'gpt-5' });
    expect(tokenizer.source).toBe('tokenizer');
    expect(tokenizer.name).toBe('o200k_base');
    expect(tokenizer.encode('hello world')).toEqual([24912, 2375]);
    expect(tokenizer.decode([24912, 2375])).toBe('hello world');
    expect(tokenizer.count('hello world')).toBe(2);
    expect(tokenizer.model?.contextWindow).toBe(400_000);
  });

  it('says what it cannot count', async () => {
    const { count, fits } = await createTokenizer({ encoding: 'o200k_base' });
    expect(() => count(undefined as never)).toThrow('Only a string has tokens, not undefined');
    expect(() => fits({} as never, 5)).toThrow(ConfigError);
  });

  it('says what is no message, no list, no tokens and no number', async () => {
    const tokenizer = await createTokenizer({ encoding: 'o200k_base' });
    for (const value of [undefined, null, 5, 'text', [], {}, { role: 'user' }] as never[]) {
      expect(() => tokenizer.countMessage(value)).toThrow(/^Only a message has tokens, .*, not /);
      expect(() => tokenizer.countMessages([value])).toThrow(ConfigError);
    }
    for (const value of [undefined, null, 5, 'text', {}] as never[]) {
      expect(() => tokenizer.countMessages(value)).toThrow(/messages .* must be a list, not /);
      expect(() => tokenizer.decode(value)).toThrow(/^decode takes token ids, .*, not /);
    }
    for (const value of [undefined, null, '5'] as never[]) {
      expect(() => tokenizer.fits('text', value)).toThrow(/^maxTokens of fits must be a number, /);
      expect(() => tokenizer.truncate('text', value)).toThrow(/^maxTokens of truncate must be a /);
    }
    expect([tokenizer.fits('text', -1), tokenizer.truncate('text', -1)]).toEqual([false, '']);
  });

  it('refuses an option that it does not have', async () => {
    const created = createTokenizer({ modle: 'gpt-5' } as never);
    await expect(created).rejects.toThrow('Did you mean "model"?');
    await expect(created).rejects.toSatisfy(ConfigError.isInstance);
  });

  it.each([
    [undefined, 'createTokenizer takes an object of options'],
    [{}, 'needs a `model` or an `encoding`'],
    [{ model: 4 }, 'The name of a model must be a string, not 4. Give one such as "gpt-5".'],
    [{ model: null }, 'must be a string, not null'],
    [{ encoding: 4 }, 'The encoding "4" is not known'],
    [{ model: 'gpt-5', cache: null }, 'must be true, false or { pieces, texts }, not null'],
  ])('refuses %j', async (options, problem) => {
    const created = createTokenizer(options as never);
    await expect(created).rejects.toThrow(problem);
    await expect(created).rejects.toSatisfy(ConfigError.isInstance);
  });

  it('takes an encoding by name', async () => {
    const tokenizer = await createTokenizer({ encoding: 'cl100k_base' });
    expect(tokenizer.encode('hello world')).toEqual([15339, 1917]);
    expect(tokenizer.source).toBe('tokenizer');
  });

  // promise: missy-5
  it('estimates for models without a public tokenizer, not below the stand-in', async () => {
    const exact = await createTokenizer({ encoding: 'o200k_base' });
    for (const model of ['claude-opus-4-5-20251101', 'google/gemini-3-pro-preview']) {
      const tokenizer = await createTokenizer({ model });
      expect(tokenizer.source).toBe('heuristic');
      const text = 'const answer = await fetch("https://example.com/api?id=42");\n'.repeat(20);
      expect(tokenizer.count(text)).toBeGreaterThan(exact.count(text));
      for (const odd of ['=> {}();', '   x', ' 4711', '\n', 'ABC', 'été', '数']) {
        const many = odd.repeat(200);
        expect([odd, tokenizer.count(many) >= exact.count(many)]).toEqual([odd, true]);
      }
    }
  });

  it('does not call exact what a provider has not confirmed', async () => {
    const tokenizer = await createTokenizer({ model: 'gpt-6-sol' });
    expect(tokenizer).toMatchObject({ name: 'o200k_base', source: 'heuristic' });
    expect(tokenizer.count('hello world')).toBe(2);
  });

  // promise: context-30
  it('says that a model is unknown, with a window of 128,000', async () => {
    const tokenizer = await createTokenizer({ model: 'acme-large-9' });
    expect(tokenizer.source).toBe('heuristic');
    expect(tokenizer.model?.contextWindow).toBe(128_000);
    expect(tokenizer.warning).toContain('acme-large-9');
  });

  it('refuses an unknown encoding and names the known ones', async () => {
    await expect(createTokenizer({ encoding: 'klingon' })).rejects.toThrow(/klingon.*o200k_base/);
    await expect(createTokenizer({ encoding: 'klingon' })).rejects.toSatisfy(
      ConfigError.isInstance,
    );
    await expect(createTokenizer({})).rejects.toSatisfy(ConfigError.isInstance);
  });

  it('counts messages with their frames, and the reply', async () => {
    const tokenizer = await createTokenizer({ model: 'gpt-5' });
    const messages: ModelMessage[] = [
      { role: 'user', content: 'What is the weather in Paris?' },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Let me look.' },
          { type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: { city: 'Paris' } },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c1',
            toolName: 'weather',
            output: { type: 'json', value: { degrees: 21 } },
          },
        ],
      },
    ];
    const single = messages.map((message) => tokenizer.countMessage(message));
    const sum = single.reduce((left, right) => left + right, 0);
    expect(single[0]).toBe(tokenizer.count('What is the weather in Paris?') + 4);
    expect(tokenizer.countMessages(messages)).toBe(sum + 3);
    expect(tokenizer.countMessages([])).toBe(3);
  });
});
