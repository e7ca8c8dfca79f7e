import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseTranscript, parseTranscripts } from '../parse-transcript.js';

const sample = (name: string): string =>
  readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8');

describe('opencode', () => {
  it('reads each step with the tokens of its own, and summaries as such', () => {
    const { entries, title, metadata, warnings } = parseTranscript(sample('opencode.json'));
    expect(title).toBe('The cart');
    expect(metadata).toMatchObject({ sessionId: 'ses_1', cwd: '/home/user/shop' });
    expect(entries.map(({ message, metadata: about }) => about?.origin ?? message.role)).toEqual([
      'user',
      'tool',
      'assistant',
      'tool',
      'tool',
      'assistant',
      'summary',
    ]);
    expect(entries[2]?.usage).toEqual({
      inputTokens: 93,
      outputTokens: 24,
      cacheReadTokens: 10,
      cacheWriteTokens: 3,
      reasoningTokens: 4,
    });
    expect(entries[5]?.usage?.inputTokens).toBe(95);
    expect(entries[5]?.model).toBe('anthropic/claude-opus-4-6');
    expect(warnings).toEqual([
      expect.stringContaining('message 5: 1 messages that the user reverted'),
    ]);
  });

  it('marks what was reverted where that is asked for', () => {
    const [all] = [...parseTranscripts(sample('opencode.json'), { rewound: true })];
    expect(all?.entries.at(-1)).toMatchObject({
      metadata: { rewound: true },
      message: { content: 'Reverted' },
    });
  });
});
