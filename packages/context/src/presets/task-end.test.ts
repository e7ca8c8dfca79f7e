import type { ModelMessage } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import { quarters } from '@everlong/testing';
import { toMessageGroups } from '../../test/support/message-groups.js';
import { taskEnd } from './task-end.js';

function groupsOf(messages: readonly ModelMessage[]) {
  return toMessageGroups(messages, quarters).list();
}

let calls = 0;

function call(toolName: string, input: unknown, value: string, failed = false): ModelMessage[] {
  const id = { toolCallId: `call-${calls++}`, toolName };
  const type = failed ? ('error-text' as const) : ('text' as const);
  return [
    { role: 'assistant', content: [{ type: 'tool-call', ...id, input }] },
    { role: 'tool', content: [{ type: 'tool-result', ...id, output: { type, value } }] },
  ];
}

const user: ModelMessage = { role: 'user', content: 'Do it.' };
const run = (command: string, output: string, failed = false) => [
  user,
  ...call('bash', { command }, output, failed),
];
const todos = (...states: string[]) =>
  call('todo_write', { todos: states.map((status) => ({ content: 'x', status })) }, 'ok');

describe('the end of a task', () => {
  it.each<[string, ModelMessage[], string | undefined]>([
    ['nothing said', [], undefined],
    ['a request', [user], 'the user begins the next request'],
    ['an answer', [user, { role: 'assistant', content: 'Done.' }], 'the answer is complete'],
    ['a commit', run('git add -A && git commit -m "x"', '[main 1a2b] x'), 'a commit is made'],
    [
      'nothing to commit',
      run('git commit -m x', 'nothing to commit, working tree clean'),
      undefined,
    ],
    ['a failed commit', run('git commit -m x', 'fatal: no', true), undefined],
    ['a look at commits', run('git log --oneline', 'commit 1a2b'), undefined],
    ['tests that pass', run('cd a && npx vitest run', 'Tests  12 passed (12)'), 'tests pass'],
    ['go tests', run('go test ./...', 'ok   example.com/a 0.1s'), 'tests pass'],
    ['tests that fail', run('pytest -q', '2 failed, 40 passed in 1.2s'), undefined],
    ['none that fail', run('pytest -q', '40 passed, 0 failed'), 'tests pass'],
    ['a failing suite', run('npm test', 'FAIL src/a.test.ts\n3 passed'), undefined],
    ['a command that names tests', run('cat vitest.config.ts', 'pass'), undefined],
    ['a read', [user, ...call('read', { path: 'a.ts' }, 'ok, 3 passed')], undefined],
    ['a command as a list', [user, ...call('exec', { cmd: ['go', 'test'] }, 'ok')], 'tests pass'],
    ['a first list', [user, ...todos('pending', 'pending')], undefined],
    ['a to-do closed', [user, ...todos('in_progress'), ...todos('completed')], 'a to-do is closed'],
    ['a list as it was', [user, ...todos('completed', 'x'), ...todos('completed', 'x')], undefined],
    ['odd input', [user, ...call('todo', [null, 3, { status: 4 }], 'ok')], undefined],
    ['a call without a result', run('make test', 'ok').slice(0, 2), undefined],
  ])('%s', (_name, messages, reason) => {
    expect(taskEnd(groupsOf(messages))).toBe(reason);
  });
});
