import { describe, expect, it } from 'vitest';

import type { ModelMessage, ToolResultContent } from './message.js';
import { normalizeMessage } from './normalize-message.js';

const bytes = new Uint8Array([1, 2, 3]);
const url = new URL('https://example.com/a.png');

describe('normalizeMessage', () => {
  it.each<[string, ModelMessage]>([
    ['text', { role: 'user', content: 'hello' }],
    ['text parts', { role: 'user', content: [{ type: 'text', text: 'hello' }] }],
    [
      'tagged files',
      {
        role: 'user',
        content: [{ type: 'file', data: { type: 'data', data: bytes }, mediaType: 'image/png' }],
      },
    ],
    [
      'results of text',
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: '1',
            toolName: 'read',
            output: { type: 'content', value: [{ type: 'text', text: 'x' }] },
          },
        ],
      },
    ],
  ])('returns a message of %s itself', (_name, message) => {
    expect(normalizeMessage(message)).toBe(message);
  });

  it.each([
    ['bytes', bytes, { type: 'data', data: bytes }],
    ['base64', 'AQID', { type: 'data', data: 'AQID' }],
    ['a URL', url, { type: 'url', url }],
    ['the text of a URL', url.href, { type: 'url', url }],
    ['what only looks like a URL', 'https://', { type: 'data', data: 'https://' }],
    ['a reference', { openai: 'file-1' }, { type: 'reference', reference: { openai: 'file-1' } }],
  ])('tags an image or file that is %s', (_name, data, tagged) => {
    const message: ModelMessage = {
      role: 'user',
      content: [
        { type: 'image', image: data, providerOptions: { openai: { detail: 'low' } } },
        { type: 'image', image: data, mediaType: 'image/png' },
        { type: 'file', data, mediaType: 'text/plain', filename: 'a.txt' },
      ],
    };
    expect(normalizeMessage(message)).toStrictEqual({
      role: 'user',
      content: [
        {
          type: 'file',
          data: tagged,
          mediaType: 'image/*',
          providerOptions: { openai: { detail: 'low' } },
        },
        { type: 'file', data: tagged, mediaType: 'image/png' },
        { type: 'file', data: tagged, mediaType: 'text/plain', filename: 'a.txt' },
      ],
    });
  });

  it('turns media in results into files and leaves the rest', () => {
    const media = { type: 'media', data: 'AQID', mediaType: 'image/png' };
    const message: ModelMessage = {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: '1',
          toolName: 'screenshot',
          output: {
            type: 'content',
            value: [{ type: 'text', text: 'done' }, media as unknown as ToolResultContent],
          },
        },
        {
          type: 'tool-result',
          toolCallId: '2',
          toolName: 'read',
          output: { type: 'text', value: '' },
        },
      ],
    };
    const normalized = normalizeMessage(message);
    expect(normalized.content[0]).toMatchObject({
      output: {
        value: [
          { type: 'text', text: 'done' },
          { type: 'file', data: { type: 'data', data: 'AQID' }, mediaType: 'image/png' },
        ],
      },
    });
    expect(normalized.content[1]).toBe(message.content[1]);
  });

  it('changes nothing the second time', () => {
    const once = normalizeMessage({ role: 'user', content: [{ type: 'image', image: 'AQID' }] });
    expect(normalizeMessage(once)).toBe(once);
  });
});
