import {
  ConfigError,
  ContextOverflowError,
  createMemoryStore,
  type StoredRecord,
  type Summarizer,
} from '@everlong/core';
import { jsonText } from '@everlong/core/internal';
import { historyArbitrary, propertyRuns, thirds as tokenizer } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { openSession } from '../session/open-session.js';
import { createPolicy, policyNames } from '../presets/create-policy.js';
import type { PreparedRequest } from '../request/describe-request.js';
import type { ExplainedRequest } from '../session-work/call-results.js';
import type { PrepareOptions } from '../session-work/call-options.js';
import type { Session } from '../session-work/session.js';
import { assistant, user } from '../../test/support/conversation.js';

/** What is said of a request, as bytes. */
function bytesOf({ instructions, messages, state, plan }: PreparedRequest): string {
  const { policy, epoch, ranges, clamps, decision } = plan;
  const planned = { policy, epoch, ranges, clamps, decision };
  return jsonText({ instructions, messages, state, planned });
}

async function logsOf(session: Session, store: ReturnType<typeof createMemoryStore>) {
  const records: StoredRecord[] = [];
  for await (const record of store.readRecords(session.id)) records.push(record);
  return jsonText([records, session.state()]);
}

/** Its snapshots are made in the background, and come whenever they come. */
const modelSummarizer: Summarizer = {
  name: 'model',
  usesModel: true,
  async summarize({ entries }) {
    for (let turns = entries.length; turns > 0; turns--) await Promise.resolve();
    return {
      snapshot: {
        text: `[Record of messages: ${entries.length} were read]`,
        tokens: 16,
        throughSeq: entries.at(-1)?.seq ?? -1,
        messagesCovered: entries.length,
        source: 'model',
        sections: {},
        ledger: [],
      },
      usage: { inputTokens: 90, outputTokens: 9 },
    };
  },
};

/** What happens around a request. */
type Act = 'nothing' | 'compact' | 'compact meanwhile' | 'pin' | 'overflow' | 'usage' | 'interject';

const actArbitrary = fc.constantFrom<Act[]>(
  'nothing',
  'nothing',
  'compact',
  'compact meanwhile',
  'pin',
  'overflow',
  'usage',
  'interject',
);

const setupArbitrary = fc.record({
  steps: historyArbitrary({ maxSteps: 30 }),
  acts: fc.array(actArbitrary, { minLength: 1, maxLength: 12 }),
  inputs: fc.array(
    fc.constantFrom<PrepareOptions[]>(
      { instructions: 'Be brief.' },
      { instructions: 'Be brief.' },
      { instructions: 'Be kind.', tools: [{ name: 'read', inputSchema: { type: 'object' } }] },
    ),
    { minLength: 1, maxLength: 6 },
  ),
  policy: fc.constantFrom(...policyNames),
  contextWindow: fc.oneof(fc.integer({ min: 400, max: 3000 }), fc.constant(16_000)),
  withModel: fc.boolean(),
  summaryPlacement: fc.constantFrom<('message' | 'instructions')[]>('message', 'instructions'),
});

