import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonRecords, sampleJsonValues } from './json-records.js';

describe('parseJsonRecords', () => {
  it('takes a whole document as one value, also over several lines', () => {
    const document = { messages: [{ role: 'user' }] };
    for (const indent of [0, 2]) {
      const { records } = parseJsonRecords(JSON.stringify(document, undefined, indent), 'a.json');
      expect(records).toEqual([{ value: document, place: 'a.json:1' }]);
    }
  });

  it('reads several objects on one line, whatever their strings hold', () => {
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(fc.string(), fc.string()), { minLength: 2, maxLength: 6 }),
        (objects) => {
          const line = objects.map((object) => JSON.stringify(object)).join('');
          const { records, warnings } = parseJsonRecords(`${line}\n`, 'a');
          expect(records.map(({ value }) => value)).toEqual(objects);
          expect(warnings).toEqual([]);
        },
      ),
    );
  });

  it('reads a line of any number of objects', () => {
    const { records } = parseJsonRecords('{"a":1}'.repeat(200_000), 'a');
    expect(records).toHaveLength(200_000);
  });

  it('keeps the whole objects of a torn last line', () => {
    const { records, warnings } = parseJsonRecords('{"a":1}\n{"b":2}{"c":', 'a');
    expect(records.map(({ value }) => value)).toEqual([{ a: 1 }, { b: 2 }]);
    expect(warnings).toEqual(['a:2: the last line is torn and was left out: "{\\"c\\":"']);
  });

  it('refuses a text that is torn before its first value ends', () => {
    expect(() => parseJsonRecords('{"a":', 'a')).toThrow('a:1: not JSON: "{\\"a\\":"');
  });

  it('numbers lines as an editor does', () => {
    const { records } = parseJsonRecords('\n{"a":1}\r\n\n{"b":2}', 'a');
    expect(records.map(({ place }) => place)).toEqual(['a:2', 'a:4']);
  });
});

describe('sampleJsonValues', () => {
  it('stops at its limit and passes over what is not JSON', () => {
    expect(sampleJsonValues('{"a":1}\nnonsense\n{"b":2}\n{"c":3}', 2)).toEqual([
      { a: 1 },
      { b: 2 },
    ]);
  });
});
