import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseTranscript, parseTranscripts } from '../parse-transcript.js';

const sample = (name: string): string =>
  readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8');

describe('claude-ai', () => {
  it('reads blocks, attached texts and the branch in force', () => {
    const { entries, title, warnings } = parseTranscript(sample('claude-ai.json'));
    expect(title).toBe('The total');
    expect(entries[0]?.message.content).toContain('<file name="cart.ts">\nsum += price;\n</file>');
    expect(entries.map(({ message }) => message.role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
    ]);
    expect(entries[2]?.createdAt).toBe('2026-01-05T10:00:04.000Z');
    expect(warnings).toEqual([expect.stringContaining('1 messages of other branches')]);
  });

  it('reads every conversation of an export, and the text alone of an old one', () => {
    const old = {
      uuid: 'c-2',
      name: '',
      chat_messages: [{ uuid: 'm', sender: 'human', text: 'Hi' }],
    };
    const list = [...(JSON.parse(sample('claude-ai.json')) as object[]), old];
    const all = [...parseTranscripts(JSON.stringify(list))];
    expect(all.map(({ entries }) => entries.length)).toEqual([4, 1]);
    expect(() => parseTranscript(JSON.stringify(list))).toThrow('holds 2 conversations');
  });
});
