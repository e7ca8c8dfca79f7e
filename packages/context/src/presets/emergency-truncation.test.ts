import { messageText, type ModelMessage, type Tokenizer } from '@everlong/core';
import { quarters } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import {
  exchange,
  openWatched,
  policyContextOf,
  words,
} from '../../test/support/watched-session.js';
import { EMERGENCY_CUT, truncateInEmergency } from './emergency-truncation.js';
import { createPolicy } from './create-policy.js';
import type { PolicyContext } from '../policies/policy.js';
import { assistant, user } from '../../test/support/conversation.js';

const image = {
  role: 'user' as const,
  content: [
    { type: 'text' as const, text: 'what is this?' },
    {
      type: 'file' as const,
      data: { type: 'data' as const, data: 'A'.repeat(4000) },
      mediaType: 'image/png',
    },
  ],
};

/** Counts so many tokens for an image. */
const withImages = (imageTokens: number): Tokenizer => ({
  ...quarters,
  countMessage: (message) => {
    const files = typeof message.content === 'string' ? [] : message.content;
    const images = files.filter(({ type }) => type === 'file').length;
    return quarters.count(messageText(message)) + 4 + imageTokens * images;
  },
});

/** Six short messages, which are protected, behind those given. */
async function contextOf(middle: readonly ModelMessage[]): Promise<PolicyContext> {
  const last = Array.from({ length: 6 }, (_, index) =>
    index % 2 === 0 ? user(`question ${index}`) : assistant(`answer ${index}`),
  );
  return policyContextOf(createPolicy('supyagent'), [...middle, ...last], 200_000, withImages(800));
}

const total = ({ groups }: PolicyContext): number =>
  groups.reduce((sum, group) => sum + group.tokens, 0);

describe('000, emergency truncation', () => {
  const middle = [user('question'), assistant(words('answer', 1000)), image, user('short')];

  it('does nothing while the list fits', async () => {
    const context = await contextOf(middle);
    const { firstKept, cuts } = truncateInEmergency(context, 0, total(context));
    expect([firstKept, cuts.size]).toEqual([0, 0]);
  });

  it('truncates content over 2,000 characters to the first 1,000 and the last 500, in the middle only', async () => {
    const context = await contextOf(middle);
    const { firstKept, cuts } = truncateInEmergency(context, 0, total(context) - 1);
    expect(firstKept).toBe(0);
    expect([...cuts.keys()]).toContain(1);
    expect(Math.max(...cuts.keys())).toBeLessThan(4);
    expect(EMERGENCY_CUT).toMatchObject({
      overCharacters: 2000,
      headCharacters: 1000,
      tailCharacters: 500,
    });
  });

  it('strips images from multimodal content in the middle', async () => {
    const context = await contextOf([user('question'), image]);
    const { firstKept, cuts } = truncateInEmergency(context, 0, total(context) - 700);
    expect(firstKept).toBe(0);
    expect([...cuts.keys()]).toEqual([1]);
  });

  // promise: context-26, context-27
  it('then drops the oldest one by one, until the rest fits', async () => {
    const context = await contextOf([
      user(words('question', 100)),
      assistant(words('answer', 100)),
      user(words('question', 100)),
    ]);
    expect(truncateInEmergency(context, 0, total(context) - 1).firstKept).toBe(1);
    expect(truncateInEmergency(context, 0, total(context) - 105).firstKept).toBe(2);
    expect(truncateInEmergency(context, 0, 0).firstKept).toBe(3);
  });

  // promise: context-25
  it('always keeps the last min_recent_messages, which are cut only when nothing else is left (law 1)', async () => {
    const long = Array.from({ length: 6 }, (_, index) =>
      index % 2 === 0 ? user(`question ${index}`) : assistant(words(`answer ${index}`, 1000)),
    );
    const context = await policyContextOf(
      createPolicy('supyagent'),
      [user('question'), ...long],
      200_000,
    );
    const once = truncateInEmergency(context, 0, total(context) - 100);
    expect(once.firstKept).toBe(1);
    expect([...once.cuts.keys()]).toEqual([2]);
    const all = truncateInEmergency(context, 0, 0);
    expect([...all.cuts.keys()]).toEqual([2, 4, 6]);
  });

  it('leaves the latest user message as it is (law 4)', async () => {
    const context = await policyContextOf(
      createPolicy('supyagent'),
      [user(words('question', 1000)), ...exchange('a'), ...exchange('b'), ...exchange('c')],
      200_000,
    );
    const { cuts } = truncateInEmergency(context, 1, 0);
    expect([...cuts.keys()]).not.toContain(0);
  });

  it('is recorded, and the request is the same when the session is opened anew (law 7)', async () => {
    const options = { policy: 'supyagent', contextWindow: 8000 };
    const { session, store, records } = await openWatched(options);
    await session.append([user('question'), ...exchange('a', words('output', 5000))]);
    await session.append(exchange('b', words('output', 5000)));
    const { messages, state, plan } = await session.prepare();
    const [record] = await records('compaction');
    expect(record?.ranges.flatMap(({ cut }) => cut ?? [])).toContainEqual(EMERGENCY_CUT);
    expect(plan.explain(2)).toMatchObject({
      disposition: 'truncated',
      reason: 'longer than 2000 characters',
    });
    expect(state.used.total).toBeLessThanOrEqual(6000);
    expect(messages[0]).toEqual(user('question'));
    const again = await openWatched({ ...options, store, id: session.id });
    expect((await again.session.prepare()).messages).toEqual(messages);
  });

  // promise: context-26
  it('sends long texts by their first 1,000 and last 500 characters, images as text, and uses the room that this makes', async () => {
    const { session } = await openWatched({
      policy: 'supyagent',
      contextWindow: 8000,
      tokenizer: withImages(9000),
    });
    for (let turn = 0; turn < 4; turn++) await session.append(user(`short ${turn}`));
    const long = `${'h'.repeat(1000)}${'m'.repeat(30_000)}${'t'.repeat(500)}`;
    await session.append([assistant(long), image, assistant('A dot.'), user('and then?')]);
    for (let step = 0; step < 3; step++) {
      await session.append(exchange(`call-${step}`, words('output', 6000)));
    }
    const { messages, state } = await session.prepare();
    expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
    expect(messages.slice(0, 4)).toEqual([0, 1, 2, 3].map((turn) => user(`short ${turn}`)));
    expect(messageText(messages[4] as ModelMessage)).toMatch(/^h{1000}[^hmt].*t{500}$/s);
    expect(messageText(messages[4] as ModelMessage)).not.toContain('mm');
    expect(messages[5]?.content).toEqual([
      { type: 'text', text: 'what is this?' },
      { type: 'text', text: expect.stringContaining('image/png') as string },
    ]);
    expect(messages).toHaveLength(14);
  });

  // promise: context-2, context-25
  it('keeps system prompt and summary', async () => {
    const { session } = await openWatched({ policy: 'supyagent', contextWindow: 16_000 });
    for (let turn = 0; turn < 16; turn++) {
      await session.append([user(words(`question ${turn}`, 50)), assistant(`answer ${turn}`)]);
    }
    await session.append(user('go'));
    await session.prepare({ instructions: 'Be brief.' });
    for (let step = 0; step < 6; step++) {
      await session.append(exchange(`call-${step}`, words('output', 6000)));
    }
    const { instructions, messages, state } = await session.prepare({ instructions: 'Be brief.' });
    expect(instructions).toBe('Be brief.');
    expect(messages[0]?.content).toMatch(/^\[Record of messages/);
    expect(state.used.summary).toBeGreaterThan(0);
    expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
  });
});
