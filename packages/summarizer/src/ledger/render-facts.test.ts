import { countTokens, type Line, makeEntries } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { updateLedger } from './ledger.js';
import { renderFacts } from './render-facts.js';

const lines: Line[] = [
  ['user', 'Call it "Blue Harbor". Start with npm test.'],
  ['call', 'Bash', { command: 'npm test' }],
  ['result', 'ok'],
  ['call', 'Bash', { command: 'npm run lint' }],
  ['error', 'Error: 2 problems'],
  ['call', 'Bash', { command: 'ls' }],
  ['result', 'src'],
  ['call', 'Bash', { command: 'npm test' }],
  ['result', 'ok'],
];
const ledger = updateLedger([], makeEntries(lines));
const options = { maxTokens: 200, count: countTokens };

describe('renderFacts', () => {
  it('says what failed, what was run again, and what the user named', () => {
    expect(renderFacts(ledger, options)).toEqual([
      '- tool error: Error: 2 problems #4',
      '- ran `npm test` 2×, last ok #7',
      '- ran `npm run lint`, last failed #3',
      '- named: "Blue Harbor" #0',
    ]);
  });

  it.each([
    [
      'TypeError: x is not a function\n    at Object.<anonymous> (node:internal/a:1:2)\n    at run (/repo/node_modules/b/c.js:3:4)\n    at load (src/load.ts:12:7)\n    at main (src/main.ts:3:1)',
      '- tool error: TypeError: x is not a function at src/load.ts:12:7 #1',
    ],
    [
      'Traceback (most recent call last):\n  File "main.py", line 3, in <module>\n    go()\n  File "lib/go.py", line 9, in go\n    json.loads(x)\n  File "/usr/lib/python3/json.py", line 5, in loads\nValueError: no json',
      '- tool error: ValueError: no json at File "lib/go.py", line 9 #1',
    ],
    [
      'panic: oops\n\nmain.main()\n\t/app/main.go:12 +0x1d\nexit status 2',
      '- tool error: panic: oops at /app/main.go:12 #1',
    ],
    ['Error: EPERM\n    at node:internal/fs:1:2', '- tool error: Error: EPERM #1'],
  ])('names the place in the own code of %j', (output, line) => {
    const failed = updateLedger(
      [],
      makeEntries([
        ['call', 'Bash', { command: 'run it' }],
        ['error', output],
      ]),
    );
    expect(renderFacts(failed, options)).toContain(line);
  });

  it('names no place where one output has several errors, for it is that of one only', () => {
    const output =
      "error TS2339: Property 'foo' does not exist\nTypeError: x is not a function\n    at load (src/load.ts:12:7)";
    const failed = updateLedger(
      [],
      makeEntries([
        ['call', 'Bash', { command: 'node a.js' }],
        ['error', output],
      ]),
    );
    expect(renderFacts(failed, options).filter((line) => line.includes('error:'))).toEqual([
      "- tool error: error TS2339: Property 'foo' does not exist #1",
      '- tool error: TypeError: x is not a function #1',
    ]);
  });

  it('leaves out what is visible anyway and what finds no room', () => {
    expect(renderFacts(ledger, { ...options, visibleText: 'then npm test' })).not.toContain(
      '- ran `npm test` 2×, last ok #7',
    );
    for (let maxTokens = 0; maxTokens < 60; maxTokens++) {
      const text = renderFacts(ledger, { ...options, maxTokens })
        .map((line) => `${line}\n`)
        .join('');
      expect(countTokens(text)).toBeLessThanOrEqual(maxTokens);
    }
  });
});
