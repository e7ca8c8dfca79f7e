import { openSession, type SdkFormat } from '@everlong/context';
import { ContextOverflowError, createMemoryStore } from '@everlong/core';
import { propertyRuns, thirds as tokenizer } from '@everlong/testing';
import {
  validateAnthropicMessages,
  validateGemini,
  validateOpenAIChat,
  validateOpenAIResponses,
  type Violation,
} from '@everlong/validators';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { dressedHistory, makers } from '../support/dressed-history.js';

type Body = Record<string, unknown>;

/** What each provider says of a body that `prepare` wrote for its SDK. */
const judges: Readonly<Partial<Record<SdkFormat, (body: Body) => Violation[]>>> = {
  anthropic: (body) =>
    validateAnthropicMessages({ model: 'claude-sonnet-4-6', max_tokens: 4096, ...body }),
  'openai-chat': (body) => validateOpenAIChat({ model: 'gpt-5', ...body }),
  'openai-responses': (body) => validateOpenAIResponses({ model: 'gpt-5', ...body }),
  // `@google/genai` posts `config` at the top of the body.
  gemini: ({ config, ...body }) => validateGemini({ ...body, ...(config as Body | undefined) }),
};

const tools = [{ name: 'read_file', inputSchema: { type: 'object' } }];

describe.each(Object.keys(judges) as SdkFormat[])('prepare({ as: %j })', (as) => {
  it('writes only bodies that the provider takes, whatever the log holds', async () => {
    await fc.assert(
      fc.asyncProperty(
        dressedHistory(),
        fc.constantFrom(600, 3000, 100_000),
        fc.constantFrom(...makers.map(({ model }) => model)),
        async (steps, contextWindow, model) => {
          const session = await openSession({
            store: createMemoryStore(),
            contextWindow,
            tokenizer,
            ...(model === undefined ? {} : { model }),
          });
          for (const step of steps) {
            if ('append' in step) await session.append(step.append);
            else await judge(session, as);
          }
        },
      ),
      { numRuns: propertyRuns(12) },
    );
  });
});

async function judge(session: Awaited<ReturnType<typeof openSession>>, as: SdkFormat) {
  try {
    const inputs = { instructions: 'Be brief.', tools };
    const { messages } = await session.prepare(inputs);
    if (messages.length === 0) return;
    const { body } = await session.prepare({ ...inputs, as });
    expect(judges[as]?.(body as unknown as Body)).toEqual([]);
  } catch (error) {
    if (!ContextOverflowError.isInstance(error)) throw error;
  }
}
