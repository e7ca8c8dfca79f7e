import { describe, expect, it } from 'vitest';

import { changedPaths, commandOf, isAct, pathOf, toolKind } from './tool-kind.js';

describe('toolKind', () => {
  it.each<[name: string, input: unknown, kind: string]>([
    ['Read', { file_path: 'a' }, 'read'],
    ['mcp__fs__read_file', { path: 'a' }, 'read'],
    ['Grep', { pattern: 'x' }, 'search'],
    ['str_replace_editor', { command: 'view', path: 'a' }, 'read'],
    ['str_replace_editor', { command: 'create', path: 'a', file_text: 'x' }, 'change'],
    ['Bash', { command: 'make' }, 'run'],
    ['TodoWrite', { todos: [] }, 'plan'],
    ['AskUserQuestion', {}, 'ask'],
    ['saveNote', { path: 'a', content: 'x' }, 'change'],
    ['look_for', { path: 'a', query: 'x' }, 'search'],
    ['do_it', { cmd: ['bash', '-lc', 'make'] }, 'run'],
    ['custom', '*** Begin Patch\n*** End Patch', 'change'],
    ['getWeather', { city: 'Rome' }, 'read'],
    ['create_invoice', { item: 'Adatum' }, 'other'],
    ['', null, 'other'],
  ])('%s %j: %s', (toolName, input, kind) => {
    expect(toolKind({ toolName, input })).toBe(kind);
  });

  it('is what the caller says first, and no name of an object’s own', () => {
    expect(toolKind({ toolName: 'Read', input: {} }, { Read: 'change' })).toBe('change');
    for (const toolName of ['constructor', 'toString', '__proto__']) {
      expect(toolKind({ toolName, input: {} }, {})).toBe('other');
    }
  });
});

describe('isAct', () => {
  it.each<[command: string, acts: boolean]>([
    ['ls -la | head -3', false],
    ['cd /a && git status', false],
    ['grep x a 2>/dev/null', false],
    ['git log --oneline', false],
    ["sed -n '1,5p' a", false],
    ['cat a > b', true],
    ['git commit -m x', true],
    ['find . -delete', true],
    ['ls `make`', true],
    ['echo "$(make clean)"', true],
    ["grep '$(x)' a 2>&1 | head", false],
    ['ls &> a', true],
    ['ls &>/dev/null', false],
    ['ls; npm test', true],
    ['ls & rm -rf a', true],
    [`echo "it's"; rm a; echo "it's"`, true],
    [`echo it\\'s; rm a; echo it\\'s`, true],
    [`echo $'it\\'s'; rm a; echo 'b'`, true],
    [`ls # it's\nrm a # it's`, true],
    ['ls # > a', false],
    ['ls 2> a', true],
    ['ls >& a', true],
    ['ls >>/dev/null 2>&1', false],
    ['git branch -a', false],
    ['git branch -D main', true],
    ['git remote add a b', true],
    ['sed -n -i p a', true],
    ['awk \'{print > "a"}\' b', true],
    ["awk '{print $1}' b | sort -k2", false],
    ['sort -o a a', true],
    ['constructor', true],
  ])('of the command %j is %j', (command, acts) => {
    expect(isAct({ toolName: 'Bash', input: { command } })).toBe(acts);
  });

  it.each<[name: string, input: unknown, acts: boolean]>([
    ['bash', 'rm -rf a', true],
    ['Bash', {}, true],
    ['local_shell', { action: { command: ['rm', 'a'] } }, true],
    ['write_stdin', { session_id: 3, chars: 'y\n' }, true],
    ['write_stdin', { session_id: 3, chars: '' }, false],
    ['python', { code: 'file = open("a", "w")' }, true],
    ['fetch', { url: 'a', method: 'POST' }, true],
    ['fetch', { url: 'a' }, false],
    ['get_or_create_user', {}, true],
    ['find_and_replace', { path: 'a', pattern: 'x', replacement: 'y' }, true],
    ['mcp__db__query', { sql: 'delete from a' }, true],
  ])('of %s with %j is %j', (toolName, input, acts) => {
    expect(isAct({ toolName, input })).toBe(acts);
  });

  it('takes an unknown tool for one that acts', () => {
    expect(isAct({ toolName: 'invoice', input: {} })).toBe(true);
    expect(isAct({ toolName: 'getInvoice', input: {} })).toBe(false);
    expect(isAct({ toolName: 'invoice', input: {} }, { invoice: 'read' })).toBe(false);
  });
});

it('finds what a call runs, and the files that it names and changes', () => {
  expect(commandOf({ command: ['bash', '-lc', 'make all'] })).toBe('make all');
  expect(commandOf({ command: 'view', path: 'a' })).toBeUndefined();
  expect(pathOf({ file_path: 'a.ts' })).toBe('a.ts');
  expect(pathOf(null)).toBeUndefined();
  const patch = '*** Begin Patch\n*** Add File: a.ts\n+x\n*** Delete File: b.ts\n*** End Patch';
  expect(changedPaths({ toolName: 'shell', input: { command: patch } })).toEqual(['a.ts', 'b.ts']);
  expect(changedPaths({ toolName: 'Read', input: { path: 'a.ts' } })).toEqual([]);
  expect(changedPaths({ toolName: 'Write', input: { path: 'a.ts' } })).toEqual(['a.ts']);
});
