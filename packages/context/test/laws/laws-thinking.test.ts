import { propertyRuns } from '@everlong/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';

import { playThinking, thinkingHistoryArbitrary } from '../support/thinking-walk.js';

it('thinking is sent only behind the bytes in which it was made, and all that was made since', async () => {
  const all = { made: 0, sent: 0 };
  await fc.assert(
    fc.asyncProperty(thinkingHistoryArbitrary, async (history) => {
      const { made, sent, refused } = await playThinking(history);
      expect(refused).toBe(0);
      all.made += made;
      all.sent += sent;
    }),
    { numRuns: propertyRuns(200) },
  );
  expect(all.sent).toBeGreaterThanOrEqual(all.made * 0.99);
});
