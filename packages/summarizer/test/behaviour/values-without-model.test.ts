import { describe, expect, it } from 'vitest';

import { createExtractiveSummarizer } from '../../src/snapshot/extractive-summarizer.js';
import { countTokens, type Line, makeEntries } from '@everlong/testing';

const yaml = 'server:\n  port: 8443\n  workers: 12\n  debug: false\nname: shop';
const lines: readonly Line[] = [
  ['user', 'Deploy the shop.'],
  ['call', 'Read', { file_path: 'config/prod.yaml' }],
  ['result', yaml],
  ['call', 'Bash', { command: 'cat limits.json; env' }],
  ['result', '{"retries": 7, "backoffMs": 250}\nTIMEOUT_MS=45000'],
  ['call', 'Bash', { command: 'npx tsc' }],
  ['error', "src/a.ts:3:5 - error TS2339: Property 'foo' does not exist on type 'Bar'."],
  ['call', 'Bash', { command: 'node server.js' }],
  [
    'error',
    "TypeError: Cannot read properties of undefined (reading 'tenant')\n    at run (a.js:1:2)",
  ],
  [
    'assistant',
    "The shop is deployed.\n\nThe log also has `KeyError: 'tenant_id'` of yesterday. `MAX_POOL=37` is used.",
  ],
  ['user', 'Now the login page.'],
  ['assistant', 'Which of the two?'],
  ['user', 'The new one.'],
  ['assistant', 'I will begin with its form.'],
  ['user', 'Please go through all of its fields.'],
  ['call', 'Bash', { command: 'ls login' }],
  ['error', 'ls: cannot access login'],
];

async function textOf(given: readonly Line[], maxTokens: number): Promise<string[]> {
  const entries = makeEntries(given);
  const input = { entries, maxTokens, count: countTokens };
  const { snapshot } = await createExtractiveSummarizer().summarize(input);
  expect(snapshot.tokens).toBeLessThanOrEqual(maxTokens);
  return snapshot.text.split('\n');
}

describe('a snapshot without a model', () => {
  it.each([
    '- MAX_POOL=37 #9',
    '- port: 8443 (tool output) #2',
    '- workers: 12 (tool output) #2',
    '- debug: false (tool output) #2',
    '- "backoffMs": 250 (tool output) #4',
    '- TIMEOUT_MS=45000 (tool output) #4',
    "- tool error: src/a.ts:3:5 - error TS2339: Property 'foo' does not exist on type 'Bar'. #6",
    "- tool error: TypeError: Cannot read properties of undefined (reading 'tenant') at a.js:1:2 #8",
    "- error: KeyError: 'tenant_id' #9",
  ])('has a line of its own for %s', async (line) => {
    expect(await textOf(lines, 4_000)).toContain(line);
  });

  it('has the last value that somebody gave, and none torn from its key', async () => {
    const text = await textOf(
      [...lines.slice(0, 10), ['assistant', 'Better `MAX_POOL=40`.'], ...lines.slice(10)],
      4_000,
    );
    expect(text).toContain('- MAX_POOL=40 #10');
    const values = text.slice(
      text.indexOf('## Important Values'),
      text.indexOf('## Current State'),
    );
    expect(values.join('\n')).not.toMatch(/MAX_POOL=37/);
    for (const value of ['MAX_POOL', 'TIMEOUT_MS', '45000', '8443', 'backoffMs']) {
      expect(values.filter((line) => line.includes(value))).toHaveLength(1);
    }
  });

  it('keeps as many as fit a small one', async () => {
    const many: Line[] = Array.from({ length: 60 }, (_, index) => [
      'assistant',
      `I set LIMIT_${index}=${index} to deploy step ${index} to host-${index}.example.com/path.`,
    ]);
    const text = await textOf([...lines, ...many], 1_600);
    const settings = text.filter((line) => /^- LIMIT_\d+=/.test(line));
    expect(settings.length).toBeGreaterThan(2);
    for (const line of settings) {
      const [, index = '', seq = ''] = /^- LIMIT_(\d+)=\1 #(\d+)$/.exec(line) ?? [];
      expect(Number(seq)).toBe(17 + Number(index));
    }
  });

  it('takes no measurement, source code or secret for a setting', async () => {
    const text = await textOf(
      [
        ['user', 'Look at the log.'],
        ['call', 'Bash', { command: 'cat build.log' }],
        ['result', `line: 12\nduration: 40\n${'const timeout: number = 30;\n'.repeat(100)}`],
        ['user', `My API_KEY=${['sk', 'ant', 'api03', 'aB3'.repeat(8)].join('-')} is here.`],
      ],
      4_000,
    );
    expect(text.join('\n')).not.toMatch(/- (?:line|duration|timeout|API_KEY)\S* [^\n]*#/);
  });
});
