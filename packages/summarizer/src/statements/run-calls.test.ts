import { expect, it } from 'vitest';

import { isRun } from './run-calls.js';

it.each([
  ['bash', { command: 'node bench.mjs --cache off' }, true],
  ['bash', { command: 'cat bench.mjs' }, false],
  ['shell', { command: ['bash', '-lc', 'make all'] }, true],
  ['run_benchmark', { cache: 'off' }, true],
  ['read_file', { path: 'a.ts' }, false],
  // Its command is a verb of the editor.
  ['str_replace_editor', { command: 'view', path: 'a.ts' }, false],
])('whether %s %j runs something: %j', (toolName, input, runs) => {
  expect(isRun({ toolName, input }, false)).toBe(runs);
});
