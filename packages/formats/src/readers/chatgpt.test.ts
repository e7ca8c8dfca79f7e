import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseTranscript, parseTranscripts } from '../parse-transcript.js';

const sample = (name: string): string =>
  readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8');

describe('chatgpt', () => {
  it('reads the current branch, with calls of tools and their results', () => {
    const { entries, title, warnings } = parseTranscript(sample('chatgpt.json'));
    expect(title).toBe('The total');
    expect(entries.map(({ message }) => message.role)).toEqual([
      'user',
      'assistant',
      'assistant',
      'tool',
      'assistant',
    ]);
    expect(entries[0]?.createdAt).toBe('2026-01-05T10:00:00.500Z');
    expect(entries[1]?.message.content).toMatchObject([{ type: 'reasoning' }]);
    expect(entries[3]?.message.content).toMatchObject([{ toolCallId: 'n-6', toolName: 'python' }]);
    expect(entries[4]).toMatchObject({
      model: 'o3',
      message: { content: 'The price is a string.' },
    });
    expect(warnings).toEqual([expect.stringContaining('1 messages of other branches')]);
  });

  it('puts a branch that was left before the one in its place', () => {
    const [all] = [...parseTranscripts(sample('chatgpt.json'), { rewound: true })];
    expect(all?.entries.map(({ metadata }) => metadata?.['rewound'] ?? false).indexOf(true)).toBe(
      1,
    );
  });
});
