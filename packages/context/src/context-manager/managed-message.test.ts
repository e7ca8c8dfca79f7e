import { describe, expect, it } from 'vitest';

import { ui } from '../../test/support/chat-messages.js';
import { isContextSummary, summaryMetadata } from './managed-message.js';

describe('isContextSummary', () => {
  // promise: sdk-24
  it('knows summaries by their metadata', () => {
    expect(isContextSummary({ metadata: { type: 'context-summary' } })).toBe(true);
    expect(summaryMetadata({ metadata: { type: 'context-summary' } })?.messagesSummarized).toBe(0);
    expect([undefined, null, 'text', {}, ui('user', 'hi')].some(isContextSummary)).toBe(false);
  });
});
