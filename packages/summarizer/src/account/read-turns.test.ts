import { type Line, makeEntries } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { describeCall } from './describe-call.js';
import { readTurns } from './read-turns.js';
import { isFailure } from '../reading/is-failure.js';
import { createLineCounter, tellingResult } from './telling-result.js';
import type { AccountData } from './turn.js';

const nothing: AccountData = { turns: [], errors: [], quoted: [] };
const run = (command: string): Line => ['call', 'Bash', { command }];

function read(...lines: Line[]): AccountData {
  return readTurns(nothing, makeEntries(lines));
}

describe('readTurns', () => {
  // promise: context-17
  it('tells of each message of the user what was done and said, and leaves out what only looks', () => {
    const { turns } = read(
      ['user', 'Fix it.'],
      ['call', 'Read', { file_path: 'a.ts' }],
      ['result', 'const a = 1'],
      ['call', 'Edit', { file_path: 'a.ts', old_string: 'a', new_string: 'const bee = 2' }],
      ['result', 'ok'],
      ['assistant', 'Fixed.'],
      ['user', 'Thanks.'],
    );
    expect(turns).toMatchObject([
      { seq: 0, words: 'Fix it.', calls: 2, acts: [{ seq: 3, times: 1 }], said: [{ seq: 5 }] },
      { seq: 6, words: 'Thanks.', calls: 0, acts: [], said: [] },
    ]);
    expect(turns[0]?.acts[0]?.what).toMatch(/^Edit a\.ts\b.*const bee = 2/);
    // That a change succeeded is no news.
    expect(turns[0]?.acts[0]?.result).toBe('');
  });

  it('folds what is done again into the newest, and counts how often it failed', () => {
    const { turns } = read(
      ['user', 'Test it.'],
      run('npm test'),
      ['error', '2 failed'],
      run('npm test'),
      ['result', '5 passed'],
    );
    expect(turns[0]?.acts).toMatchObject([
      { seq: 3, times: 2, failures: 1, failed: false, result: '5 passed' },
    ]);
  });

  // promise: context-16
  it('keeps a failure open until a call of its kind passes, in a later snapshot too', () => {
    const failed = read(['user', 'Go.'], run('npm test'), ['error', '2 failed'], run('make'), [
      'error',
      'no rule',
    ]);
    expect(failed.errors.map(({ result }) => result)).toEqual(['2 failed', 'no rule']);
    const later = readTurns(failed, makeEntries([run('npm test'), ['result', 'ok']], 5));
    expect(later.errors.map(({ result }) => result)).toEqual(['no rule']);
    expect(failed.errors).toHaveLength(2);
  });

  it('has a turn without words for a log that begins with the assistant', () => {
    expect(read(['assistant', 'Hello.']).turns).toMatchObject([{ seq: 0, words: '' }]);
  });

  it('takes requests that differ in numbers only for several', () => {
    const bill = (order: number): string =>
      `Please bill order ${order} of the customer: ${'all of its parts as they were agreed. '.repeat(5)}`;
    const { turns } = read(['user', bill(4711)], ['assistant', 'Done.'], ['user', bill(4712)]);
    expect(turns.map(({ words }) => words)).toEqual([bill(4711).trim(), bill(4712).trim()]);
  });

  it('leaves out the middle of what was pasted', () => {
    const log = Array.from({ length: 800 }, (_, index) => `line ${index} of the log`).join('\n');
    const { turns } = read(['user', `Why?\n\n${log}\n\nFix it today.`]);
    expect(turns[0]?.words).toMatch(/^Why\?\n\nline 0 of the log\n[^]*\nFix it today\.$/);
    expect(turns[0]?.words).not.toContain('line 100 of');
  });
});

describe('describeCall', () => {
  it.each<[name: string, input: unknown, what: string, kind: string]>([
    ['Bash', { command: 'cd /repo && npm test -- a' }, '$ npm test -- a', '$ npm test'],
    ['Bash', { command: 'CI=1 npm test' }, '$ CI=1 npm test', '$ npm test'],
    ['invoice', { item: 'Adatum', note: null }, 'invoice item=Adatum', 'invoice'],
    ['Write', { file_path: 'a.ts', content: 'x' }, 'Write a.ts', 'Write a.ts'],
    [
      'Edit',
      { file_path: 'a.ts', old_string: 'one\ntwo', new_string: 'one\nthree' },
      'Edit a.ts: + three',
      'Edit a.ts',
    ],
    [
      'apply_patch',
      '*** Begin Patch\n*** Update File: b.py\n-def run(a):\n+def run(a, b):\n*** End Patch',
      'apply_patch b.py: + def run(a, b):',
      'apply_patch b.py',
    ],
    ['ping', null, 'ping', 'ping'],
  ])('%s %j', (toolName, input, what, kind) => {
    expect(describeCall({ toolName, input })).toMatchObject({ what, kind });
  });

  it('is one bounded line, whatever the arguments', () => {
    const { what, kind } = describeCall({
      toolName: 'send',
      input: { text: 'a\nb '.repeat(5_000) },
    });
    expect(what).not.toContain('\n');
    expect(what.length + kind.length).toBeLessThan(600);
  });
});

describe('tellingResult', () => {
  const tell = (output: string, failed = false): string =>
    tellingResult(output, { failed, counter: createLineCounter() });

  // promise: context-17
  it('tells a short result whole, as one line', () => {
    const told = tell('created invoice INV-2227\n\nfor Adatum\n');
    expect(told).toMatch(/^created invoice INV-2227 .* for Adatum$/);
  });

  // promise: context-16
  it('tells the end of a long one, and the line that names the failure', () => {
    const middle = Array.from({ length: 60 }, (_, index) => `at frame number ${index}`).join('\n');
    const output = `start\nTypeError: x is undefined\n${middle}\n3 failed`;
    expect(tell(output, true)).toMatch(/TypeError: x is undefined.*3 failed$/);
    expect(tell(output)).not.toContain('TypeError');
    expect(tell(output, true).length).toBeLessThan(500);
  });

  // promise: context-17
  it('leaves out the lines that every result has', () => {
    const counter = createLineCounter();
    const told = ['lamp', 'door', 'roof', 'wall', 'gate'].map((word) =>
      tellingResult(`banner of the tool\nthe ${word} is built`, { failed: false, counter }),
    );
    expect(told[0]).toContain('banner');
    expect(told.at(-1)).toBe('the gate is built');
  });

  it.each([
    ['fine', false, false],
    ['fine', true, true],
    ['<returncode>1</returncode>', false, true],
    ['done\nExit code: 0', false, false],
    ['{"output":"x","metadata":{"exit_code":2,"duration":1}}', false, true],
    ['[The command completed with exit code 3.]', false, true],
    ['42 passed. On failure exit code 3 is returned', false, false],
    ['returncode: 1 ignored for cleanup\nProcess exited with code 0', false, false],
  ])('knows the failure of %j (%j)', (output, isError, failed) => {
    expect(isFailure(output, isError)).toBe(failed);
  });
});

it('tells the answer to a tool’s question as the user’s words, of that call alone', () => {
  const { turns } = read(
    ['user', 'Fix the hook.'],
    ['call', 'AskUserQuestion', { question: 'Skip it?' }],
    ['result', 'main was clean; fix the issues'],
    ['call', 'AskUserQuestion', { question: 'Sure?' }],
    ['result', ''],
  );
  expect(turns.map(({ words }) => words)).toEqual([
    'Fix the hook.',
    'main was clean; fix the issues',
  ]);
});
