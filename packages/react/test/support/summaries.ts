/** A compaction as a chat's stream tells of it. */
export const compactionPart = {
  type: 'data-context-compaction',
  id: 'compaction-2',
  data: {
    epoch: 2,
    kind: 'snapshot',
    reason: 'over the hard threshold',
    createdAt: '2026-01-15T14:30:00.000Z',
    messagesSummarized: 42,
    tokensBefore: 18_400,
    tokensAfter: 5_210,
    source: 'model',
    sections: {
      'Files Modified': ['src/server.ts: the port is read from PORT'],
      'Key Decisions': ['PostgreSQL 16, since the team knows it'],
      'Current State': ['All 31 tests pass'],
    },
    verification: { checked: 31, struck: 2, restored: 1 },
  },
};

/** What `createContextManager` inserts. */
export const insertedMessage = {
  id: 'summary-1',
  role: 'assistant',
  metadata: {
    type: 'context-summary',
    messagesSummarized: 16,
    originalTokens: 9_000,
    summaryTokens: 400,
    createdAt: '2026-01-15T14:30:00.000Z',
  },
  parts: [
    {
      type: 'text',
      text: '[Summary]\n\n## Key Decisions\n- Use PostgreSQL\n- Port 5433\n\n## Pending Tasks\n* Ship',
    },
  ],
};

/** Items in which providers keep summaries of their own, as the AI SDK hands them on. */
export const openaiMessage = {
  id: 'openai',
  role: 'assistant',
  parts: [
    {
      type: 'custom',
      kind: 'openai.compaction',
      providerMetadata: { openai: { itemId: 'cmp_1', encryptedContent: 'c2VjcmV0' } },
    },
    { type: 'text', text: 'Done.' },
  ],
};
export const anthropicMessage = {
  id: 'anthropic',
  role: 'assistant',
  parts: [
    {
      type: 'text',
      text: '## Current State\nThe server runs on port 5433.',
      providerMetadata: { anthropic: { type: 'compaction' } },
    },
  ],
};
export const harnessMessage = {
  id: 'harness',
  role: 'assistant',
  parts: [
    {
      type: 'dynamic-tool',
      toolName: 'compaction',
      toolCallId: 'c1',
      state: 'output-available',
      input: {},
      output: { summary: 'The tests pass.', tokensBefore: 900, tokensAfter: 90 },
    },
  ],
};
