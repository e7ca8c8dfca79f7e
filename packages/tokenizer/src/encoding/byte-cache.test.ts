import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createByteCache, hashWords } from './byte-cache.js';

const PADDING = 8;

function toBytes(text: string) {
  const bytes = new Uint8Array(text.length * 3 + PADDING);
  const { written } = new TextEncoder().encodeInto(text, bytes);
  const view = new DataView(bytes.buffer);
  return { bytes, view, length: written, hash: hashWords(view, 0, written) };
}

describe('createByteCache', () => {
  it('gives back what was set, or nothing, whatever was overwritten', () => {
    const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.array(words, { maxLength: 200 }), (texts) => {
        // A ring of a few entries, and fewer places than texts.
        const cache = createByteCache(256, 8, 40);
        const values = new Map<string, number>();
        for (const text of texts) {
          const { bytes, view, length, hash } = toBytes(text);
          const known = cache.get(view, 0, length, hash);
          if (known !== undefined) expect(known).toBe(values.get(text));
          cache.set(bytes, 0, length, hash, values.size);
          values.set(text, values.size);
          if (length <= 40) expect(cache.get(view, 0, length, hash)).toBe(values.get(text));
        }
      }),
    );
  });

  it('passes over what is too long', () => {
    const cache = createByteCache(256, 8, 4);
    const { bytes, view, length, hash } = toBytes('longer than that');
    cache.set(bytes, 0, length, hash, 1);
    expect(cache.get(view, 0, length, hash)).toBeUndefined();
  });

  it('tells texts apart that share a hash', () => {
    const cache = createByteCache(256, 8, 40);
    const first = toBytes('first');
    const second = toBytes('other');
    cache.set(first.bytes, 0, first.length, 7, 1);
    expect(cache.get(second.view, 0, second.length, 7)).toBeUndefined();
    expect(cache.get(first.view, 0, first.length, 7)).toBe(1);
  });
});
