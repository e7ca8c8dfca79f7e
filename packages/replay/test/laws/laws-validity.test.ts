import { openSession, policyNames } from '@everlong/context';
import { ContextOverflowError, createMemoryStore, type EntryInput } from '@everlong/core';
import { propertyRuns, thirds as tokenizer } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createRequestValidator } from '../../src/validity/request-validity.js';
import { dressedHistory, makers } from '../support/dressed-history.js';
import { readFileTool as tools } from '../support/read-file-tool.js';

const RUNS = propertyRuns(150);

const setupArbitrary = fc.record({
  steps: dressedHistory(),
  policy: fc.constantFrom(...policyNames),
  model: fc.constantFrom(undefined, ...makers.flatMap(({ model }) => model ?? [])),
  contextWindow: fc.oneof(
    fc.integer({ min: 300, max: 3000 }),
    fc.constantFrom(4000, 16_000, 200_000),
  ),
  instructions: fc.constantFrom('', 'Be brief.'),
  withTools: fc.boolean(),
});

/** What a provider ran itself is sent back to it alone, so no other has a say about it. */
function concerns(reason: string, model: string | undefined, messages: unknown): boolean {
  const own = /^(claude|gpt|gemini)/.exec(model ?? '')?.[0] ?? '';
  const rules = {
    claude: /^(adapter )?anthropic/,
    // Only this endpoint of theirs runs tools of its own.
    gpt: /^openai-responses|^adapter openaiResponses/,
    gemini: /^(adapter )?gemini/,
  }[own];
  return !JSON.stringify(messages).includes('providerExecuted') || rules?.test(reason) !== false;
}

/** The SDK runs what the user has allowed before it sends anything. */
function isDecision(message: EntryInput['message'] | undefined): boolean {
  if (message?.role !== 'tool') return false;
  return message.content.some((part) => part.type === 'tool-approval-response');
}

describe('laws', () => {
  const whyRefused = createRequestValidator();

  it('2: no provider would refuse a request', async () => {
    await fc.assert(
      fc.asyncProperty(setupArbitrary, async (setup) => {
        const { steps, policy, model, contextWindow, instructions, withTools } = setup;
        const session = await openSession({
          store: createMemoryStore(),
          tokenizer,
          policy,
          contextWindow,
          ...(model === undefined ? {} : { model }),
        });
        const inputs = withTools ? { instructions, tools } : { instructions };
        for (const step of steps) {
          if ('append' in step) {
            await session.append(step.append);
            continue;
          }
          const request = await session.prepare(inputs).catch((error: unknown) => {
            if (ContextOverflowError.isInstance(error)) return undefined;
            throw error;
          });
          if (request === undefined) return;
          const { messages } = request;
          if (messages.length === 0 || isDecision(messages.at(-1))) continue;
          const sent = { instructions: request.instructions, messages };
          const reasons = await whyRefused(withTools ? { ...sent, tools } : sent);
          expect(reasons.filter((reason) => concerns(reason, model, messages))).toEqual([]);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
