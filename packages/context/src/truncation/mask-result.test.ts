import type { ToolResultPart } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import { maskResult } from './mask-result.js';

const count = (text: string): number => Math.ceil(text.length / 4);

function result(value: string, type: 'text' | 'error-text' = 'text'): ToolResultPart {
  return { type: 'tool-result', toolCallId: 'a', toolName: 'bash', output: { type, value } };
}

const lines = Array.from({ length: 400 }, (_, index) => `line ${index} of the build log`);

describe('maskResult', () => {
  it('keeps the first 3 and the last 10 lines, and says what and where the rest is', () => {
    const masked = maskResult(result([...lines, 'exit code: 2'].join('\n')), 17, count);
    const text = masked?.output.type === 'text' ? masked.output.value : '';
    expect(text.split('\n').slice(0, 3)).toEqual(lines.slice(0, 3));
    expect(text.split('\n').slice(-10, -1)).toEqual(lines.slice(-9));
    expect(text).toContain('388 lines left out of 2576 tokens. Exit code 2.');
    expect(text).toContain('history_expand 17');
  });

  it('stays an error when it was one', () => {
    const masked = maskResult(result(lines.join('\n'), 'error-text'), 1, count);
    expect(masked?.output.type).toBe('error-text');
  });

  it('cuts long lines, so that a minified file is masked too', () => {
    const masked = maskResult(result('x'.repeat(50_000)), 1, count);
    expect(count(masked?.output.type === 'text' ? masked.output.value : '')).toBeLessThan(200);
  });

  it('leaves short results alone', () => {
    expect(maskResult(result('ok\n'.repeat(100)), 1, count)).toBeUndefined();
  });
});
