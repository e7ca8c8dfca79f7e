import { expect, test } from 'vitest';

import {
  anthropicMessage,
  compactionPart,
  harnessMessage,
  insertedMessage,
  openaiMessage,
} from '../../test/support/summaries.js';
import { isContextSummary, readSummary } from './read-summary.js';

test('reads the data of a part, the part, and a message that holds it alike', () => {
  const expected = {
    origin: 'everlong',
    kind: 'snapshot',
    messagesSummarized: 42,
    tokensBefore: 18_400,
    tokensAfter: 5_210,
    verification: { checked: 31, struck: 2, restored: 1 },
    epoch: 2,
  };
  expect(readSummary(compactionPart)).toMatchObject(expected);
  expect(readSummary(compactionPart.data)).toMatchObject(expected);
  expect(readSummary({ role: 'assistant', parts: [compactionPart] })).toMatchObject(expected);
});

test('reads a compaction record as the session keeps it', () => {
  const record = {
    type: 'compaction',
    epoch: 3,
    kind: 'snapshot',
    reason: 'asked for',
    snapshot: {
      messagesCovered: 7,
      sections: { Requests: ['0 done 3'], 'Current State': ['Done'], 'Pending Tasks': [] },
    },
  };
  expect(readSummary(record)).toMatchObject({
    messagesSummarized: 7,
    reason: 'asked for',
    sections: [{ heading: 'Current State', lines: ['Done'] }],
  });
  expect(readSummary({ ...record, kind: 'mask', snapshot: undefined })).toMatchObject({
    kind: 'mask',
    sections: [],
  });
});

test('reads summaries of model messages', () => {
  const everlong = { type: 'context-summary', messagesSummarized: 16, originalTokens: -1 };
  const message = { role: 'assistant', content: '## A\nb', providerOptions: { everlong } };
  expect(readSummary(message)).toEqual({
    origin: 'everlong',
    kind: 'snapshot',
    isEncrypted: false,
    messagesSummarized: 16,
    sections: [{ heading: 'A', lines: ['b'] }],
  });
});

test('knows the items of providers, in messages of the AI SDK and as their own SDKs have them', () => {
  expect(readSummary(openaiMessage)).toMatchObject({ origin: 'openai', isEncrypted: true });
  const item = { type: 'compaction', id: 'cmp_1', encrypted_content: 'c2VjcmV0' };
  expect(readSummary(item)).toMatchObject({ origin: 'openai', isEncrypted: true, sections: [] });
  expect(readSummary(anthropicMessage)?.sections[0]?.heading).toBe('Current State');
  const block = { role: 'assistant', content: [{ type: 'compaction', content: 'So far: done.' }] };
  expect(readSummary(block)).toMatchObject({
    origin: 'anthropic',
    sections: [{ heading: '', lines: ['So far: done.'] }],
  });
  expect(readSummary(harnessMessage)).toMatchObject({ origin: 'harness', tokensAfter: 90 });
});

// promise: sdk-24
test('every sample is a summary; ordinary and broken messages are none', () => {
  const samples = [
    compactionPart,
    insertedMessage,
    openaiMessage,
    anthropicMessage,
    harnessMessage,
  ];
  expect(samples.every(isContextSummary)).toBe(true);
  const others = [
    undefined,
    null,
    'text',
    7,
    {},
    { parts: 'x', content: 'y' },
    { parts: [null, 1, { type: 'text', text: 'hi' }] },
    { metadata: { type: 'other' }, parts: [{ type: 'custom', kind: 'openai.other' }] },
    { parts: [{ type: 'tool-compaction' }, { type: 'dynamic-tool', toolName: 'read' }] },
  ];
  expect(others.some(isContextSummary)).toBe(false);
});
