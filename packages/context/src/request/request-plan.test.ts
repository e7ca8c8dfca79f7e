import {
  ContextOverflowError,
  createMemoryStore,
  type Entry,
  messageText,
  type ModelMessage,
} from '@everlong/core';
import { historyArbitrary, propertyRuns, thirds as tokenizer } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { openSession } from '../session/open-session.js';
import { policyNames } from '../presets/create-policy.js';
import { assistant, user } from '../../test/support/conversation.js';

const call = (toolCallId: string): ModelMessage => ({
  role: 'assistant',
  content: [{ type: 'tool-call', toolCallId, toolName: 'read', input: {} }],
});
const result = (toolCallId: string, value: string): ModelMessage => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId, toolName: 'read', output: { type: 'text', value } }],
});

describe('plan', () => {
  it('has one range where everything is sent as it is', async () => {
    const session = await openSession({ store: createMemoryStore(), tokenizer });
    await session.append([
      user('Hello'),
      assistant('Hi'),
      user('Read it'),
      call('a'),
      result('a', 'text'),
      assistant('Done'),
      user('Thanks'),
    ]);
    const { plan } = await session.prepare();
    expect(plan.ranges).toMatchObject([
      { from: 0, to: 6, disposition: 'verbatim', reason: 'sent as it is' },
    ]);
  });

  it('explains one entry by its own tokens, and says which range holds it', async () => {
    const session = await openSession({ store: createMemoryStore(), tokenizer });
    await session.append([user('x'.repeat(300)), assistant('ok'), user('go on')]);
    const { plan } = await session.prepare();
    const told = [0, 1, 2].map((seq) => plan.explain(seq));
    expect(told.map((entry) => entry?.tokens)).toEqual([104, 5, 6]);
    expect(told[1]).toMatchObject({ seq: 1, disposition: 'verbatim', from: 0, to: 2 });
    expect(plan.explain(3)).toBeUndefined();
    expect(plan.explain(-1)).toBeUndefined();
  });

  it('counts for `system` entries at the head only what is theirs', async () => {
    const session = await openSession({ store: createMemoryStore(), tokenizer });
    await session.append([{ role: 'system', content: 'Be kind.' }, user('Hello')]);
    const { plan } = await session.prepare({ instructions: 'Long ones. '.repeat(50) });
    expect(plan.explain(0)).toMatchObject({ reason: 'instructions', tokens: 3 });
  });

  it('says where an error result was added, and what came in another form', async () => {
    const session = await openSession({ store: createMemoryStore(), tokenizer });
    await session.append([user('Read'), call('a'), { role: 'system', content: 'Note' }, user('?')]);
    const { plan } = await session.prepare();
    expect(plan.explain(1)?.reason).toBe('sent with error results for open calls');
    expect(plan.explain(2)?.reason).toBe('sent in a form that providers take');
  });

  it('calls only those entries of a shortened exchange truncated that are', async () => {
    const session = await openSession({
      store: createMemoryStore(),
      tokenizer,
      contextWindow: 2000,
      budget: { responseReserve: 100 },
    });
    await session.append([user('Read'), call('a'), result('a', 'word '.repeat(3000))]);
    const { plan } = await session.prepare();
    expect([0, 1, 2].map((seq) => plan.explain(seq)?.disposition)).toEqual([
      'verbatim',
      'verbatim',
      'truncated',
    ]);
  });

  it('is true of every entry, whatever the history', async () => {
    const setup = fc.record({
      steps: historyArbitrary({ maxSteps: 30 }),
      policy: fc.constantFrom(...policyNames),
      contextWindow: fc.oneof(fc.integer({ min: 400, max: 3000 }), fc.constant(16_000)),
    });
    await fc.assert(
      fc.asyncProperty(setup, async ({ steps, policy, contextWindow }) => {
        const session = await openSession({
          store: createMemoryStore(),
          tokenizer,
          policy,
          contextWindow,
        });
        const entries: Entry[] = [];
        for (const step of steps) {
          if ('append' in step) entries.push(...(await session.append(step.append)));
        }
        const request = await session.prepare().catch((error: unknown) => {
          if (!ContextOverflowError.isInstance(error)) throw error;
        });
        if (request === undefined) return;
        const { plan, messages } = request;
        const sent = messages.map(messageText);
        for (const range of plan.ranges) {
          let tokens = 0;
          for (let seq = range.from; seq <= range.to; seq++) {
            const told = plan.explain(seq);
            const { from, to, disposition, reason } = range;
            expect(told).toMatchObject({ seq, from, to, disposition, reason });
            tokens += told?.tokens ?? 0;
            const entry = entries[seq];
            if (reason === 'sent as it is' && entry !== undefined) {
              expect(sent).toContain(messageText(entry.message));
            }
          }
          expect(tokens).toBe(range.tokens);
        }
      }),
      { numRuns: propertyRuns(30) },
    );
  });
});
