import { validateAnthropicMessages } from '@everlong/validators';
import { expect, it } from 'vitest';

import { read, write } from './anthropic.js';

const source = { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' };

const bodyOf = (content: object[]) => [
  { role: 'user', content: 'Look.' },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'call_1', name: 'look', input: {} }] },
  {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 'call_1', content, is_error: true }],
  },
];

it('writes an error that holds an image as a result: the API takes no such error', () => {
  const body = bodyOf([
    { type: 'text', text: 'It failed:' },
    { type: 'image', source },
  ]);
  const losses: unknown[] = [];
  const messages = write(read(body), { onLoss: (loss) => losses.push(loss) });
  expect(validateAnthropicMessages({ model: 'm', max_tokens: 1, messages })).toEqual([]);
  expect(messages.at(-1)).toEqual({
    role: 'user',
    content: [{ ...(body[2]?.content[0] as object), is_error: undefined }],
  });
  expect(losses).toMatchObject([{ kind: 'error-flag', message: 2, part: 0 }]);
});

it('writes an error of texts as it came', () => {
  const body = bodyOf([
    { type: 'text', text: 'It failed:' },
    { type: 'text', text: 'no such file' },
  ]);
  expect(write(read(body))).toEqual(body);
});
