import { countTokens, type Line, makeEntries } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { createExtractiveSummarizer } from './extractive-summarizer.js';

const names = (from: number, count: number): string =>
  Array.from({ length: count }, (_, index) => `readPart${from + index}Of`).join(' ');
const files = Array.from({ length: 10 }, (_, index) => `packages/long-name/src/part-${index}.ts`);
const lines: readonly Line[] = [
  ['user', 'Mend all parts. The staging bucket is kx-stage-1f.'],
  ...files.flatMap((path, index): Line[] => [
    ['call', 'Read', { file_path: path }],
    ['result', names(index * 40, 40)],
    ['call', 'Edit', { file_path: path, old_string: '', new_string: `function mend${index}() {` }],
    ['result', 'ok'],
  ]),
];

async function snapshotText(maxTokens: number, given: readonly Line[] = lines): Promise<string> {
  const input = { entries: makeEntries(given), maxTokens, count: countTokens };
  const { snapshot } = await createExtractiveSummarizer().summarize(input);
  expect(snapshot.tokens).toBeLessThanOrEqual(maxTokens);
  return snapshot.text;
}

describe('changed files', () => {
  it.each([1_500, 2_500])('are named before names of code, in %d tokens', async (tokens) => {
    const text = await snapshotText(tokens);
    const section = text.split('\n\n## ').find((part) => part.startsWith('Files Mod'));
    for (const path of files) expect(section).toContain(path);
    expect(text).toContain('readPart');
    expect(text).not.toContain('in Files Modified');
  });

  it('are named without their changes if that is all there is room for', async () => {
    const text = await snapshotText(1_000);
    expect(text).toMatch(/- Also changed: packages\/long-name\/src\/part-\d\.ts(?:, |\n)/);
    expect(text).toContain(`- ${files[9]}: edited 1×`);
  });

  it('take no room of what the user said', async () => {
    for (const tokens of [400, 600, 1_000, 2_500]) {
      expect(await snapshotText(tokens)).toContain('kx-stage-1f');
    }
  });

  it('give way to values that somebody used', async () => {
    const used = Array.from({ length: 160 }, (_, index) => `usePart${index}Now`).join(' ');
    const text = await snapshotText(600, [...lines, ['assistant', used]]);
    expect(text.split('usePart').length).toBeGreaterThan(40);
    expect(text).not.toContain('Also changed');
  });
});
