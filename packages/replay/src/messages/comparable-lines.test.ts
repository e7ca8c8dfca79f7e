import { describe, expect, it } from 'vitest';

import { comparableLines, plainLines } from './comparable-lines.js';

const line = 'const total = items.reduce(add, 0);';

describe('comparableLines', () => {
  it('takes line numbers and surrounding blanks off', () => {
    const text = [`   12→  ${line}`, `7\t${line}`, `3:${line}`, ` 40 | ${line}`, `  ${line}  `];
    const found = [...comparableLines(text.join('\n'))];
    expect(found.map(({ text: plain }) => plain)).toEqual([line, line, line, line, line]);
    expect(found.map(({ number }) => number)).toEqual([12, 7, 3, 40, undefined]);
    expect(found.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
  });

  it('leaves out lines of fewer than 24 characters that are not blank, and those over 400', () => {
    const short = 'x'.repeat(23);
    const blanks = `${'x'.repeat(12)}${' '.repeat(20)}${'x'.repeat(11)}`;
    const long = 'x'.repeat(401);
    const text = [short, blanks, long, `1234: ${short}`, 'x'.repeat(24), 'y'.repeat(400)];
    expect([...comparableLines(text.join('\n'))].map(({ index }) => index)).toEqual([4, 5]);
  });

  it('does not take a time for a line number', () => {
    expect([...comparableLines('12:30 the deployment of the server began')][0]?.text).toBe(
      '12:30 the deployment of the server began',
    );
  });
});

describe('plainLines', () => {
  it('keeps indentation and drops numbers, carriage returns and blanks at the ends', () => {
    expect(plainLines('  1→  if (a) {  \r\n  2→    b();\r')).toBe('  if (a) {\n    b();');
  });
});