describe('explain', () => {
  it('gives any past request as it was handed out', async () => {
    await fc.assert(
      fc.asyncProperty(setupArbitrary, async (setup) => {
        const { policy, contextWindow, summaryPlacement } = setup;
        const store = createMemoryStore();
        const options = {
          store,
          tokenizer,
          ...(setup.withModel ? { summarizer: modelSummarizer } : {}),
          policy,
          contextWindow,
          budget: { responseReserve: 512, summaryPlacement },
        };
        const session = await openSession(options);
        const handedOut: { answer: number; bytes: string; inputs: PrepareOptions }[] = [];
        for (const [index, step] of setup.steps.entries()) {
          if ('append' in step) {
            await session.append(step.append);
            continue;
          }
          const act = setup.acts[index % setup.acts.length] ?? 'nothing';
          const inputs = setup.inputs[index % setup.inputs.length] ?? {};
          if (act === 'pin' && session.state().used.messages > 0) await session.pin(0);
          if (act === 'compact') await session.compact();
          let request: PreparedRequest;
          try {
            request = await session.prepare(inputs);
            if (act === 'overflow') {
              await session.recover(new Error('prompt is too long'));
              request = await session.prepare(inputs);
            }
          } catch (error) {
            if (!ContextOverflowError.isInstance(error)) throw error;
            continue;
          }
          const bytes = bytesOf(request);
          if (act === 'usage') await session.recordUsage({ inputTokens: 4000, outputTokens: 9 });
          if (act === 'compact meanwhile') await session.compact();
          if (act === 'interject') await session.append(user('wait, one more thing'));
          const [answer] = await session.append(assistant(`answer ${index}`));
          handedOut.push({ answer: answer?.seq ?? -1, bytes, inputs });
        }
        // No snapshot is under way any more.
        await session.close();
        const before = await logsOf(session, store);
        const again = await openSession({ ...options, id: session.id });
        for (const { answer, bytes, inputs } of handedOut) {
          const explained = await again.explain({ atSeq: answer, ...inputs });
          expect(bytesOf(explained)).toBe(bytes);
          expect(explained).toMatchObject({ answerSeq: answer, certain: true, inputsMatch: true });
          // Without the caller's inputs, what is sent of the log is the same all the same.
          const bare = await again.explain({ atSeq: answer });
          expect(jsonText(bare.messages)).toBe(jsonText(explained.messages));
          expect(bare.plan.decision.action).toBe(explained.plan.decision.action);
        }
        expect(await logsOf(session, store)).toBe(before);
        const last = handedOut.at(-1);
        if (last === undefined) return;
        const fork = await session.fork();
        const inFork = await fork.explain({ atSeq: last.answer, ...last.inputs });
        expect(jsonText(inFork.messages)).toBe(
          jsonText((await again.explain({ atSeq: last.answer })).messages),
        );
      }),
      { numRuns: propertyRuns(25) },
    );
  });

  async function talk(): Promise<{ session: Session; requests: PreparedRequest[] }> {
    const session = await openSession({ store: createMemoryStore(), tokenizer });
    const requests: PreparedRequest[] = [];
    for (const turn of [1, 2, 3]) {
      await session.append(user(`question ${turn}`));
      requests.push(await session.prepare({ instructions: 'Be brief.' }));
      await session.append(assistant(`answer ${turn}`));
    }
    return { session, requests };
  }

  it('finds for a message of the user the first request that held it', async () => {
    const { session, requests } = await talk();
    for (const [index, request] of requests.entries()) {
      const explained = await session.explain({ atSeq: index * 2, instructions: 'Be brief.' });
      expect(bytesOf(explained)).toBe(bytesOf(request));
      expect(explained).toMatchObject({ entryCount: index * 2 + 1, answerSeq: index * 2 + 1 });
    }
  });

  it('finds for an interjection a later request than the one that was under way', async () => {
    const { session } = await talk();
    await session.append(user('question 4'));
    await session.prepare();
    await session.append([user('and quickly'), assistant('answer 4'), user('question 5')]);
    await session.prepare();
    await session.append(assistant('answer 5'));
    expect(await session.explain({ atSeq: 7 })).toMatchObject({ entryCount: 10, answerSeq: 10 });
    expect(await session.explain({ atSeq: 8 })).toMatchObject({ entryCount: 7, answerSeq: 8 });
  });

  it('says when nobody answered yet, and when other inputs are given', async () => {
    const { session } = await talk();
    await session.append(user('question 4'));
    const open = await session.explain({ atSeq: 6 });
    expect(open).toMatchObject({ entryCount: 7, certain: false, inputsMatch: false });
    expect(open.answerSeq).toBeUndefined();
    expect(open.messages.at(-1)).toEqual(user('question 4'));
  });

  it('explains a log that no request was ever made of', async () => {
    const session = await openSession({ store: createMemoryStore(), tokenizer });
    await session.append([user('one'), assistant('two'), user('three')]);
    const explained: ExplainedRequest = await session.explain({ atSeq: 1 });
    expect(explained).toMatchObject({ entryCount: 1, certain: false });
    expect(explained.messages).toEqual([user('one')]);
  });

  it('explains a request of another model as that model was sent it', async () => {
    const store = createMemoryStore();
    const first = await openSession({ store, model: 'gpt-4o' });
    const reasoning = {
      type: 'reasoning' as const,
      text: 'hm',
      providerOptions: { openai: { itemId: 'rs_1' } },
    };
    await first.append([
      user('one'),
      { role: 'assistant', content: [reasoning, { type: 'text', text: 'two' }] },
      user('three'),
    ]);
    const request = await first.prepare();
    await first.append(assistant('four'));
    const second = await openSession({ store, id: first.id, model: 'claude-sonnet-4-5' });
    await second.append(user('five'));
    await second.prepare();
    const explained = await second.explain({ atSeq: 3 });
    expect(bytesOf(explained)).toBe(bytesOf(request));
  });

  it.each([-1, 6, 1.5, Number.NaN])('refuses entry %s', async (atSeq) => {
    const { session } = await talk();
    await expect(session.explain({ atSeq })).rejects.toThrow(ConfigError);
    await expect(session.explain({ atSeq })).rejects.toThrow(/has entries 0 to 5/);
  });

  it('leaves metadata of the caller alone, and takes no mark over from another log', async () => {
    const { session } = await talk();
    const other = await openSession({ store: createMemoryStore(), tokenizer });
    const [copied] = await other.append(await session.expand([1]));
    expect(copied?.metadata ?? {}).toEqual({});
    await other.prepare();
    const [kept] = await other.append({ message: assistant('ok'), metadata: { mine: 1 } });
    expect(kept?.metadata).toMatchObject({ mine: 1, everlongRequest: { entries: 1 } });
  });
});

