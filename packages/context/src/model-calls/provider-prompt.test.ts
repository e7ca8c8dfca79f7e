import { createMemoryStore } from '@everlong/core';
import { historyArbitrary, propertyRuns, thirds as tokenizer } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { endsInDecision } from '../../test/support/ends-in-decision.js';
import { say, scripted, sdk6, versions } from '../../test/support/scripted-sdk.js';
import { openSession } from '../session/open-session.js';
import { createCacheMarker } from '../prompt-cache/cache-marker.js';
import { toAiSdk6Message } from '@everlong/core/internal';
import { toProviderPrompt } from './provider-prompt.js';

describe.each(versions)('toProviderPrompt, $name', ({ sdk, Model }) => {
  it('gives the prompt that the SDK itself makes of a request', async () => {
    await fc.assert(
      fc.asyncProperty(
        historyArbitrary({ maxSteps: 15 }),
        fc.integer({ min: 800, max: 6000 }),
        async (steps, contextWindow) => {
          const session = await openSession({
            store: createMemoryStore(),
            tokenizer,
            contextWindow,
          });
          const mark = createCacheMarker(true);
          for (const step of steps) {
            if ('append' in step) {
              await session.append(step.append);
              continue;
            }
            const request = await session.prepare({ instructions: 'Be brief.' });
            // The SDK runs what the user has just allowed before it makes a prompt.
            if (request.messages.length === 0 || endsInDecision(request.messages)) continue;
            const { instructions, messages } = mark(request);
            const { model, prompts } = scripted(Model, [say('Yes.')]);
            await sdk.generateText({
              model,
              [sdk.systemKey]: instructions,
              messages: sdk === sdk6 ? messages.map(toAiSdk6Message) : messages,
            });
            expect(await toProviderPrompt({ instructions, messages }, model)).toEqual(prompts[0]);
          }
        },
      ),
      { numRuns: propertyRuns(60) },
    );
  });

  it.each([
    ['claude-sonnet-4-5', 'file'],
    ['gpt-5', 'text'],
  ])('sends a document with citations to %s as a %s', async (modelId, type) => {
    const session = await openSession({ store: createMemoryStore(), tokenizer });
    const data = { type: 'text' as const, text: 'The port is 8443.' };
    const providerOptions = { anthropic: { citations: { enabled: true } } };
    await session.append({
      role: 'user',
      content: [{ type: 'file', data, mediaType: 'text/plain', filename: 'a', providerOptions }],
    });
    const { model } = scripted(Model, []);
    const named = { specificationVersion: model.specificationVersion, supportedUrls: {}, modelId };
    const prompt = await toProviderPrompt(createCacheMarker(false)(await session.prepare()), named);
    expect(prompt.at(-1)?.content).toMatchObject([{ type }]);
  });
});
