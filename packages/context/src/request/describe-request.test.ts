import { ContextOverflowError, createMemoryStore } from '@everlong/core';
import { historyArbitrary, propertyRuns, thirds as tokenizer } from '@everlong/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';

import { openSession } from '../session/open-session.js';
import { policyNames } from '../presets/create-policy.js';

it('says what the next request will do, and why', async () => {
  const setup = fc.record({
    steps: historyArbitrary({ maxSteps: 30 }),
    policy: fc.constantFrom(...policyNames),
    contextWindow: fc.oneof(fc.integer({ min: 400, max: 3000 }), fc.constant(16_000)),
    changes: fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(setup, async ({ steps, changes, ...options }) => {
      const session = await openSession({ store: createMemoryStore(), tokenizer, ...options });
      for (const [index, step] of steps.entries()) {
        if ('append' in step) {
          await session.append(step.append);
          continue;
        }
        // Behind a message of the user's nothing has to be added before it can be sent.
        await session.append({ role: 'user', content: 'and now?' });
        const changed = changes[index % changes.length] === true;
        const inputs = { instructions: changed ? 'Be kind.' : 'Be brief.' };
        const { next, willCompact, epoch } = session.state(inputs);
        const request = await session.prepare(inputs).catch((error: unknown) => {
          if (!ContextOverflowError.isInstance(error)) throw error;
        });
        if (request === undefined) return;
        expect(willCompact).toBe(request.state.epoch > epoch);
        expect(next.reason).toBe(request.plan.decision.reason);
        if (!willCompact) expect(request.plan.decision.action).toBe('keep');
      }
    }),
    { numRuns: propertyRuns(30) },
  );
});
