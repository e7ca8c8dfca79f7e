import { growthOf } from '@everlong/testing';
import { createTokenizer } from '@everlong/tokenizer';
import { describe, expect, it } from 'vitest';

import { informativeLines } from './informative-lines.js';
import { truncateText } from './truncate-text.js';

const count = (text: string): number => Math.ceil(text.length / 4);
const prose = Array.from({ length: 400 }, () => 'and so it goes on and on');

describe('informativeLines', () => {
  it('prefers lines that name what nothing else names, in their order', () => {
    const text = [
      ...prose,
      'export function parseLimit(maxSize) {',
      'parseLimit(maxSize);',
      ...prose,
      'see docs/limits.md, port 8080',
    ].join('\n');
    expect(informativeLines(text, '', { maxTokens: 30, count })).toEqual([
      'parseLimit(maxSize);',
      'see docs/limits.md, port 8080',
    ]);
    expect(informativeLines(text, 'parseLimit maxSize', { maxTokens: 30, count })).toEqual([
      'see docs/limits.md, port 8080',
    ]);
    expect(informativeLines(text, '', { maxTokens: 2, count })).toEqual([]);
    expect(informativeLines('', '', { maxTokens: 100, count })).toEqual([]);
  });

  it('cuts a long line behind a word, so that no value is cut', () => {
    const text = `one_a ${'two_b '.repeat(40)}`;
    const [line = ''] = informativeLines(text, '', { maxTokens: 100, count });
    expect(line).toMatch(/^one_a (?:two_b )+\[…\]$/);
    expect(informativeLines('x_'.repeat(400), '', { maxTokens: 100, count })).toEqual([]);
  });

  it('does at most linear work on a text of many megabytes', () => {
    const line = 'const value_1 = readFile("src/a.ts");';
    const growth = growthOf(200_000, (size) => {
      const text = Array.from({ length: size }, (_, index) => `${line} // ${index}`).join('\n');
      informativeLines(text, '', { maxTokens: 1_000, count });
    });
    expect(growth).toBeLessThan(3);
  });
});

describe('truncateText', () => {
  it('shows between head and tail what names most of what it leaves out', async () => {
    const tokenizer = await createTokenizer({ encoding: 'o200k_base' });
    const text = [...prose, 'const retryLimit = 42;', ...prose, 'it ends here'].join('\n');
    const cut = truncateText(text, 400, tokenizer.count);
    expect(tokenizer.count(cut)).toBeLessThanOrEqual(400);
    expect(cut).toMatch(
      /^and so [^[]*\n\[\.\.\. \d+ of \d+ characters \(\d+ tokens in all\) left out here, but for these lines:\nconst retryLimit = 42;\n\.\.\.\]\n[^[]*it ends here$/,
    );
    expect(truncateText(text, 290, tokenizer.count)).not.toContain('retryLimit');
  });

  it('holds no secret of what it leaves out', () => {
    const key = `ghp_${'aB3dE5gH'.repeat(5)}`;
    const text = [...prose, `const token_1 = "${key}"; export_b`, ...prose].join('\n');
    const cut = truncateText(text, 400, count);
    expect(cut).toContain('export_b');
    expect(cut).not.toContain(key);
  });
});
