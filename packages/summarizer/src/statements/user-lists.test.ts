import { type Line, makeEntries } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { listLines, updateLists } from './user-lists.js';

const text =
  'Here is the to-do list:\n1. add `alpha` to docs/a.md\n2. add `beta` to docs/a.md\n3. add `gamma` to docs/b.md\n4. tidy up';
const list: Line = ['user', text];

function linesOf(lines: Line[], visibleText = ''): string[] {
  const entries = makeEntries(lines);
  const whole = updateLists([], entries);
  for (let cut = 1; cut < entries.length; cut++) {
    const first = updateLists([], entries.slice(0, cut));
    expect(updateLists(first, entries.slice(cut))).toEqual(whole);
  }
  return listLines(whole, visibleText);
}

describe('a list of the user', () => {
  it('is shown with what is done, by acts and by what the assistant says', () => {
    expect(linesOf([list])).toEqual([
      'List of the user (#0), 4 items: none is done so far',
      '1. add `alpha` to docs/a.md',
      '2. add `beta` to docs/a.md',
      '3. add `gamma` to docs/b.md',
      '4. tidy up',
    ]);
    expect(
      linesOf([
        list,
        ['call', 'append_line', { path: 'docs/a.md', line: 'alpha' }],
        ['result', 'ok'],
        ['assistant', 'Items 2 to 3 are done.'],
      ]),
    ).toEqual([
      'List of the user (#0), 4 items: items 1 to 3 are done, last in #3; open: 4',
      '4. tidy up',
    ]);
  });

  it('shows its next items, and of the others those that are not visible', () => {
    const items = Array.from({ length: 14 }, (_, index) => `${index + 1}. do task_${index}`);
    const long = `My to-do list:\n${items.join('\n')}`;
    const lines = linesOf([['user', long]], `${items.slice(0, 12).join('\n')}\n`);
    expect(lines.slice(1)).toEqual([...items.slice(0, 10), ...items.slice(12)]);
  });

  it.each([
    'My rules:\n- never push\n- never force\n- never rebase',
    'What I saw:\n- a red button\n- a blue one\n- a green one',
    'Do these tasks:\n1. the first\n2. the second',
  ])('is none in %j', (other) => {
    expect(linesOf([['user', other]])).toEqual([]);
  });

  it('counts no item that a call only reads or that another item names, too', () => {
    const [head] = linesOf([
      list,
      ['call', 'read_file', { path: 'docs/a.md', note: 'alpha' }],
      ['result', 'ok'],
      ['call', 'append_line', { path: 'docs/a.md', line: 'delta' }],
      ['result', 'ok'],
    ]);
    expect(head).toBe('List of the user (#0), 4 items: none is done so far');
  });
});
