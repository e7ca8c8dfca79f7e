import { expect, test } from 'vitest';

import { twoColumns } from './two-columns.js';

const rows = [
  ['/summarize [instructions]', `compact now ${'word '.repeat(20).trim()}`],
  ['/quit', 'leave'],
] as const;

test('beside each other where there is room, below where there is not, and never split in words', () => {
  expect(twoColumns(rows, Infinity)).toEqual([
    `  /summarize [instructions]  ${rows[0][1]}`,
    '  /quit                      leave',
  ]);
  for (const columns of [20, 40, 69, 80, 120]) {
    const lines = twoColumns(rows, columns);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(Math.max(columns, 27));
    expect(lines.join(' ').split(/\s+/)).toEqual(twoColumns(rows, Infinity).join(' ').split(/\s+/));
  }
  expect(twoColumns(rows, 60).slice(0, 2)).toEqual([
    '  /summarize [instructions]',
    '    compact now word word word word word word word word word',
  ]);
});
