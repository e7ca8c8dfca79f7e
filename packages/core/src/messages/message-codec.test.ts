import assert from 'node:assert/strict';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { anyCharacter } from '../../test/support/any-character.js';
import { anyUrl } from '../../test/support/any-url.js';
import { UnsupportedFormatError } from '../base/errors.js';
import {
  base64ToBytes,
  bytesToBase64,
  decodeValue,
  encodeValue,
  type MediaBlob,
} from './message-codec.js';

const roundTrip = (value: unknown): unknown => decodeValue(encodeValue(value));

/** Every leaf that a message can hold, under keys that a careless codec trips over. */
const leaf = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.uint8Array(),
  fc.uint8Array().map((bytes) => bytes.slice().buffer),
  anyUrl,
);
const key = fc.oneof(
  fc.string(),
  fc.constantFrom('$type', '__proto__', 'constructor', 'mediaType', 'toString', 'data'),
);
const { value: anything } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(key, tie('value')), { maxLength: 4 })
      .map((entries) => Object.fromEntries(entries)),
  ),
}));

/** Keeps blobs by a hash of our own, as a store would. */
function mediaShelf(): { put(blob: MediaBlob): string; get(hash: string): Uint8Array } {
  const blobs: MediaBlob[] = [];
  return {
    put: (blob) => String(blobs.push(blob) - 1).padStart(64, '0'),
    get: (hash) => blobs[Number(hash)]!.bytes,
  };
}

describe('encodeValue and decodeValue', () => {
  it('give back any value of JSON, bytes and URLs', () => {
    fc.assert(
      fc.property(anything, (value) => {
        assert.deepEqual(roundTrip(value), value);
      }),
    );
  });

  it('give back any value with its media kept elsewhere', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const shelf = mediaShelf();
        const text = encodeValue(value, { putMedia: shelf.put, minMediaBytes: 1 });
        assert.deepEqual(decodeValue(text, shelf.get), value);
      }),
    );
  });

  it.each([
    ['a lone surrogate', '\ud800 and \udc00'],
    ['NUL', 'a\0b'],
    ['minus zero', [-0, 0]],
    ['not finite', [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]],
    ['a view into a larger buffer', new Uint8Array([1, 2, 3, 4]).subarray(1, 3)],
    ['our own tags as data', { $type: 'bytes', base64: '???' }],
    ['tags within tags', { $type: { $type: 'object', value: { $type: 'url' } } }],
  ])('give back %s', (_name, value) => {
    expect(roundTrip(value)).toStrictEqual(value);
  });

  it.each([
    ['numbers that JSON lacks', { at: [Number.NaN, -0, -Infinity] }],
    ['dates', { from: new Date(0), list: [{ to: new Date(Number.NaN) }] }],
    ['a date alone', new Date(1e12)],
    ['data that looks like a date of ours', { $type: 'date', value: 'x' }],
  ])('give back the input of a call with %s', (_name, input) => {
    const message = { role: 'assistant', content: [{ type: 'tool-call', input }] };
    expect(roundTrip(message)).toStrictEqual(message);
  });

  it('write dates elsewhere as JSON does: outputs with dates are no messages to the AI SDK', () => {
    const output = { type: 'json', value: { at: new Date(0) } };
    expect(roundTrip(output)).toEqual({ type: 'json', value: { at: '1970-01-01T00:00:00.000Z' } });
  });

  it('refuse collections in the input of a call, which JSON would empty', () => {
    const call = (input: unknown) => encodeValue([{ type: 'tool-call', input }]);
    expect(() => call({ deep: [new Map([[1, 2]])] })).toThrow(
      'Do not know how to store a Map in the input of a tool call',
    );
    expect(() => call(new Set([1]))).toThrow(UnsupportedFormatError);
  });

  it('leave out undefined members and functions of the input of a call', () => {
    const input = { path: 'a', line: undefined, run: () => 1 };
    expect(roundTrip({ type: 'tool-call', input })).toEqual({
      type: 'tool-call',
      input: { path: 'a' },
    });
  });

  it('keep a key named __proto__ a key', () => {
    const value: unknown = JSON.parse('{"__proto__":{"polluted":true},"$type":1}');
    const copy = roundTrip(value) as object;
    expect(Object.hasOwn(copy, '__proto__')).toBe(true);
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(copy).toStrictEqual(value);
  });

  it('keep the order of keys', () => {
    const text = '{"b":1,"a":{"d":[1,{"z":1,"y":2}],"c":2}}';
    expect(encodeValue(JSON.parse(text))).toBe(text);
    expect(JSON.stringify(decodeValue(text))).toBe(text);
  });

  it('leave out what is undefined, as JSON does', () => {
    expect(roundTrip({ a: undefined, b: 1 })).toStrictEqual({ b: 1 });
  });

  it('refuse what text cannot hold, and say so', () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    expect(() => encodeValue({ big: 1n })).toThrow(UnsupportedFormatError);
    expect(() => encodeValue(cycle)).toThrow(/cannot be stored/);
  });
});

describe('media', () => {
  const bytes = new Uint8Array(2000).map((_, index) => index % 251);

  it('leave the text from the given size on, once per place, with their media type', () => {
    const taken: MediaBlob[] = [];
    const text = encodeValue(
      [
        { type: 'file', mediaType: 'image/png', data: { type: 'data', data: bytes } },
        { type: 'file', mediaType: 'image/gif', data: bytesToBase64(bytes) },
        { type: 'file', mediaType: 'image/png', data: bytes.subarray(0, 10) },
        { type: 'raw', bytes },
      ],
      { putMedia: (blob) => String(taken.push(blob)).padStart(64, 'a') },
    );
    expect(taken.map((blob) => [blob.mediaType, blob.bytes.length])).toEqual([
      ['image/png', 2000],
      ['image/gif', 2000],
      ['application/octet-stream', 2000],
    ]);
    const asked: string[] = [];
    decodeValue(text, (sha256) => {
      asked.push(sha256);
      return bytes;
    });
    expect(asked).toEqual(['1', '2', '3'].map((digit) => digit.padStart(64, 'a')));
    expect(text.length).toBeLessThan(1000);
  });

  it('are only taken out of base64 that comes back alike', () => {
    const almost = `${bytesToBase64(bytes.subarray(0, 1999)).slice(0, -2)}B=`;
    for (const data of [almost, 'a'.repeat(2001), `data:image/png;base64,${almost}`]) {
      const part = { mediaType: 'image/png', data };
      const put = (): string => {
        throw new Error('took it out');
      };
      expect(decodeValue(encodeValue(part, { putMedia: put }))).toStrictEqual(part);
    }
  });

  it('are not seen in text that spells a reference', () => {
    const spelled = `{"$type":"media","sha256":"${'a'.repeat(64)}"`;
    const value = { text: spelled };
    const find = (): never => {
      throw new Error('asked for media');
    };
    expect(decodeValue(encodeValue(value), find)).toStrictEqual(value);
  });

  it('give an error when nobody can read them', () => {
    const text = encodeValue(bytes, { putMedia: () => 'f'.repeat(64) });
    expect(() => decodeValue(text)).toThrow(/f{64}.*no media/);
  });
});

describe('base64', () => {
  it('is the standard one, both ways', () => {
    fc.assert(
      fc.property(fc.uint8Array({ size: 'large' }), (bytes) => {
        const text = bytesToBase64(bytes);
        expect(text).toBe(Buffer.from(bytes).toString('base64'));
        expect(base64ToBytes(text)).toStrictEqual(bytes);
      }),
    );
  });

  it('has no answer for other text', () => {
    expect(base64ToBytes('not base64!')).toBeUndefined();
  });
});
