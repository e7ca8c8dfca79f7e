import { describe, expect, it } from 'vitest';

import { UnsupportedFormatError } from '../base/errors.js';
import { parseMessage } from './message-schema.js';

const call = { type: 'tool-call', toolCallId: '1', toolName: 'read', input: { path: 'a' } };
const result = (output: unknown) => ({
  type: 'tool-result',
  toolCallId: '1',
  toolName: 'read',
  output,
});

describe('parseMessage', () => {
  it.each([
    ['system', { role: 'system', content: 'be brief' }],
    ['user text', { role: 'user', content: '' }],
    ['user parts', { role: 'user', content: [{ type: 'text', text: 'hi' }] }],
    [
      'bytes',
      { role: 'user', content: [{ type: 'file', data: new Uint8Array(1), mediaType: 'image' }] },
    ],
    ['an old image', { role: 'user', content: [{ type: 'image', image: new URL('data:,') }] }],
    ['no parts', { role: 'assistant', content: [] }],
    ['calls', { role: 'assistant', content: [{ type: 'reasoning', text: '' }, call] }],
    ['a result', { role: 'tool', content: [result({ type: 'json', value: null })] }],
    ['a denial', { role: 'tool', content: [result({ type: 'execution-denied' })] }],
    [
      'mixed results',
      { role: 'tool', content: [result({ type: 'content', value: [{ type: 'file-id' }] })] },
    ],
    ['a part of the future', { role: 'assistant', content: [{ type: 'hologram', beam: 1 }] }],
    [
      'options and keys of the future',
      { role: 'user', content: 'x', providerOptions: { a: { b: 1 } }, future: true },
    ],
  ])('returns a message with %s itself', (_name, message) => {
    expect(parseMessage(message)).toBe(message);
  });

  it.each([
    ['no object', 'hello', /role.*"hello"/],
    ['nothing', undefined, /role.*undefined/],
    ['another role', { role: 'narrator', content: 'x' }, /"narrator"/],
    ['a role from the prototype', { role: 'constructor', content: 'x' }, /"constructor"/],
    ['no content', { role: 'user' }, /message\.content.*undefined/],
    ['parts in a system message', { role: 'system', content: [] }, /message\.content/],
    [
      'text without text',
      { role: 'user', content: [{ type: 'text', text: 7 }] },
      /message\.content\.0\.text.*7/,
    ],
    [
      'a call without an id',
      { role: 'assistant', content: ['text', { ...call, toolCallId: undefined }] },
      /message\.content/,
    ],
    [
      'an output of no kind',
      { role: 'tool', content: [result({ type: 'hologram' })] },
      /message\.content\.0\.output/,
    ],
    ['text in a tool message', { role: 'tool', content: 'done' }, /message\.content.*"done"/],
  ])('says what is wrong with %s', (_name, value, problem) => {
    expect(() => parseMessage(value)).toThrow(UnsupportedFormatError);
    expect(() => parseMessage(value)).toThrow(problem);
  });

  it('shows at most a glimpse of a long value', () => {
    const error = (() => {
      try {
        return parseMessage({ role: 'user', content: { long: 'x'.repeat(10_000) } });
      } catch (thrown) {
        return thrown as Error;
      }
    })();
    expect((error as Error).message.length).toBeLessThan(300);
  });
});
