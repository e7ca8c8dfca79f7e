import type { Entry } from '@everlong/core';
import { expect, it } from 'vitest';

import { entryText } from './entry-segments.js';

it('dates in the input of a call are read as their text', () => {
  const input = { from: new Date(0), title: 'Plan' };
  const entry: Entry = {
    id: 'e0',
    sessionId: 's',
    seq: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
    format: 'model-message/1',
    message: {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'plan', input }],
    },
  };
  expect(entryText(entry)).toContain('1970-01-01T00:00:00.000Z');
  expect(entryText(entry)).toContain('Plan');
});
