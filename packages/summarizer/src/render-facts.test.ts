import { describe, expect, it } from 'vitest';

import { updateLedger } from './ledger.js';
import { renderFacts } from './render-facts.js';
import { countTokens, type Line, makeEntries } from './testing/make-entries.js';

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
