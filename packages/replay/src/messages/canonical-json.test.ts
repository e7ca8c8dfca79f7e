import { describe, expect, it } from 'vitest';

import { canonicalJson } from './canonical-json.js';

describe('canonicalJson', () => {
  it('does not depend on the order of keys, but on that of lists', () => {
    expect(canonicalJson({ b: [1, 2], a: { d: 1, c: 2 } })).toBe('{"a":{"c":2,"d":1},"b":[1,2]}');
    expect(canonicalJson([2, 1])).not.toBe(canonicalJson([1, 2]));
  });

  it('leaves out cache markers, and nothing else a provider wants', () => {
    const part = { type: 'text', text: 'a' };
    const marked = {
      ...part,
      providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    };
    expect(canonicalJson(marked)).toBe(canonicalJson(part));
    const signed = {
      ...part,
      providerOptions: { anthropic: { signature: 's', cacheControl: {} } },
    };
    expect(canonicalJson(signed)).toContain('"signature":"s"');
    expect(canonicalJson(signed)).not.toContain('cacheControl');
  });

  it('tells bytes and URLs apart by their content', () => {
    expect(canonicalJson(new Uint8Array([1, 2]))).toBe(canonicalJson(new Uint8Array([1, 2])));
    expect(canonicalJson(new Uint8Array([1, 2]))).not.toBe(canonicalJson(new Uint8Array([1, 3])));
    expect(canonicalJson(new URL('https://example.com/a'))).toContain('https://example.com/a');
    expect(canonicalJson(undefined)).toBe('null');
  });
});
