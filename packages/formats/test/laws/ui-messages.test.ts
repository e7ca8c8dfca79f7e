import { toAiSdk7Message } from '@everlong/core/internal';
import { propertyRuns } from '@everlong/testing';
import { convertToModelMessages, type UIMessage } from 'ai';
import fc from 'fast-check';
import { expect, it } from 'vitest';

import { read, writeUi } from '../../src/ai-sdk/index.js';
import { normalForm } from '../support/normal-form.js';
import { uiMessages } from '../support/ui-messages.js';

it('gives UI messages back as they came, and their hidden parts', () => {
  fc.assert(
    fc.property(uiMessages, (messages) => {
      expect(writeUi(read(messages))).toEqual(messages);
    }),
    { numRuns: propertyRuns(200) },
  );
});

it('reads UI messages as the AI SDK converts them', async () => {
  await fc.assert(
    fc.asyncProperty(uiMessages, async (messages) => {
      // Alone: the SDK drops a question that a later message of the user leaves open.
      const alone = messages.map((message) => convertToModelMessages([message as UIMessage]));
      const converted = (await Promise.all(alone)).flat();
      const filled = read(messages).filter(({ content }) => content.length > 0);
      const expected = converted
        .filter(({ content }) => content.length > 0)
        // The SDK leaves `data:` URLs to its providers.
        .map((message) => toAiSdk7Message(message));
      expect(normalForm(filled)).toEqual(normalForm(expected));
    }),
    { numRuns: propertyRuns(100) },
  );
});
