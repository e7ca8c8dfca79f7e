import { ContextOverflowError, createMemoryStore, messageText } from '@everlong/core';
import { thirds as tokenizer } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { policyNames } from '../../src/presets/create-policy.js';
import { openSession } from '../../src/session/open-session.js';

const instructions = 'You are a careful engineer. '.repeat(20);
const tooLong = new Error('prompt is too long: 9999 tokens > 256 maximum');

function open(policy: string, contextWindow = 300) {
  const store = createMemoryStore();
  const budget = { responseReserve: 0 };
  return openSession({ store, tokenizer, policy, contextWindow, budget });
}

describe.each(policyNames.filter((name) => name !== 'full'))('a tiny budget, %s', (policy) => {
  it('holds the latest user message when larger instructions make the log’s own give way', async () => {
    const session = await open(policy);
    await session.recover(tooLong);
    await session.append({ role: 'system', content: 'lorem ipsum '.repeat(6) });
    // Its epoch has room for all that the log says of its own.
    await session.compact();
    await session.append({ role: 'user', content: 'build' });
    const { messages, plan } = await session.prepare({ instructions });
    expect(messages.map(messageText)).toContain('build');
    expect(plan.explain(1)?.disposition).toBe('verbatim');
  });

  it('holds words of the user beside a file whose name alone stays', async () => {
    const session = await open(policy);
    await session.recover(tooLong);
    const data = { type: 'data' as const, data: 'iVBORw0KGgo=' };
    await session.append({
      role: 'user',
      content: [
        { type: 'text', text: 'Make the third button of this page green, please. '.repeat(4) },
        { type: 'file', mediaType: 'image/png', data },
      ],
    });
    const { messages, state } = await session.prepare({ instructions });
    expect(messages.map(messageText).join('\n')).toMatch(/Make the third button/);
    expect(state.inputBudget - state.used.total).toBeLessThan(40);
  });

  it('is refused rather than filled with a user message of which nothing is left', async () => {
    const session = await open(policy);
    await session.recover(tooLong);
    await session.append({ role: 'user', content: 'word '.repeat(500) });
    // They leave 7 tokens for its text: less than the mark and a few words take.
    const longer = `${instructions}Be careful.${' Be kind.'.repeat(5)}`;
    const refusal = await session
      .prepare({ instructions: longer })
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ContextOverflowError);
    expect(refusal).toMatchObject({ part: 'instructions', tokens: tokenizer.count(longer) });
    // With less to do, it is sent.
    const { messages } = await session.prepare({ instructions: 'Be brief.' });
    expect(messageText(messages[0] ?? { role: 'user', content: '' })).toMatch(/^word word/);
  });
});
