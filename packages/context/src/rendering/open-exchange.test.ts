import { createMemoryStore, type ModelMessage, toolResultsOf } from '@everlong/core';
import { propertyRuns } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { openSession } from '../session/open-session.js';
import { policyNames } from '../presets/create-policy.js';

function callOf(...ids: string[]): ModelMessage {
  return {
    role: 'assistant',
    content: ids.map((id) => ({
      type: 'tool-call',
      toolCallId: id,
      toolName: 'read',
      input: { path: `src/${id}.ts` },
    })),
  };
}

function resultOf(id: string, value = `content of ${id}`): ModelMessage {
  return {
    role: 'tool',
    content: [
      { type: 'tool-result', toolCallId: id, toolName: 'read', output: { type: 'text', value } },
    ],
  };
}

const talk: ModelMessage[] = Array.from({ length: 12 }, (_, index) => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  content: `message ${index} `.repeat(30),
}));

describe('a compaction in the middle of a tool loop', () => {
  it.each(policyNames)('keeps the open exchange (%s, no recent messages)', async (policy) => {
    const session = await openSession({
      store: createMemoryStore(),
      contextWindow: 8000,
      policy,
      budget: { minRecentMessages: 0, responseReserve: 1024 },
    });
    await session.append([...talk, callOf('a', 'b'), resultOf('a')]);
    await session.compact();
    await session.append(resultOf('b'));
    const { messages, plan } = await session.prepare();
    const results = messages.flatMap(toolResultsOf).map(({ toolCallId }) => toolCallId);
    expect(results).toEqual(['a', 'b']);
    expect(plan.explain(talk.length + 2)?.disposition).toBe('verbatim');
  });

  it('never leaves out a result that comes after a compaction', async () => {
    const steps = fc.array(fc.constantFrom('compact', 'prepare', 'nothing'), {
      minLength: 3,
      maxLength: 3,
    });
    await fc.assert(
      fc.asyncProperty(steps, fc.constantFrom(...policyNames), async (between, policy) => {
        const session = await openSession({
          store: createMemoryStore(),
          contextWindow: 4000,
          policy,
          budget: { minRecentMessages: 0, responseReserve: 512 },
        });
        await session.append(talk);
        for (const [index, step] of between.entries()) {
          const id = `call-${index}`;
          await session.append(callOf(id));
          if (step === 'compact') await session.compact();
          if (step === 'prepare') await session.prepare();
          await session.append(resultOf(id));
        }
        const { messages } = await session.prepare();
        expect(JSON.stringify(messages)).toContain('content of call-2');
      }),
      { numRuns: propertyRuns(40) },
    );
  });
});
