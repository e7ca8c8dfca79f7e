import { describe, expect, it } from 'vitest';
import { fitsBytes, isFields, isJson, isText, kindOf, listOf, show } from './request-body.js';

describe('request body', () => {
  it('tells objects, texts and JSON from everything else', () => {
    const values = [{}, { a: 1 }, [], null, undefined, '', 'a', '{"a":1}', 1];
    expect(values.map(isFields)).toEqual([true, true, ...Array(7).fill(false)]);
    expect(values.filter(isText)).toEqual(['a', '{"a":1}']);
    expect(values.filter(isJson)).toEqual(['{"a":1}']);
  });

  it('reads a list, and none where there is none', () => {
    expect([[1], { length: 1 }, 'a', undefined].map(listOf)).toEqual([[1], [], [], []]);
  });

  it('names what it refuses', () => {
    expect([[], null, 1, 'a'].map(kindOf)).toEqual([
      'an array',
      'of type object',
      'of type number',
      'of type string',
    ]);
    expect([show('x'.repeat(101)), show(1)]).toEqual([`"${'x'.repeat(100)}"`, 'of type number']);
  });

  it('counts the bytes of UTF-8, and refuses what JSON cannot hold', () => {
    expect(fitsBytes({ a: 'é' }, 10)).toBe(true);
    expect(fitsBytes({ a: 'é' }, 9)).toBe(false);
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(fitsBytes(circle, 1000)).toBe(false);
  });
});
