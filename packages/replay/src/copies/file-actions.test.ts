import { describe, expect, it } from 'vitest';

import { fileActions, isSameFile } from './file-actions.js';

describe('fileActions', () => {
  it.each([
    ['Read', { file_path: '/a/b.ts' }, { op: 'read', file: '/a/b.ts' }],
    [
      'Read',
      { file_path: '/a/b.ts', offset: 55, limit: 50 },
      { op: 'read', file: '/a/b.ts', part: { from: 55, to: 104 } },
    ],
    [
      'read_files',
      { files: [{ path: 'c.ts', start_line: 2, end_line: 9 }] },
      { op: 'read', file: 'c.ts', part: { from: 2, to: 9 } },
    ],
    [
      'str_replace_editor',
      { command: 'view', path: 'd.py', view_range: [3, 8] },
      { op: 'read', file: 'd.py', part: { from: 3, to: 8 } },
    ],
    ['read_again', { entry: 7, path: 'e.ts' }, { op: 'read', file: 'e.ts', asOf: 7 }],
    ['Bash', { command: 'cd /x && cat src/f.ts' }, { op: 'read', file: 'src/f.ts' }],
    [
      'exec_command',
      { cmd: "sed -n '1,220p' src/g.ts" },
      { op: 'read', file: 'src/g.ts', part: { from: 1, to: 220 } },
    ],
    [
      'shell',
      { command: ['bash', '-lc', 'nl -ba h.ts | sed -n "5,9p"'] },
      { op: 'read', file: 'h.ts', part: { from: 5, to: 9 } },
    ],
    ['write', { path: 'i.ts', content: 'x' }, { op: 'write', file: 'i.ts', text: 'x' }],
    [
      'Edit',
      { file_path: 'j.ts', old_string: 'a', new_string: 'b' },
      { op: 'edit', file: 'j.ts', before: 'a', after: 'b' },
    ],
    [
      'edit',
      { path: 'k.ts', oldText: 'a', newText: 'b' },
      { op: 'edit', file: 'k.ts', before: 'a', after: 'b' },
    ],
    [
      'editor',
      { path: 'l.ts', old_text: 'a', new_text: '' },
      { op: 'edit', file: 'l.ts', before: 'a', after: '' },
    ],
    [
      'edit',
      { search: 'a', replace: 'b' },
      { op: 'edit', file: undefined, before: 'a', after: 'b' },
    ],
  ])('%s %j', (toolName, input, action) => {
    expect(fileActions(toolName, input)).toEqual([action]);
  });

  it('knows edits in lists and patches', () => {
    const edits = [
      { old_string: 'a', new_string: 'b' },
      { old_string: 'c', new_string: 'd' },
    ];
    expect(fileActions('MultiEdit', { file_path: 'x.ts', edits })).toEqual([
      { op: 'edit', file: 'x.ts', before: 'a', after: 'b' },
      { op: 'edit', file: 'x.ts', before: 'c', after: 'd' },
    ]);
    const patch = [
      '*** Begin Patch',
      '*** Update File: /p/y.ts',
      '@@',
      ' keep',
      '-old',
      '+new',
      '@@ class A',
      '-gone',
      '*** Add File: z.ts',
      '+first',
      '+second',
      '*** End Patch',
    ].join('\n');
    const wanted = [
      { op: 'edit', file: '/p/y.ts', before: 'keep\nold', after: 'keep\nnew' },
      { op: 'edit', file: '/p/y.ts', before: 'gone', after: '' },
      { op: 'write', file: 'z.ts', text: 'first\nsecond' },
    ];
    expect(fileActions('apply_patch', patch)).toEqual(wanted);
    expect(fileActions('shell', { command: ['apply_patch', patch] })).toEqual(wanted);
  });

  it('takes commands that do more than print a file for none', () => {
    for (const command of ['cat a.ts | grep x', 'cat a.ts > b.ts', 'npm test', 'rm a.ts']) {
      expect(fileActions('Bash', { command })).toEqual([]);
    }
  });
});

describe('isSameFile', () => {
  it('lets a relative path be the end of an absolute one', () => {
    expect(isSameFile('./src/a.ts', '/home/user/x/src/a.ts')).toBe(true);
    expect(isSameFile('C:\\x\\src\\a.ts', 'src/a.ts')).toBe(true);
    expect(isSameFile('rc/a.ts', '/x/src/a.ts')).toBe(false);
  });
});
