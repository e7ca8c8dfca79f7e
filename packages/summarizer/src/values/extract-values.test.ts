import { anyCharacter, growthOf, propertyRuns, sampled } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { extractValues } from './extract-values.js';
import { holdsValue } from './holds-value.js';

function valuesOf(text: string): string[] {
  return extractValues(text).map(({ value }) => value);
}

describe('extractValues', () => {
  it.each<[name: string, text: string, values: string[]]>([
    [
      'URLs without the sentence around them',
      'See https://example.com/a_(b), then (http://x.io/q?a=1&b=2).',
      ['https://example.com/a_(b)', 'http://x.io/q?a=1&b=2'],
    ],
    ['connection strings', 'url=postgres://db.local:5432/app', ['postgres://db.local:5432/app']],
    [
      'e-mail addresses and package specs',
      'user@example.com ai@7.0.173 @types/node @a/b@1.2.3 @override',
      ['user@example.com', 'ai@7.0.173', '@types/node', '@a/b@1.2.3'],
    ],
    [
      'paths',
      'cd /repo/src; ./a.ts ../b/c.py ~/x.txt .env .github/workflows',
      ['/repo/src', './a.ts', '../b/c.py', '~/x.txt', '.env', '.github/workflows'],
    ],
    ['paths without their line numbers', 'at src/index.ts:123:45 in', ['src/index.ts']],
    [
      'Windows paths, also in JSON',
      String.raw`C:\Users\me\a.ts "C:\\new\\b.ts"`,
      [String.raw`C:\Users\me\a.ts`, String.raw`C:\\new\\b.ts`],
    ],
    ['no prose with slashes, no closing tags', 'and/or input/output </div> 1/2 24/7 // done', []],
    [
      'UUIDs and hashes',
      '550e8400-e29b-41d4-a716-446655440000 3f2a1bc sha256:abcdef0123456789 deadbeef',
      ['550e8400-e29b-41d4-a716-446655440000', '3f2a1bc', 'sha256', 'abcdef0123456789'],
    ],
    [
      'versions',
      'v1.2.3 ^22.0.1 1.2.3-beta.1 20.x 3.14',
      ['v1.2.3', '22.0.1', '1.2.3-beta.1', '20.x'],
    ],
    [
      'numbers of four digits or with a unit',
      '1,234,567 12345 50 MB 95% $4.50 100ms 16px 999 1st 0x1F',
      ['1,234,567', '12345', '50 MB', '95%', '$4.50', '100ms', '16px', '0x1F'],
    ],
    ['no single number out of a list', '[100,200,300]', []],
    [
      'hosts and ports',
      'localhost:3000 127.0.0.1:8080 redis.local:6379 10.0.0.1',
      ['localhost:3000', '127.0.0.1:8080', 'redis.local:6379', '10.0.0.1'],
    ],
    [
      'dates and times',
      '2025-01-15 2025-01-15T14:30:00.000Z 01/02/2024',
      ['2025-01-15', '2025-01-15T14:30:00.000Z', '01/02/2024'],
    ],
    ['names of variables', '$HOME ${PORT} NODE_ENV $x', ['HOME', 'PORT', 'NODE_ENV']],
    [
      'names of code',
      'snake_case camelCase foo.bar std::vector __init__ `a_b` _word_',
      ['snake_case', 'camelCase', 'foo.bar', 'std::vector', '__init__', 'a_b'],
    ],
    [
      'ids of letters and digits',
      'HAT001 gpt-4o-mini toolu_01ab 30-day',
      ['HAT001', 'gpt-4o-mini', 'toolu_01ab'],
    ],
    [
      'no prose',
      'Well-known words, e.g. these; i.e. nothing. Done.Then done... end-to-end!',
      ['Done.Then'],
    ],
    [
      'values between the escapes of JSON',
      String.raw`{"c":"cd /repo\nnpm run a_b\tx"}`,
      ['/repo', 'a_b'],
    ],
    ['values in prose without spaces', '文件src/foo.ts已保存', ['src/foo.ts']],
    ['letters beyond ASCII', 'docs/naïve.md öl_preis', ['docs/naïve.md', 'öl_preis']],
  ])('finds %s', (_, text, values) => {
    expect(valuesOf(text)).toEqual(values);
  });

  it('says where each value stands, in order, without overlap', () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        let reached = 0;
        for (const { value, start, end } of extractValues(text)) {
          expect(text.slice(start, end)).toBe(value);
          expect(start).toBeGreaterThanOrEqual(reached);
          reached = end;
        }
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('finds only what holdsValue finds again', () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        for (const { value } of extractValues(text)) {
          expect([value, holdsValue(text, value)]).toEqual([value, true]);
        }
      }),
      { numRuns: propertyRuns(1_000) },
    );
  });

  it('does linear work on a long run of any sign', () => {
    for (const unit of sampled(['aA', ...pieces, ...nasty], 25)) {
      const growth = growthOf(200_000, (size) => extractValues(unit.repeat(size / unit.length)));
      expect(growth, `growth for ${unit}`).toBeLessThan(3);
    }
  });
});

const pieces = (
  'a|B|foo|Bar|0|12|1234|999|_|-|.|/|:|@|~|\\|\\n|$|%|,| |\n|(|)|"|<|*|://|::|http|ts|é|文|😀|MB|ms|' +
  'x_y|aB|a.ts|1.2|2025-01-02|T10:00|localhost|{|}|#|?|=|&|+|\\u0041|C:'
).split('|');
const nasty = (
  "[|'|`|;|\t|\u0000|a.|1,|0,000|1.|a/|/a|a_|a-|a@|a:|a::|a://|http://(|C:\\|\\u0041|$a|${|0a|.a|..|" +
  '12:|2025-01-01T|-1|localhost:1|1.1.1.1:'
).split('|');
const nastyText = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((parts) => parts.join('')),
  fc.string({ unit: anyCharacter, maxLength: 60 }),
);
