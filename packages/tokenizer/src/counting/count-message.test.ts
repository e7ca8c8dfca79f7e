import type { ModelMessage } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import { createTokenizer } from '../create-tokenizer.js';
import { imageTokens } from './image-tokens.js';

const gpt = await createTokenizer({ model: 'gpt-4o' });
const claude = await createTokenizer({ model: 'claude-opus-4-5' });
const gemini = await createTokenizer({ model: 'gemini-3-pro' });

/** The header of a PNG of that size; nothing reads further. */
function png(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(64);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x89504e47);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
}

function imageMessage(data: Uint8Array | string | URL): ModelMessage {
  return { role: 'user', content: [{ type: 'file', mediaType: 'image/png', data }] };
}

describe('images', () => {
  it('count by the rule of the provider', () => {
    const message = imageMessage(png(1024, 1024));
    expect(gpt.countMessage(message)).toBe(4 + 85 + 170 * 4);
    expect(claude.countMessage(message)).toBe(4 + 37 * 37);
    expect(gemini.countMessage(message)).toBe(2 + 258 * 4);
  });

  it('count the same as bytes, base64 and data URL', () => {
    const bytes = png(300, 200);
    const base64 = Buffer.from(bytes).toString('base64');
    const expected = claude.countMessage(imageMessage(bytes));
    expect(claude.countMessage(imageMessage(base64))).toBe(expected);
    expect(claude.countMessage(imageMessage(`data:image/png;base64,${base64}`))).toBe(expected);
    expect(claude.countMessage(imageMessage(new URL(`data:image/png;base64,${base64}`)))).toBe(
      expected,
    );
  });

  it('count as the largest when nobody knows their size', () => {
    const message = imageMessage(new URL('https://example.com/a.png'));
    expect(claude.countMessage(message)).toBe(4 + imageTokens('anthropic'));
    expect(claude.countMessage(imageMessage('not base64 !'))).toBe(4 + 1568);
    expect(imageTokens('anthropic', { width: 9000, height: 9000 })).toBe(1568);
    expect(imageTokens('openai-patches', { width: 9000, height: 9000 })).toBe(
      Math.ceil(1536 * 2.46),
    );
  });
});

describe('files', () => {
  it('count as their text when they are text', () => {
    const text = 'name,amount\nalpha,1\nbeta,2\n';
    const inline: ModelMessage = {
      role: 'user',
      content: [{ type: 'file', mediaType: 'text/csv', data: { type: 'text', text } }],
    };
    const bytes: ModelMessage = {
      role: 'user',
      content: [{ type: 'file', mediaType: 'text/csv', data: new TextEncoder().encode(text) }],
    };
    expect(gpt.countMessage(inline)).toBe(4 + gpt.count(text));
    expect(gpt.countMessage(bytes)).toBe(gpt.countMessage(inline));
  });

  it('count by pages when they are PDF', () => {
    const pdf = new TextEncoder().encode(
      '%PDF-1.7 /Type /Pages /Type /Page /Type/Page %%EOF ........',
    );
    const message: ModelMessage = {
      role: 'user',
      content: [{ type: 'file', mediaType: 'application/pdf', data: pdf }],
    };
    expect(gemini.countMessage(message)).toBe(2 + 2 * 258);
    expect(claude.countMessage(message)).toBe(4 + 2 * (3000 + 1568));
  });
});

describe('tool calls and results', () => {
  const input = { path: 'src/a.ts', text: 'const a = "b";\n'.repeat(20) };
  const call: ModelMessage = {
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: '1', toolName: 'write', input }],
  };

  it('count arguments as one JSON text, or for Claude each by itself', () => {
    expect(gpt.countMessage(call)).toBe(
      4 + 13 + gpt.count('write') + gpt.count(JSON.stringify(input)),
    );
    const argumentTokens = Object.entries(input)
      .map(([name, value]) => 14 + claude.count(name) + claude.count(value))
      .reduce((left, right) => left + right, 0);
    expect(claude.countMessage(call)).toBe(4 + 20 + claude.count('write') + argumentTokens);
  });

  it('count no fewer tokens than their JSON has, however well their text compresses', () => {
    const long = { text: '\n'.repeat(38_000) };
    const tokens = claude.countMessage({
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: '1', toolName: 'write', input: long }],
    });
    expect(tokens).toBeGreaterThan(gpt.count(JSON.stringify(long)));
  });

  it('count every kind of result', () => {
    const tokens = (output: unknown): number =>
      gpt.countMessage({
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: '1', toolName: 'x', output }],
      } as ModelMessage) - 12;
    expect(tokens({ type: 'text', value: 'hello world' })).toBe(2);
    expect(tokens({ type: 'error-text', value: 'hello world' })).toBe(2);
    expect(tokens({ type: 'json', value: { a: 1 } })).toBe(gpt.count('{"a":1}'));
    expect(tokens({ type: 'error-json', value: [1, 2] })).toBe(gpt.count('[1,2]'));
    expect(tokens({ type: 'execution-denied' })).toBe(gpt.count('execution denied'));
    expect(
      tokens({
        type: 'content',
        value: [
          { type: 'text', text: 'hello world' },
          {
            type: 'image-data',
            data: Buffer.from(png(512, 512)).toString('base64'),
            mediaType: 'image/png',
          },
          { type: 'file-id', fileId: 'f1' },
          { type: 'image-url', url: 'https://example.com/a.png' },
          { type: 'later', anything: 1 },
        ],
      }),
    ).toBe(2 + (85 + 170) + 1600 + 1445 + gpt.count('{"type":"later","anything":1}'));
    expect(tokens({ type: 'later', value: 'x' })).toBeGreaterThan(0);
  });
});

describe('reasoning', () => {
  it('counts its text, or what its encrypted form stands for', () => {
    const part = (text: string, encrypted?: string): ModelMessage => ({
      role: 'assistant',
      content: [
        {
          type: 'reasoning',
          text,
          ...(encrypted === undefined
            ? {}
            : { providerOptions: { openai: { reasoningEncryptedContent: encrypted } } }),
        },
      ],
    });
    expect(gpt.countMessage(part('hello world'))).toBe(4 + 9 + 2);
    expect(gpt.countMessage(part('', 'x'.repeat(4684)))).toBe(4 + 9 + 583);
    expect(gpt.countMessage(part('', 'x'.repeat(100)))).toBe(4 + 9);
  });

  it('ignores parts that no model sees, and values that JSON cannot hold', () => {
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    expect(
      gpt.countMessage({
        role: 'assistant',
        content: [
          { type: 'tool-approval-request', approvalId: 'a', toolCallId: '1' },
          { type: 'tool-call', toolCallId: '1', toolName: 'x', input: cyclic },
        ],
      }),
    ).toBeGreaterThan(17);
  });
});
