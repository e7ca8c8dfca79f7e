import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseTranscript, parseTranscripts } from '../parse-transcript.js';

const sample = (name: string): string =>
  readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8');

describe('aider', () => {
  it('tells the user, the model and the program, and gives each chat a conversation', () => {
    const [first, second, ...others] = [...parseTranscripts(sample('aider.md'))];
    expect(others).toEqual([]);
    expect(first?.entries.map(({ message, metadata }) => metadata?.origin ?? message.role)).toEqual(
      ['tool', 'user', 'assistant', 'tool'],
    );
    expect(first?.entries[1]?.message.content).toBe('Why is the total wrong?\nIt says 12.');
    expect(first?.entries[2]).toMatchObject({
      model: 'gpt-4o',
      createdAt: '2026-01-05T10:00:00.000Z',
    });
    expect(second?.entries.at(-1)?.message.content).toBe('It says 3.');
  });

  it('reads the whole history as one where one is asked for', () => {
    expect(parseTranscript(sample('aider.md')).entries).toHaveLength(7);
  });
});
