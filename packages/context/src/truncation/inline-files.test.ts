import { createMemoryStore, type ModelMessage } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import { inlineFiles } from './inline-files.js';
import { openSession } from '../session/open-session.js';
import type { Session } from '../session-work/session.js';

function image(bytes: number): ModelMessage {
  const data = 'A'.repeat(Math.ceil((bytes * 4) / 3));
  return {
    role: 'user',
    content: [
      { type: 'text', text: 'Look at this.' },
      { type: 'file', data: { type: 'data', data }, mediaType: 'image/png' },
    ],
  };
}

function open(model?: string): Promise<Session> {
  const store = createMemoryStore();
  return openSession({ store, contextWindow: 200_000, ...(model === undefined ? {} : { model }) });
}

function imagesIn(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + inlineFiles(message).images, 0);
}

describe('limits of files', () => {
  it('sends at most as many images as the provider takes, the newest ones', async () => {
    const session = await open('claude-sonnet-4-5');
    await session.append(Array.from({ length: 130 }, () => image(100)));
    const { messages, plan } = await session.prepare();
    expect(imagesIn(messages)).toBeLessThanOrEqual(100);
    expect(imagesIn(messages.slice(-1))).toBe(1);
    expect(plan.explain(0)?.disposition).not.toBe('verbatim');
  });

  it('leaves room after a compaction, so that the next image does not start another', async () => {
    const session = await open('claude-sonnet-4-5');
    await session.append(Array.from({ length: 130 }, () => image(100)));
    const first = await session.prepare();
    await session.append(image(100));
    const second = await session.prepare();
    expect(second.state.epoch).toBe(first.state.epoch);
    expect(second.messages.slice(0, first.messages.length)).toEqual(first.messages);
  });

  it('names an image that is larger than any request may hold', async () => {
    const session = await open('claude-sonnet-4-5');
    await session.append(image(6 * 1024 * 1024));
    const { messages } = await session.prepare();
    expect(imagesIn(messages)).toBe(0);
    expect(JSON.stringify(messages)).toContain('[image: image/png, 6291456 bytes]');
  });

  it('names files in tool results for providers whose adapters send them as text', async () => {
    const content: ModelMessage[] = [
      { role: 'user', content: 'Take a screenshot.' },
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'screenshot', input: {} }],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'a',
            toolName: 'screenshot',
            output: {
              type: 'content',
              value: [
                {
                  type: 'file',
                  data: { type: 'data', data: 'AAAA' },
                  mediaType: 'image/png',
                },
              ],
            },
          },
        ],
      },
    ];
    const local = await open('openai-compatible/llama3');
    await local.append(content);
    expect(imagesIn((await local.prepare()).messages)).toBe(0);
    const claude = await open('claude-sonnet-4-5');
    await claude.append(content);
    expect(imagesIn((await claude.prepare()).messages)).toBe(1);
  });
});
