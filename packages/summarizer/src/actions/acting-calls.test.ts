import { expect, it } from 'vitest';

import { isActing } from './acting-calls.js';

it.each([
  ['send_message', { team: 'amber' }, true],
  ['Edit', { file_path: 'a.ts' }, true],
  ['str_replace_based_edit_tool', { command: 'create', path: 'a.ts' }, true],
  ['Bash', { command: 'git push' }, true],
  ['shell', { command: ['rm', 'a.ts'] }, true],
  ['Bash', { command: 'cd app && git status' }, false],
  ['Bash', { command: 'npm test' }, false],
  ['read_file', { path: 'a.ts' }, false],
  ['TodoWrite', { todos: [] }, false],
  ['history_search', { query: 'a' }, false],
])('says of %s %j: %s', (toolName, input, expected) => {
  expect(isActing({ toolName, input })).toBe(expected);
});