describe('a request of a session whose window was changed', () => {
  it.each([
    ['smaller', 2000],
    ['larger', 50_000],
  ])('is explained with the window of then: %s now', async (_name, contextWindow) => {
    const store = createMemoryStore();
    const open = (window: number) =>
      openSession({ store, id: 's', tokenizer, contextWindow: window });
    const before = await open(8000);
    // Cut to what the window of then had room for.
    await before.append(user('word '.repeat(10_000)));
    const request = await before.prepare({ instructions: 'Be brief.' });
    await before.append(assistant('Noted.'));
    await before.close();
    const after = await open(contextWindow);
    await after.append(user('and now?'));
    await after.prepare({ instructions: 'Be brief.' });
    await after.append(assistant('Now.'));
    const inputs = { instructions: 'Be brief.' };
    const explained = await after.explain({ atSeq: 1, ...inputs });
    expect(bytesOf(explained)).toBe(bytesOf(request));
    expect((await after.explain({ atSeq: 3, ...inputs })).state.window).toBe(contextWindow);
    const forked = await after.fork(1);
    expect((await forked.explain({ atSeq: 1, ...inputs })).state.window).toBe(8000);
  });
});

describe('a request of a session whose policy was changed', () => {
  it.each([
    ['another preset', { policy: 'supyagent-sdk' }, { policy: 'newest' }],
    [
      'the default with a dial',
      { policy: 'newest' },
      { policy: 'everlong', keep: 'little' as const },
    ],
    [
      'thresholds that the preset of then does not take',
      { policy: 'supyagent-sdk' },
      { policy: 'everlong', budget: { softThreshold: 0.95 } },
    ],
  ])('is explained with the policy of then, now %s', async (_name, then, now) => {
    const store = createMemoryStore();
    const open = (options: Partial<Parameters<typeof openSession>[0]>) =>
      openSession({ store, id: 's', tokenizer, contextWindow: 8000, ...options });
    const before = await open(then);
    await before.append(user(`Question: ${'word '.repeat(500)}`));
    const made = await before.prepare();
    await before.append(assistant('An answer.'));
    const after = await open(now);
    await after.append(user('And now?'));
    const asked = await after.prepare();
    await after.append(assistant('Another answer.'));
    expect(bytesOf(await after.explain({ atSeq: 1 }))).toBe(bytesOf(made));
    expect(bytesOf(await after.explain({ atSeq: 3 }))).toBe(bytesOf(asked));
    const forked = await after.fork();
    expect((await forked.explain({ atSeq: 1 })).plan.policy).toBe(then.policy);
  });

  it('is explained with the policy of now where that of then was a program’s own', async () => {
    const store = createMemoryStore();
    const own = { ...createPolicy('newest'), name: 'my own' };
    const before = await openSession({ store, id: 's', tokenizer, policy: own });
    await before.append(user('Hello?'));
    await before.prepare();
    await before.append(assistant('Hello.'));
    const after = await openSession({ store, id: 's', tokenizer, policy: 'missy' });
    expect((await after.explain({ atSeq: 1 })).plan.policy).toBe('missy');
    const again = await openSession({ store, id: 's', tokenizer, policy: own });
    expect((await again.explain({ atSeq: 1 })).plan.policy).toBe('my own');
  });
});
