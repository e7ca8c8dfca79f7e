import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseTranscript } from '../parse-transcript.js';

const sample = (name: string): string =>
  readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8');

describe('bodies of SDKs', () => {
  it.each([
    ['anthropic.json', 'anthropic', ['system', 'user', 'assistant', 'tool']],
    ['langchain.json', 'langchain', ['user', 'assistant', 'tool']],
    ['openai-responses.json', 'openai-responses', ['system', 'user', 'assistant', 'tool']],
  ])('%s is read as a conversation', (file, format, roles) => {
    const transcript = parseTranscript(sample(file));
    expect(transcript.format).toBe(format);
    expect(transcript.entries.map(({ message }) => message.role)).toEqual(roles);
    const { message } = transcript.entries.at(-1) ?? {};
    expect(JSON.stringify(message)).toContain('v24.21.0');
  });
});
