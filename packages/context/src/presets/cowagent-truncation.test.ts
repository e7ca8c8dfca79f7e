import { messageText } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import { assistant, user } from '../../test/support/conversation.js';
import { openCowagent } from '../../test/support/cowagent-session.js';
import { exchange, labelsOf, takeTurns } from '../../test/support/watched-session.js';

describe('004, tool result truncation', () => {
  const long = `${'a'.repeat(15_000)}${'b'.repeat(15_000)}`;

  // promise: cowagent-5
  it('results of more than 20,000 characters in past turns keep beginning and end, with a notice', async () => {
    const { session, spans } = await openCowagent();
    await session.append([user('question 0'), ...exchange('call', long), assistant('answer 0')]);
    await session.append(user('question 1'));
    const { messages, plan } = await session.prepare();
    const text = messages.map(messageText).find((candidate) => candidate.includes('aaaa')) ?? '';
    expect(text.length).toBeLessThanOrEqual(20_000);
    expect(text).toMatch(
      /^a{9900}\n\[\.\.\. 10200 of 30000 characters left out here \.\.\.\]\nb{9900}$/,
    );
    expect(plan.explain(2)).toMatchObject({
      disposition: 'truncated',
      reason: 'longer than 20000 characters',
    });
    expect(messages).toHaveLength(5);
    expect(spans).toEqual([]);
  });

  // promise: cowagent-5
  it('a result of 20,000 characters stays', async () => {
    const { session } = await openCowagent();
    await session.append([user('q'), ...exchange('call', 'a'.repeat(20_000)), assistant('a')]);
    await session.append(user('q'));
    expect((await session.prepare()).state.epoch).toBe(0);
  });

  // promise: cowagent-5
  it('results of the current turn are not affected', async () => {
    const { session } = await openCowagent();
    await session.append([user('question 0'), ...exchange('call', long)]);
    const { messages, state } = await session.prepare();
    expect(messages.map(messageText)).toContain(long);
    expect(state.epoch).toBe(0);
  });

  // promise: cowagent-5
  it('is checked before each request, and cut once: the next request extends this one (law 6)', async () => {
    const { session } = await openCowagent();
    await session.append([user('question 0'), ...exchange('call', long), assistant('answer 0')]);
    await session.append(user('question 1'));
    const first = await session.prepare();
    await session.append(exchange('call-1'));
    const second = await session.prepare();
    expect([first.state.epoch, second.state.epoch]).toEqual([1, 1]);
    expect(second.messages.slice(0, first.messages.length)).toEqual(first.messages);
  });

  it('a cut result stays cut when turns are trimmed later', async () => {
    const { session } = await openCowagent(200_000, { maxTurns: 5 });
    await takeTurns(session, { to: 3 });
    await session.append([user('question 3'), ...exchange('call', long), assistant('answer 3')]);
    const requests = await takeTurns(session, { from: 4, to: 6 });
    expect(requests.map(({ state }) => state.epoch)).toEqual([1, 2]);
    const { messages = [] } = requests[1] ?? {};
    expect(labelsOf(messages)[0]).toBe('question 3');
    expect(messages).toContainEqual(requests[0]?.messages[8]);
    expect(Math.max(...messages.map((m) => messageText(m).length))).toBeLessThanOrEqual(20_000);
  });
});
