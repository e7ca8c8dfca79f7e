import { describe, expect, it } from 'vitest';

import { createContextManager } from './context-manager.js';

describe('002 getMessageMetadata', () => {
  // promise: sdk-19
  it('is a callback for a stream and carries the metadata', () => {
    const manager = createContextManager({ maxTokens: 10_000 });
    manager.recordUsage({ inputTokens: 900, outputTokens: 100 });
    const metadata = manager.getMessageMetadata();
    const context = { inputTokens: 900, outputTokens: 100, totalTokens: 1000, usageRatio: 0.1 };
    expect(metadata.context).toMatchObject(context);
    manager.recordUsage({ inputTokens: 1900, outputTokens: 100 });
    expect(metadata({ part: { type: 'text-delta' } })).toBeUndefined();
    expect(metadata({ part: { type: 'finish' } })).toMatchObject({
      context: { totalTokens: 3000, usageRatio: 0.2 },
    });
  });
});
