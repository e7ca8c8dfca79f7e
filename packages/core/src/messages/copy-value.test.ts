import assert from 'node:assert/strict';

import fc from 'fast-check';
import { expect, it } from 'vitest';

import { anyCharacter } from '../../test/support/any-character.js';
import { anyUrl } from '../../test/support/any-url.js';
import { UnsupportedFormatError } from '../base/errors.js';
import { copyValue } from './copy-value.js';
import { decodeValue, encodeValue } from './message-codec.js';

const roundTrip = (value: unknown): unknown => decodeValue(encodeValue(value));

it('a copy is what the codec gives back', () => {
  const leaf = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.double(),
    fc.boolean(),
    fc.constantFrom(null, undefined),
    fc.uint8Array(),
    fc.uint8Array().map((bytes) => bytes.slice().buffer),
    anyUrl,
    fc.date({ noInvalidDate: true }),
  );
  const key = fc.oneof(fc.string(), fc.constantFrom('$type', '__proto__', 'mediaType', 'data'));
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
  const withCalls = fc.oneof(
    anything,
    anything.map((input) => ({ content: [{ type: 'tool-call', input }] })),
  );
  fc.assert(
    fc.property(withCalls, (value) => {
      fc.pre(value !== undefined);
      assert.deepStrictEqual(copyValue(value), roundTrip(value));
    }),
  );
});

it('nothing of the copy changes with the value', () => {
  const value = { list: [{ text: 'a' }], bytes: Buffer.from([1, 2]), url: new URL('https://a/b') };
  const copy = copyValue(value);
  value.list[0] = { text: 'changed' };
  value.bytes[0] = 9;
  value.url.pathname = '/changed';
  expect(copy).toEqual({
    list: [{ text: 'a' }],
    bytes: new Uint8Array([1, 2]),
    url: new URL('https://a/b'),
  });
});

it('what cannot be stored is refused alike', () => {
  const cycle: unknown[] = [];
  cycle.push(cycle);
  const inCall = (input: unknown) => ({
    role: 'assistant',
    content: [{ type: 'tool-call', input }],
  });
  const collections = [new Map([[1, 2]]), new Set([1]), { deep: [new Map()] }].map(inCall);
  for (const value of [{ big: 1n }, cycle, ...collections]) {
    expect(() => encodeValue(value)).toThrow(UnsupportedFormatError);
    expect(() => copyValue(value)).toThrow(UnsupportedFormatError);
  }
});

it('what nests so deep that its reader may run out of stack is refused alike', () => {
  const nested = (levels: number): unknown => {
    let value: unknown = { url: new URL('https://a/b') };
    for (let level = 1; level < levels; level++) value = level % 2 === 0 ? [value] : { value };
    return value;
  };
  const plain = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
  for (const make of [nested, plain]) {
    expect(copyValue(make(500))).toEqual(make(500));
    expect(decodeValue(encodeValue(make(500)))).toEqual(make(500));
    expect(() => copyValue(make(502))).toThrow(/nests deeper than 500 levels/);
    expect(() => encodeValue(make(502))).toThrow(/nests deeper than 500 levels/);
  }
});
