import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { replaceLongRuns } from './replace-long-runs.js';
import { knownSecret, MIN_KNOWN_LENGTH } from './secret-shapes.js';

const mixed = 'aB3dE5gH'.repeat(8);
const prefixes = 'sk- AKIA ghp_ eyJ whsec_ ATATT3 xoxb- 8012345678:AA SG. hvs.'.split(' ');
const runs = [mixed, mixed.slice(0, 16), mixed.slice(0, 33), 'A1B2C3D4'.repeat(2)];
const between = ['.', '-', '_', '=', '/', '+', ' ', '\n', '"', "'", '(', '…', 'ü', '\\n'];
const pieces = [...prefixes, ...runs, ...between, '\ud83d', 'word', '7'];

describe('replaceLongRuns', () => {
  it('looks at runs that are long enough and hold a digit', () => {
    const upper = (text: string): string => replaceLongRuns(text, 6, (run) => run.toUpperCase());
    expect(upper('abc12 abcdef abcde1, a-b.c/d=1+e "x:y_z.9"')).toBe(
      'abc12 abcdef ABCDE1, A-B.C/D=1+E "X:Y_Z.9"',
    );
    expect(upper('')).toBe('');
  });

  it('finds every key and token that is found in the whole text', () => {
    // Words with hyphens can look like a key; every real one has a digit.
    const mark = (secret: string): string => (/\d/.test(secret) ? '[x]' : secret);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        const found = replaceLongRuns(text, MIN_KNOWN_LENGTH, (run) =>
          run.replace(knownSecret, mark),
        );
        expect(found).toBe(text.replace(knownSecret, mark));
      }),
      { numRuns: 2_000 },
    );
  });
});
