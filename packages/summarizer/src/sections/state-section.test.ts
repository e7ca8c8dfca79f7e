import { type Line, makeEntries } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { entryActions } from '../actions/entry-actions.js';
import {
  isRequestLine,
  statePriority,
  stateSection,
  withoutRepeatedFailure,
} from './state-section.js';

function stateOf(...lines: Line[]): string[] {
  const entries = makeEntries(lines);
  const whole = stateSection([], entries, entryActions(entries));
  for (let cut = 1; cut < entries.length; cut++) {
    const [older, newer] = [entries.slice(0, cut), entries.slice(cut)];
    const first = stateSection([], older, entryActions(older));
    expect(stateSection(first, newer, entryActions(newer))).toEqual(whole);
  }
  return whole;
}

describe('stateSection', () => {
  it('says what the turns ended with, in the words of the replies', () => {
    expect(
      stateOf(
        ['user', 'Add a flag --dry to src/cli.ts.'],
        [
          'assistant',
          'I looked around first. I’ve added `--dry` to src/cli.ts. Want tests as well.',
        ],
        ['user', 'Now the docs.'],
        ['assistant', 'Should I write them in Markdown?'],
        ['user', 'Yes, and keep them short.'],
        ['assistant', 'The docs are written. You may want them reviewed before they are merged.'],
      ),
    ).toEqual([
      'First request (#0): "Add a flag --dry to src/cli.ts."',
      'Earlier request (#2): "Now the docs."',
      'Newest summarized request (#4): "Yes, and keep them short."',
      'Done (#1): "I’ve added `--dry` to src/cli.ts."',
      'Done (#5): "The docs are written."',
      'The assistant last said (#5): "The docs are written. You may want them reviewed before they are merged."',
    ]);
  });

  it.each(['Latest', 'Last covered'])('carries on what earlier versions called %s', (name) => {
    const carried = ['First request (#0): "Read it."', `${name} request (#2): "Now the docs."`];
    expect(stateSection(carried, [], [])).toEqual([
      'First request (#0): "Read it."',
      'Newest summarized request (#2): "Now the docs."',
    ]);
    expect(carried.map(isRequestLine)).toEqual([true, true]);
    expect(statePriority(carried[1] ?? '')).toBe(0);
  });

  it('takes no pasted code, no file of an editor and no "continue" for a request', () => {
    expect(
      stateOf(
        ['user', 'Sort it in <file path="a.ts">\nconst a = 1;\nexport { a };\n</file>'],
        ['assistant', 'I will.'],
        ['user', 'continue'],
        ['user', "import { a } from './a';\nconst b = a;\nexport default b;"],
        ['user', '<task-notification>\n<id>7</id>\n</task-notification>\nRead the output: /tmp/7'],
        ['user', 'Fix this:\n```\nTypeError: a is not a function\n```'],
      ),
    ).toEqual([
      'First request (#0): "Sort it in"',
      'Newest summarized request (#5): "Fix this:"',
      'The assistant last said (#1): "I will."',
    ]);
  });

  const failing: Line[] = [
    ['user', 'Mend the tests.'],
    ['call', 'Bash', { command: 'pytest tests/a.py' }],
    ['error', 'pytest: command not found'],
  ];
  const failure = (...lines: Line[]): string | undefined => {
    const entries = makeEntries([...failing, ...lines]);
    const state = stateSection([], entries, entryActions(entries));
    // In two steps it is the same, as calls and their answers stay together.
    const [older, newer] = [entries.slice(0, 3), entries.slice(3)];
    const first = stateSection([], older, entryActions(older));
    expect(stateSection(first, newer, entryActions(newer))).toEqual(state);
    return state.find((line) => line.startsWith('Last failure'));
  };

  it('tells the last failure until the same succeeds', () => {
    const line = 'Last failure (#1): Bash "pytest tests/a.py" failed: "pytest: command not found"';
    expect(failure()).toBe(line);
    const list: Line[] = [
      ['call', 'Bash', { command: 'ls tests' }],
      ['result', 'a.py'],
    ];
    expect(failure(...list)).toBe(line);
    const again: Line = ['call', 'Bash', { command: '(source .venv/bin/activate && pytest)' }];
    expect(failure(again, ['result', '3 passed'])).toBeUndefined();
    expect(failure(again, ['error', 'Exit code 1\n2 failed'])).toContain('(#3)');
    expect(failure(again, ['result', 'Exit code: 1\n2 failed'])).toContain('(#3)');
  });

  it('tells no failure of an edit that succeeded then', () => {
    const edit: Line = ['call', 'Edit', { file_path: 'a.py', old_string: 'a', new_string: 'b' }];
    const refused: Line = ['error', 'String to replace not found in file.'];
    expect(failure(edit, refused)).toContain('(#3): Edit "a.py" failed');
    expect(failure(edit, refused, edit, ['result', 'ok'])).toBeUndefined();
  });

  it('takes a rejected action for none', () => {
    const entries = makeEntries([
      ['user', 'Mend it.'],
      ['assistant', '```bash\nls\n```'],
      ['program', '<returncode>0</returncode>\na.py'],
      ['assistant', '```bash\nrm a.py\n```\n```bash\nls\n```'],
      ['user', 'Please always provide EXACTLY ONE action in triple backticks, found 2 actions.'],
    ]);
    expect(stateSection([], entries, entryActions(entries))).toEqual(
      expect.arrayContaining(['First request (#0): "Mend it."', 'Last action (#1): shell "ls"']),
    );
    const text = stateSection([], entries, entryActions(entries)).join();
    expect(text).not.toMatch(/Newest summarized request|Last failure/);
  });

  it('quotes the last words without the code behind them', () => {
    expect(
      stateOf(
        ['user', 'Fix it.'],
        ['assistant', 'Sure.\n\nI set the limit to 30:\n\n```ts\nconst limit = 30;\n```'],
        ['assistant', '```bash\nnpm test\n```'],
      ).at(-2),
    ).toBe('The assistant last said (#1): "I set the limit to 30:"');
  });
});

it('shows a failure once where it was the last action', () => {
  const did = 'Last action (#5): Bash "npm test" failed: "1 failed"';
  const failed = 'Last failure (#5): Bash "npm test" failed: "1 failed"';
  const before = 'Last failure (#3): Bash "npm run lint" failed: "2 errors"';
  expect(withoutRepeatedFailure([did, failed])).toEqual([did]);
  expect(withoutRepeatedFailure([did, before])).toEqual([did, before]);
  expect(withoutRepeatedFailure([failed])).toEqual([failed]);
});
