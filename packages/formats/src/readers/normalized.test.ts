import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseTranscript } from '../parse-transcript.js';
import { readTranscript } from '../read-transcript.js';

const fixture = fileURLToPath(new URL('../../fixtures/normalized.jsonl', import.meta.url));

describe('normalized', () => {
  it('reads text, reasoning and calls, and counts the whole prompt', async () => {
    const { entries } = await readTranscript(fixture);
    expect(entries[4]).toEqual({
      createdAt: '2026-01-01T00:00:01.000Z',
      model: 'm-1',
      usage: {
        inputTokens: 29,
        outputTokens: 7,
        cacheReadTokens: 11,
        cacheWriteTokens: 13,
        reasoningTokens: 2,
      },
      metadata: { stopReason: 'toolUse', hiddenReasoningChars: 300 },
      message: {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Two tools.' },
          { type: 'text', text: 'I draw.' },
          { type: 'tool-call', toolCallId: 't-1', toolName: 'draw', input: { size: 3 } },
          { type: 'tool-call', toolCallId: 't-2', toolName: 'patch', input: '*** Begin Patch' },
          { type: 'tool-call', toolCallId: 't-3', toolName: 'draw', input: { size: 4 } },
        ],
      },
    });
  });

  it('reads results: an image as a note of its size, an error, one without a call', async () => {
    const { entries } = await readTranscript(fixture);
    expect(entries.slice(5, 8).map(({ message }) => message.content)).toEqual([
      [
        {
          type: 'tool-result',
          toolCallId: 't-1',
          toolName: 'draw',
          output: {
            type: 'content',
            value: [
              { type: 'text', text: 'drawn' },
              { type: 'text', text: '[image: image/png, 12345 bytes]' },
            ],
          },
        },
      ],
      [
        {
          type: 'tool-result',
          toolCallId: 't-2',
          toolName: 'patch',
          output: { type: 'error-text', value: 'no such file' },
        },
      ],
      [
        {
          type: 'tool-result',
          toolCallId: 't-9',
          toolName: 'unknown',
          output: { type: 'text', value: 'nobody asked' },
        },
      ],
    ]);
  });

  it('keeps every other field as metadata and tells where user texts come from', async () => {
    const { entries } = await readTranscript(fixture);
    const others = entries.filter(({ message }) => message.role !== 'tool');
    expect(others.map(({ metadata }) => metadata)).toEqual([
      { name: 'aider' },
      { demo: true },
      { origin: 'tool' },
      { origin: 'tool', meta: true },
      { stopReason: 'toolUse', hiddenReasoningChars: 300 },
      { stopReason: 'aborted' },
      { event: 'compact-boundary', preTokens: 99, trigger: 'auto' },
      { origin: 'summary', event: 'compaction', preTokens: 99 },
    ]);
  });

  it('keeps an empty message, and reads a time without a zone as UTC', async () => {
    const { entries } = await readTranscript(fixture);
    expect(entries[8]).toMatchObject({
      createdAt: '2026-01-01T00:00:04.000Z',
      message: { role: 'assistant', content: '' },
    });
  });

  it.each([
    [{ role: 'oracle', content: 'x' }, 'a role of system, user, assistant or tool, found "oracle"'],
    [{ role: 'user' }, 'content as a text or a list of parts, found nothing'],
    [7, 'a message, found 7'],
  ])('names file, line and what was expected: %j', (line, problem) => {
    const text = `{"role":"user","content":"fine"}\n\n${JSON.stringify(line)}\n`;
    expect(() => parseTranscript(text, { file: 'n.jsonl', format: 'normalized' })).toThrow(
      `n.jsonl:3: expected ${problem}`,
    );
  });
});
