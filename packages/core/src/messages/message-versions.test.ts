import type { ModelMessage, ToolResultContent } from './message.js';
import { describe, expect, it } from 'vitest';

import { toAiSdk6Message, toAiSdk7Message } from './message-versions.js';

const url = new URL('https://example.com/a.png');

function result(...value: ToolResultContent[]): ModelMessage {
  const output = { type: 'content' as const, value };
  return {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: '1', toolName: 'see', output }],
  };
}

function user(data: unknown): ModelMessage {
  return {
    role: 'user',
    content: [{ type: 'file', data, mediaType: 'image/png' }],
  } as ModelMessage;
}

describe('message versions', () => {
  it.each([
    [{ type: 'data', data: 'aGk=' }, 'aGk='],
    [{ type: 'url', url }, url],
  ])('a file of version 7 and 6: %j', (tagged, untagged) => {
    expect(toAiSdk6Message(user(tagged))).toEqual(user(untagged));
    expect(toAiSdk7Message(user(untagged))).toEqual(user(tagged));
  });

  it.each([
    [
      { type: 'file', data: { type: 'data', data: 'aGk=' }, mediaType: 'image/png' },
      { type: 'image-data', data: 'aGk=', mediaType: 'image/png' },
    ],
    [
      { type: 'file', data: { type: 'data', data: 'aGk=' }, mediaType: 'text/csv', filename: 'a' },
      { type: 'file-data', data: 'aGk=', mediaType: 'text/csv', filename: 'a' },
    ],
    [
      { type: 'file', data: { type: 'url', url }, mediaType: 'application/pdf' },
      { type: 'file-url', url: url.href, mediaType: 'application/pdf' },
    ],
  ] as [ToolResultContent, ToolResultContent][])('a file in a result: %j', (newer, older) => {
    expect(toAiSdk6Message(result(newer))).toEqual(result(older));
    expect(toAiSdk7Message(result(older))).toEqual(result(newer));
  });

  it.each([
    ['data:text/plain,100%', '100%'],
    ['data:text/plain,a%2Gb%', 'a%2Gb%'],
    ['data:text/plain,%c3%a9t%C3%A9', 'été'],
  ])('a data URL is decoded as far as it can be: %s', (given, content) => {
    const data = new TextEncoder().encode(content);
    expect(toAiSdk7Message(user(given))).toEqual(user({ type: 'data', data }));
  });

  it('an address in a result that is no URL is sent as text', () => {
    expect(toAiSdk7Message(result({ type: 'image-url', url: 'figures/a.png' }))).toEqual(
      result({ type: 'text', text: 'figures/a.png' }),
    );
  });

  it('a data URL is inline content', () => {
    expect(toAiSdk6Message(user('data:image/png;base64,aGk='))).toEqual(user('aGk='));
    expect(toAiSdk7Message(user('data:text/plain,h%20i'))).toEqual(
      user({ type: 'data', data: new TextEncoder().encode('h i') }),
    );
  });
});
