import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseTranscript, parseTranscripts } from '../parse-transcript.js';

const sample = (name: string): string =>
  readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8');

describe('gemini-cli', () => {
  it('reads thoughts, calls with their results, and usage whose prompt holds the cached part', () => {
    const { entries, title, metadata } = parseTranscript(sample('gemini-cli.json'));
    expect(title).toBe('The total of the cart');
    expect(metadata).toMatchObject({ cwd: '/home/user/shop' });
    expect(entries.map(({ message }) => message.role)).toEqual([
      'user',
      'assistant',
      'tool',
      'tool',
    ]);
    expect(entries[1]).toMatchObject({
      model: 'gemini-2.5-pro',
      usage: { inputTokens: 900, outputTokens: 42, cacheReadTokens: 600, reasoningTokens: 12 },
    });
    expect(entries[3]?.message.content).toMatchObject([
      { toolCallId: 'call-2', output: { type: 'error-text', value: 'exit 1' } },
    ]);
  });

  it('takes the last copy of a message once, and leaves out what was rewound', () => {
    const { entries, title, warnings } = parseTranscript(sample('gemini-cli-lines.jsonl'));
    expect(title).toBe('Blue paint');
    expect(entries.map(({ message }) => message.role)).toEqual([
      'user',
      'assistant',
      'tool',
      'user',
    ]);
    expect(entries.flatMap(({ usage = [] }) => usage)).toHaveLength(1);
    expect(entries.at(-1)?.metadata).toEqual({ origin: 'tool' });
    expect(warnings).toEqual([expect.stringContaining('2 messages that the user took back')]);
    const [all] = [...parseTranscripts(sample('gemini-cli-lines.jsonl'), { rewound: true })];
    expect(all?.entries.map(({ metadata }) => metadata?.['rewound'] ?? false)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
