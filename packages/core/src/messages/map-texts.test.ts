import { describe, expect, it } from 'vitest';

import { mapTexts, redactMessage } from './map-texts.js';
import type { ModelMessage, ToolResultOutput } from './message.js';

const secret = `sk-ant-api03-${'aB3dE5fG7hJ9kL1mN2pQ'.repeat(4)}`;

function result(output: ToolResultOutput): ModelMessage {
  const part = { type: 'tool-result' as const, toolCallId: 'c1', toolName: 'fetch', output };
  return { role: 'tool', content: [part] };
}

describe('redactMessage', () => {
  it.each(['data', 'type', 'mediaType', 'providerOptions'])(
    'finds a secret under the key "%s" of a JSON output',
    (key) => {
      const message = result({ type: 'json', value: { items: [{ [key]: secret }] } });
      expect(JSON.stringify(redactMessage(message))).not.toContain(secret);
    },
  );

  it('finds a secret in a text item and in the reason of a refusal', () => {
    const text = result({ type: 'content', value: [{ type: 'text', text: secret }] });
    const denied = result({ type: 'execution-denied', reason: secret });
    expect(JSON.stringify([redactMessage(text), redactMessage(denied)])).not.toContain(secret);
  });
});

describe('mapTexts', () => {
  const upper = (message: ModelMessage): ModelMessage =>
    mapTexts(message, (text) => text.toUpperCase());

  it('leaves provider options and encoded bytes alone', () => {
    const bytes = 'aGk'.repeat(100);
    const message = result({
      type: 'content',
      value: [
        { type: 'image-data', data: 'aGk=', mediaType: 'image/png' },
        { type: 'file', data: { type: 'data', data: 'aGk=' }, mediaType: 'image/png' },
        { type: 'custom', providerOptions: { openai: { kind: 'quiet' } } },
      ],
    });
    const json = result({ type: 'json', value: { content: [{ data: bytes }] } });
    expect(upper(message)).toBe(message);
    expect(upper(json)).toBe(json);
  });

  it('changes short data within JSON, and the texts of items', () => {
    expect(upper(result({ type: 'json', value: { data: 'low' } }))).toEqual(
      result({ type: 'json', value: { data: 'LOW' } }),
    );
    expect(upper(result({ type: 'content', value: [{ type: 'text', text: 'low' }] }))).toEqual(
      result({ type: 'content', value: [{ type: 'text', text: 'LOW' }] }),
    );
  });
});
