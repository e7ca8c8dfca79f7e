import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseTranscript } from '../parse-transcript.js';

const sample = (name: string): string =>
  readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8');

describe('cline', () => {
  it('reads files that were named, results, and usage whose prompt holds the cached parts', () => {
    const { entries, metadata } = parseTranscript(sample('cline.json'));
    expect(metadata).toMatchObject({ sessionId: '1767607200000_a1b2c', cwd: '/home/user/shop' });
    expect(entries.map(({ message }) => message.role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
    ]);
    expect(entries[1]?.message.content).toContain('<file path="/home/user/shop/cart.ts">');
    expect(entries[2]).toMatchObject({
      createdAt: '2026-01-05T10:00:01.000Z',
      model: 'anthropic/claude-opus-4.8-fast',
      usage: { inputTokens: 350, outputTokens: 16, cacheReadTokens: 340, cacheWriteTokens: 4 },
    });
    expect(entries[3]?.message.content).toMatchObject([{ output: { type: 'error-text' } }]);
  });
});
