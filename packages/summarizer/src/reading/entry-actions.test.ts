import { type Line, makeEntries } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { entryActions } from './entry-actions.js';
import { shellActions } from './shell-actions.js';

function actionsOf(...lines: Line[]): string[] {
  return entryActions(makeEntries(lines)).map(
    ({ verb, target, error }) => `${verb} ${target}${error === undefined ? '' : ` (${error})`}`,
  );
}

describe('entryActions', () => {
  it.each<[name: string, line: Line, actions: string[]]>([
    ['Claude Code', ['call', 'MultiEdit', { file_path: '/a.ts', edits: [] }], ['edited /a.ts']],
    ['pi', ['call', 'edit', { path: 'a.ts', oldText: 'a', newText: 'b' }], ['edited a.ts']],
    ['Gemini', ['call', 'write_file', { file_path: 'a.ts', content: 'x' }], ['written a.ts']],
    [
      'OpenHands',
      ['call', 'str_replace_editor', { command: 'create', path: '/a.py' }],
      ['written /a.py'],
    ],
    [
      'OpenHands',
      ['call', 'str_replace_editor', { command: 'view', path: '/a.py' }],
      ['read /a.py'],
    ],
    ['SWE-agent', ['call', 'create', { filename: 'a.py' }], ['written a.py']],
    ['Cline', ['call', 'editor', { path: 'a.ts', new_text: 'b' }], ['edited a.ts']],
    ['Kimi', ['call', 'ReadFile', { path: 'a.md' }], ['read a.md']],
    ['Codex', ['call', 'exec_command', { cmd: 'ls -la', workdir: '/' }], ['ran ls -la']],
    [
      'Codex',
      [
        'call',
        'apply_patch',
        '*** Begin Patch\n*** Add File: a.ts\n+1\n*** Update File: b.ts\n*** End Patch',
      ],
      ['written a.ts', 'edited b.ts'],
    ],
    [
      'mini-SWE-agent',
      ['assistant', 'THOUGHT: look\n```bash\ngrep -n x a.py\n```'],
      ['ran grep -n x a.py'],
    ],
    [
      'Aider',
      ['assistant', 'src/a.py\n```python\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n```'],
      ['edited src/a.py'],
    ],
    [
      'Anthropic',
      ['call', 'str_replace_based_edit_tool', { command: 'str_replace', path: '/a.py' }],
      ['edited /a.py'],
    ],
    ['Roo', ['call', 'write_to_file', { path: 'a.ts', content: '' }], ['written a.ts']],
    ['Cursor', ['call', 'read_file', { target_file: 'a.ts' }], ['read a.ts']],
    ['a shell', ['call', 'shell', { command: ['cat', 'a.ts'] }], ['read a.ts', 'ran cat a.ts']],
    [
      'a domain agent',
      ['call', 'get_user_details', { user_id: 'mia_li_3668' }],
      ['called mia_li_3668'],
    ],
  ])('understands %s', (_, line, actions) => {
    expect(actionsOf(line)).toEqual(actions);
  });

  it('says what failed, by the line that names the error', () => {
    expect(
      actionsOf(
        ['call', 'Bash', { command: 'npm test' }],
        ['error', 'exit 1\n> test\nTypeError: x is not a function\n  at a'],
      ),
    ).toEqual(['ran npm test (TypeError: x is not a function)']);
  });
});

describe('shellActions', () => {
  it.each([
    ['cat > src/a.ts <<EOF\nif (a > b.c) {}\nEOF', ['written src/a.ts']],
    ['echo x >> notes.md && npm test 2>&1 > /dev/null', ['written notes.md (part)']],
    ['cat x | tee -a out/log.txt', ['written out/log.txt (part)']],
    ["sed -i 's/a/b/' src/a.ts", ['edited src/a.ts (part)']],
    ['rm -rf build/a.js', ['deleted build/a.js']],
    ['node -e "a => b.c"', []],
    ['cd /repo && cat src/a.ts', ['read src/a.ts']],
    ["nl -ba src/a.ts | sed -n '1,20p'; sed -n '5,9p' b.py", ['read src/a.ts', 'read b.py (part)']],
    ['head -n 20 a.log; tail -5 b.log', ['read a.log (part)', 'read b.log (part)']],
    [
      'mv a.ts b.ts && cp c.ts d/c.ts',
      ['deleted a.ts', 'written b.ts (part)', 'written d/c.ts (part)'],
    ],
    ['git checkout -- src/a.ts', ['edited src/a.ts (part)']],
    ['ls ./src; grep -rn x ./src', []],
  ])('reads %j', (command, changes) => {
    expect(
      shellActions(command).map(
        ({ verb, path, partial }) => `${verb} ${path}${partial ? ' (part)' : ''}`,
      ),
    ).toEqual(changes);
  });
});
