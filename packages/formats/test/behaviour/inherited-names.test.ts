import { UnsupportedFormatError } from '@everlong/core';
import { expect, it } from 'vitest';

import * as langchain from '../../src/langchain/index.js';
import * as openaiChat from '../../src/openai-chat/index.js';

const key = `sk-ant-api03-${'a1B2c3D4'.repeat(12)}`;

it.each(['constructor', 'toString', '__proto__'])('takes %s for no role and no part', (name) => {
  const part: unknown = { type: name, [name]: { text: 'x' } };
  expect(openaiChat.read([{ role: 'user', content: [part] } as never])).toMatchObject([
    { role: 'user', content: [{ type: 'text', text: JSON.stringify(part) }] },
  ]);
  expect(() => langchain.read([{ role: name, content: 'x' } as never])).toThrow(
    UnsupportedFormatError,
  );
});

it('shows no secret in the error of a value of another format', () => {
  const read = () => langchain.read([{ kind: key } as never]);
  expect(read).toThrow(UnsupportedFormatError);
  expect(read).not.toThrow(key);
});
