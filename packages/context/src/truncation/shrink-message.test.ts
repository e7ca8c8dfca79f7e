import type { ModelMessage } from '@everlong/core';
import { expect, it } from 'vitest';

import { shrinkMessage } from './shrink-message.js';

it('dates in the input of a call that is cut stay', () => {
  const input = { at: new Date(0), text: 'word '.repeat(1_000) };
  const message: ModelMessage = {
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'plan', input }],
  };
  const shrunk = shrinkMessage(message, { maxTokens: 100, count: (text) => text.length / 4 });
  expect(shrunk.content).toMatchObject([
    { input: { at: new Date(0), text: expect.stringMatching(/^word .*characters cut\]$/) } },
  ]);
});
