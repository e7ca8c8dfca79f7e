import { createHash } from 'node:crypto';
import { registerHooks } from 'node:module';

import { ConfigError } from '@everlong/core';
import { describe, expect, it, onTestFinished } from 'vitest';

import { createTokenizer } from '../create-tokenizer.js';
import type * as TiktokenEncoder from './tiktoken-encoder.js';
import { unpackVocabulary } from '../vocabulary/vocabulary.js';
import { CL100K_BASE } from '../vocabulary/vocabulary-cl100k-base.js';
import { O200K_BASE } from '../vocabulary/vocabulary-o200k-base.js';

describe('vocabularies', () => {
  it.each([O200K_BASE, CL100K_BASE])('$encoding is the file that OpenAI publishes', (packed) => {
    const { bytes, startOf, lengths, size } = unpackVocabulary(packed);
    const hash = createHash('sha256');
    for (let token = 0; token < size; token++) {
      const start = startOf(token);
      const text = Buffer.from(bytes.subarray(start, start + (lengths[token] ?? 0))).toString(
        'base64',
      );
      hash.update(`${text} ${token}\n`);
    }
    expect(hash.digest('hex')).toBe(packed.sha256);
  });
});

describe('encodings that need tiktoken', () => {
  it('are loaded when asked for', async () => {
    const tokenizer = await createTokenizer({ encoding: 'p50k_base' });
    expect(tokenizer.name).toBe('p50k_base');
    expect(tokenizer.encode('hello world')).toEqual([31373, 995]);
    expect(tokenizer.count('a'.repeat(250_000))).toBeGreaterThan(10_000);
  });

  it('say what to install where it is missing', async () => {
    const hooks = registerHooks({
      resolve(specifier, context, next) {
        return next(specifier === 'tiktoken' ? 'no-such-package' : specifier, context);
      },
    });
    onTestFinished(() => hooks.deregister());
    // Under this address Node has not looked for the package yet.
    const fresh = new URL('tiktoken-encoder.ts?without-tiktoken', import.meta.url).href;
    const { createTiktokenEncoder } = (await import(fresh)) as typeof TiktokenEncoder;
    const made = createTiktokenEncoder('gpt2');
    await expect(made).rejects.toThrow(/"gpt2" needs the package tiktoken.*npm install tiktoken/);
    await expect(made).rejects.toSatisfy(ConfigError.isInstance);
  });
});

describe('o200k_harmony', () => {
  it('has the text tokens of o200k_base and special tokens of its own', async () => {
    const tokenizer = await createTokenizer({ model: 'openai/gpt-oss-120b' });
    expect(tokenizer.name).toBe('o200k_harmony');
    expect(tokenizer.encode('hello world')).toEqual([24912, 2375]);
    expect(tokenizer.decode([200006, 24912])).toBe('<|start|>hello');
    expect(tokenizer.count('<|start|>')).toBeGreaterThan(1);
  });
});
