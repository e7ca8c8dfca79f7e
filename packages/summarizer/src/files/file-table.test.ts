import { type Line, makeEntries } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { updateFileTable } from './file-table.js';

const read = (path: string): Line => ['call', 'Read', { file_path: path }];
const readPart = (path: string): Line => ['call', 'Read', { file_path: path, offset: 10 }];
const edit = (path: string): Line => ['call', 'Edit', { file_path: path, old_string: 'a' }];
const write = (path: string): Line => ['call', 'Write', { file_path: path, content: 'x' }];
const patch = (text: string): Line => [
  'call',
  'apply_patch',
  `*** Begin Patch\n${text}\n*** End Patch`,
];

describe('updateFileTable', () => {
  it.each<[lines: Line[], state: string]>([
    [[read('a.ts')], 'a.ts 0 - fresh'],
    [[read('a.ts'), edit('a.ts')], 'a.ts 0 1 stale'],
    [[read('a.ts'), edit('a.ts'), read('a.ts')], 'a.ts 2 1 fresh'],
    [[read('a.ts'), edit('a.ts'), readPart('a.ts')], 'a.ts 2 1 stale'],
    [[read('a.ts'), write('a.ts')], 'a.ts 0 1 fresh'],
    [[edit('a.ts'), ['error', 'no match']], ''],
    [[read('a.ts'), read('b.ts'), edit('a.ts')], 'b.ts 1 - fresh, a.ts 0 2 stale'],
  ])('%j: %s', (lines, state) => {
    const table = updateFileTable([], makeEntries(lines)).map(
      ({ path, lastReadSeq = '-', lastWriteSeq = '-', stale }) =>
        [path, lastReadSeq, lastWriteSeq, stale ? 'stale' : 'fresh'].join(' '),
    );
    expect(table.join(', ')).toBe(state);
  });

  it.each<[lines: Line[], state: string]>([
    [[write('a.ts'), ['user', 'Stop!']], ''],
    [[edit('a.ts'), ['result', 'Process exited with code 1']], ''],
    [[patch('*** Add File: a.ts\n+x')], 'a.ts 0 1 0'],
    [[edit('a.ts'), patch('*** Delete File: a.ts')], 'a.ts 0 0 1'],
    [[patch('*** Delete File: a.ts'), edit('a.ts')], 'a.ts 1 0 0'],
  ])('tells what came of a file by what is known of the calls: %j', (lines, state) => {
    const table = updateFileTable([], makeEntries(lines)).map(
      ({ path, edited, written, deleted }) => [path, edited, written, deleted].join(' '),
    );
    expect(table.join(', ')).toBe(state);
  });

  // promise: context-13
  it('gives in two steps what it gives in one', () => {
    const entries = makeEntries([read('a.ts'), edit('a.ts'), read('b.ts'), write('c.ts')]);
    for (let cut = 0; cut <= entries.length; cut++) {
      const first = updateFileTable([], entries.slice(0, cut));
      expect(updateFileTable(first, entries.slice(cut))).toEqual(updateFileTable([], entries));
    }
  });

  it('is bounded to the files used last', () => {
    const lines = Array.from({ length: 200 }, (_, index) => [
      read(`r${index}.ts`),
      write(`w${index}.ts`),
    ]).flat();
    const table = updateFileTable([], makeEntries(lines));
    expect(table.length).toBeLessThan(200);
    expect(table.slice(-2).map(({ path }) => path)).toEqual(['r199.ts', 'w199.ts']);
  });
});
