import { countTokens, type Line, makeEntries } from '@everlong/testing';
import { expect, it } from 'vitest';

import { entryActions } from '../actions/entry-actions.js';
import { editLines, updateEdits } from './edit-lines.js';

const edit = (path: string, before: string, after: string): Line[] => [
  ['call', 'Edit', { file_path: path, old_string: before, new_string: after }],
  ['result', 'ok'],
];
const editsOf = (lines: readonly Line[]): string[] =>
  updateEdits([], entryActions(makeEntries(lines)));

it('says what edits changed, in a line that tells something', () => {
  expect(
    editsOf([
      ...edit('src/a.ts', 'const retries = 3;', 'const retries = 7;'),
      ...edit('src/a.ts', 'run();', 'run();\n// Ends it.\nstop();'),
      ...edit('src/b.ts', 'run();\n{\nstop(`now`);', 'run();'),
    ]),
  ).toEqual([
    'edited a.ts (#0): `const retries = 3;` → `const retries = 7;`',
    'edited a.ts (#2): added `stop();`',
    "edited b.ts (#4): removed `stop('now');`",
  ]);
});

it('says what sed replaces', () => {
  const command = `cd src && sed -i '41s/)/, simple=simple)/' query.py`;
  expect(
    editsOf([
      ['call', 'Bash', { command }],
      ['result', ''],
    ]),
  ).toEqual(['edited query.py (#0): `)` → `, simple=simple)`']);
  expect(
    editsOf([
      ['call', 'Bash', { command: "sed -i '3d' docs/parts/old/a.md" }],
      ['result', ''],
    ]),
  ).toEqual([]);
});

it('says what was removed though the text around it shows such a line', () => {
  const lines = editsOf(edit('a.ts', 'run();\nstop();', 'run();'));
  const options = { maxTokens: 1_000, count: countTokens, visibleText: 'stop(); is there twice' };
  expect(editLines(lines, options)).toEqual(['- edited a.ts (#0): removed `stop();`']);
});

it('says nothing of failed edits, of what was written whole, restored or deleted', () => {
  const failed: Line[] = [
    ['call', 'Edit', { file_path: 'a.ts', old_string: 'one', new_string: 'two' }],
    ['error', 'String to replace not found in file.'],
  ];
  expect(editsOf(failed)).toEqual([]);
  expect(editsOf([['call', 'Write', { file_path: 'a.ts', content: 'one' }]])).toEqual([]);
  const made = edit('a.ts', 'one', 'two');
  expect(
    editsOf([...made, ['call', 'Bash', { command: 'git checkout a.ts' }], ['result', '']]),
  ).toEqual([]);
  expect(editsOf([...made, ['call', 'Bash', { command: 'rm a.ts' }], ['result', '']])).toEqual([]);
});

it('says what was committed before the rest was restored', () => {
  const lines = editsOf([
    ...edit('a.ts', 'one', 'two'),
    ['call', 'Bash', { command: 'git commit -qam done' }],
    ['result', ''],
    ...edit('a.ts', 'two', 'three'),
    ['call', 'Bash', { command: 'git reset --hard' }],
    ['result', ''],
  ]);
  expect(lines).toEqual(['edited a.ts (#0): `one` → `two`']);
});

it('shows no secret', () => {
  const key = `sk-ant-api03-${'Ab1'.repeat(30)}`;
  expect(editsOf(edit('a.ts', 'const key = "";', `const key = "${key}";`)).join()).not.toContain(
    key,
  );
});

it('shows the newest that fit, in order, without what is visible', () => {
  const lines = editsOf([
    ...edit('a.ts', 'one();', 'first();'),
    ...edit('a.ts', 'two();', 'second();'),
    ...edit('a.ts', 'three();', 'third();'),
  ]);
  const options = { maxTokens: 1_000, count: countTokens, visibleText: '' };
  expect(editLines(lines, options)).toEqual(lines.map((line) => `- ${line}`));
  const seen = editLines(lines, { ...options, visibleText: 'then third(); runs' });
  expect(seen).toEqual(lines.slice(0, 2).map((line) => `- ${line}`));
  const last = lines[2] ?? '';
  const few = editLines(lines, { ...options, maxTokens: countTokens(`- ${last}\n`) });
  expect(few).toEqual([`- ${last}`]);
});
