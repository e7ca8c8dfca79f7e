import { type Line, makeEntries } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { entryActions } from './entry-actions.js';
import { updateFileTable } from '../sections/file-table.js';
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

  it.each<[name: string, call: Line, answer: Line]>([
    [
      'Claude Code',
      ['call', 'Edit', { file_path: '/a.ts', old_string: 'a', new_string: 'b' }],
      ['error', "The user doesn't want to proceed with this tool use. The tool use was rejected."],
    ],
    [
      'Codex',
      ['call', 'apply_patch', '*** Begin Patch\n*** Update File: /a.ts\n*** End Patch'],
      ['result', 'patch rejected by user'],
    ],
    [
      'Cline',
      ['call', 'replace_in_file', { path: '/a.ts', diff: '' }],
      ['result', '[replace_in_file for /a.ts] Result:\nThe user denied this operation.'],
    ],
    [
      'OpenHands',
      ['call', 'str_replace_editor', { command: 'str_replace', path: '/a.ts', old_str: 'a' }],
      ['result', 'ERROR:\nNo replacement was performed, old_str `a` did not appear in /a.ts.'],
    ],
    [
      'mini-SWE-agent',
      ['assistant', "First:\n```bash\nsed -i 's/a/b/' /a.ts\n```\nThen:\n```bash\nls\n```"],
      ['user', 'Please always provide EXACTLY ONE action in triple backticks, found 2 actions.'],
    ],
    [
      'Aider',
      ['assistant', '/a.ts\n```ts\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n```'],
      [
        'user',
        'The LLM did not conform to the edit format.\n\n# 1 SEARCH/REPLACE block failed to match!',
      ],
    ],
  ])('counts no change that did not take place in %s', (_, call, answer) => {
    const table = (...lines: Line[]) =>
      updateFileTable([], entryActions(makeEntries(lines))).map(({ path }) => path);
    expect(table(call)).toEqual(['/a.ts']);
    expect(table(call, answer)).toEqual([]);
    expect(table(call, answer, call)).toEqual(['/a.ts']);
    expect(entryActions(makeEntries([call, answer])).every(({ refused }) => refused)).toBe(true);
  });

  it('counts what came before the part of a command that failed', () => {
    const failed: Line = [
      'user',
      '<returncode>1</returncode>\n<output>\nAssertionError: 3\n</output>',
    ];
    expect(
      actionsOf(
        ['assistant', "```bash\ncat > a.py <<'EOF'\nassert f() == 4\nEOF\npython a.py\n```"],
        failed,
        ['assistant', "```bash\nsed -i 's/a/b/' b.py\n```"],
        failed,
      ),
    ).toEqual([
      'written a.py',
      "ran cat > a.py <<'EOF'\nassert f() == 4\nEOF\npython a.py (AssertionError: 3)",
      'edited b.py (AssertionError: 3)',
      "ran sed -i 's/a/b/' b.py (AssertionError: 3)",
    ]);
    expect(
      actionsOf(
        ['call', 'Bash', { command: "sed -i 's/a/b/' a.py && pytest" }],
        ['error', "Exit code 2\nsed: can't read a.py: No such file or directory"],
      ),
    ).toEqual([
      "edited a.py (sed: can't read a.py: No such file or directory)",
      "ran sed -i 's/a/b/' a.py && pytest (sed: can't read a.py: No such file or directory)",
    ]);
  });

  it('takes a search without a hit for no failure', () => {
    const run: Line = ['call', 'bash', { command: 'cd /a && grep -rn "x" src' }];
    expect(actionsOf(run, ['error', '(no output)\n\nCommand exited with code 1'])).toEqual([
      'ran cd /a && grep -rn "x" src',
    ]);
    expect(actionsOf(run, ['error', 'grep: src: No such file or directory'])).toHaveLength(1);
    expect(actionsOf(run, ['error', 'grep: src: No such file or directory'])[0]).toContain('(grep');
  });

  it('restores what was put aside only until it comes back', () => {
    const lines: Line[] = [
      ['call', 'Edit', { file_path: 'a.ts', old_string: 'a', new_string: 'b' }],
      ['call', 'Bash', { command: 'git stash' }],
    ];
    expect(actionsOf(...lines)).toContain('restored .');
    const back: Line = ['call', 'Bash', { command: 'git stash pop' }];
    expect(actionsOf(...lines, back)).not.toContain('restored .');
  });

  it('counts what follows when a file was restored', () => {
    const command =
      "git checkout a.py && \\\nsed -i 's/a/b/' a.py && python3 - <<'EOF'\nopen('a.py', 'w')\nEOF";
    expect(actionsOf(['call', 'Bash', { command }]).slice(0, 2)).toEqual([
      'restored a.py',
      'edited a.py',
    ]);
  });

  it.each<[name: string, lines: Line[], path: string]>([
    [
      'in one command',
      [
        [
          'assistant',
          "```bash\ncat <<'EOF' > fix.py\nopen('src/a.py', 'w').write(s)\nEOF\npython3 fix.py\n```",
        ],
      ],
      'src/a.py',
    ],
    [
      'in a later command',
      [
        ['call', 'Write', { file_path: 'fix.js', content: "fs.writeFileSync('src/a.js', text)" }],
        ['call', 'Bash', { command: 'cd /repo && node ./fix.js' }],
      ],
      'src/a.js',
    ],
    [
      'by the name of a path',
      [
        [
          'call',
          'shell',
          { command: "python - <<'EOF'\np = Path('src/a.py')\np.write_text(s)\nEOF" },
        ],
      ],
      'src/a.py',
    ],
    [
      'in its arguments',
      [['call', 'exec_command', { cmd: `python -c "open('src/a.py', 'a').write('x')"` }]],
      'src/a.py',
    ],
  ])('sees the files that a script writes %s', (_, lines, path) => {
    const edited = (entries: Line[]) =>
      entryActions(makeEntries(entries)).flatMap(({ verb, target, error }) =>
        verb === 'edited' && error === undefined ? [target] : [],
      );
    expect(edited(lines)).toEqual([path]);
    const reading = JSON.parse(
      JSON.stringify(lines)
        .replaceAll(/, '[wa]'/g, ", 'r'")
        .replaceAll(/write\w*\(/g, 'read('),
    ) as Line[];
    expect(edited(reading)).toEqual([]);
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
    ['git checkout -- src/a.ts', ['restored src/a.ts (part)']],
    ['git checkout HEAD~1 -- a.ts b.ts', ['restored a.ts (part)', 'restored b.ts (part)']],
    ['git checkout src/a.ts', ['restored src/a.ts (part)']],
    ['cd /repo && git checkout . ; ls', ['restored . (part)']],
    ['git restore src/a.ts b.ts', ['restored src/a.ts (part)', 'restored b.ts (part)']],
    ['git restore --staged src/a.ts', []],
    ['git checkout main; git checkout -b fix/a.b; git switch dev', []],
    ['git reset --hard', ['restored . (part)']],
    ['git stash; git stash list', ['restored . (part)']],
    ['git stash && npm test; git stash pop', []],
    ['rm a.py "b.py" src/c.py 2>/dev/null', ['deleted a.py', 'deleted b.py', 'deleted src/c.py']],
    ['git rm -f a.py b.py', ['deleted a.py', 'deleted b.py']],
    ["perl -pi -e 's/a/b/' src/a.pl", ['edited src/a.pl (part)']],
    ['patch -p1 src/a.c < fix.diff', ['edited src/a.c (part)']],
    ['ls ./src; grep -rn x ./src', []],
  ])('reads %j', (command, changes) => {
    expect(
      shellActions(command).map(
        ({ verb, path, partial }) => `${verb} ${path}${partial ? ' (part)' : ''}`,
      ),
    ).toEqual(changes);
  });
});
