import { describe, expect, it } from 'vitest';

import { labelsOf, openWatched, takeTurns, words } from '../../test/support/watched-session.js';
import { createPolicy } from './create-policy.js';
import { user } from '../../test/support/conversation.js';

const open = (contextWindow: number, budget: object = {}) =>
  openWatched({ policy: 'supyagent-sdk', contextWindow, budget });

describe('002, options', () => {
  it('has the documented defaults', () => {
    expect(createPolicy('supyagent-sdk').settings).toMatchObject({
      maxUsefulTokens: 128_000,
      softThreshold: 0.75,
      hardThreshold: 0.9,
      responseReserve: 4096,
      minRecentMessages: 4,
    });
  });

  // promise: sdk-3
  it('maxTokens is the window, or what the caller says if that is less', async () => {
    expect((await open(1_000_000)).session.state().window).toBe(128_000);
    expect((await open(32_000)).session.state().window).toBe(32_000);
  });
});

describe('002, how it works', () => {
  // promise: sdk-4
  it('the thresholds are fractions of maxTokens', async () => {
    const { session } = await open(100_000);
    expect(session.state().triggers.map(({ limit }) => limit)).toEqual([75_000, 90_000]);
  });

  // promise: sdk-5
  it('in a small window the hard threshold gives way to the reserve (law 1)', async () => {
    const { session } = await open(4000);
    const { triggers, inputBudget } = session.state();
    expect(inputBudget).toBe(3000);
    expect(triggers.map(({ limit }) => limit)).toEqual([3000, 3000]);
  });

  // promise: sdk-4
  it('below and between the thresholds no call is blocked', async () => {
    const { session, spans } = await open(40_000, { responseReserve: 0 });
    const requests = await takeTurns(session, { to: 17, tokens: 1000 });
    expect(requests.at(-1)?.state.level).toBe('soft');
    expect(requests.at(-1)?.messages).toHaveLength(33);
    expect(spans).toEqual([]);
  });

  // promise: sdk-5
  it('above the hard threshold the call waits for a compaction', async () => {
    const { session, spans } = await open(40_000, { responseReserve: 0 });
    const requests = await takeTurns(session, { to: 19, tokens: 1000 });
    const epochs = requests.map(({ state }) => state.epoch);
    // 35 messages of 1,004 tokens are under 36,000, 37 are over.
    expect(epochs).toEqual([...Array.from({ length: 18 }, () => 0), 1]);
    expect(spans).toHaveLength(1);
    expect(requests.at(-1)?.state.reason).toBe('over the hard threshold of 36000 tokens');
  });

  it('exactly at the hard threshold it does not', async () => {
    const { session } = await open(40_000);
    await takeTurns(session, { to: 6, tokens: 100 });
    const { total } = session.state().used;
    const willCompact = async (window: number): Promise<boolean> => {
      const { session: other } = await open(window, { hardThreshold: 0.1 });
      await takeTurns(other, { to: 6, tokens: 100 });
      return other.state().willCompact;
    };
    expect(await willCompact(10 * total)).toBe(false);
    expect(await willCompact(10 * total - 1)).toBe(true);
  });

  // promise: sdk-7
  it('keeps the last minRecentMessages messages intact, summarizes all older into one', async () => {
    const { session, spans } = await open(40_000, { responseReserve: 0 });
    const last = (await takeTurns(session, { to: 19, tokens: 1000 })).at(-1);
    expect(labelsOf(last?.messages ?? [])).toEqual([
      'answer 16',
      'question 17',
      'answer 17',
      'question 18',
    ]);
    expect(spans).toMatchObject([{ from: 0, to: 32 }]);
    expect(last?.plan.explain(32)?.disposition).toBe('summarized');
    expect(last?.plan.explain(33)?.disposition).toBe('verbatim');
  });

  it('does not summarize again at every call when the last messages alone are over it (law 8)', async () => {
    const { session, spans } = await open(40_000, { responseReserve: 0 });
    for (let turn = 0; turn < 12; turn++) {
      await session.append(user(words(`question ${turn}`, turn < 4 ? 900 : 9200)));
      await session.prepare();
    }
    const asked = spans.length;
    await session.prepare();
    await session.prepare();
    expect(spans).toHaveLength(asked);
  });
});

describe('002, prepareMessages', () => {
  // promise: sdk-18
  it('drops everything before the summary and puts it into the system prompt', async () => {
    const { session } = await open(40_000, { responseReserve: 0 });
    await takeTurns(session, { to: 18, tokens: 1000 });
    await session.append(user(words('question 18', 1000)));
    const { instructions, messages, state } = await session.prepare({ instructions: 'Be brief.' });
    expect(instructions).toMatch(/^Be brief\.\n\n\[Record of messages #0 to #32/);
    expect(messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
    ]);
    expect(state.used.summary).toBeGreaterThan(0);
  });
});

describe('002, compactify', () => {
  it('by hand it does the same, whatever the thresholds say', async () => {
    const { session, spans } = await open(128_000);
    await takeTurns(session, { to: 10, tokens: 100 });
    expect((await session.compact()).compacted).toBe(true);
    expect(spans).toMatchObject([{ from: 0, to: 15 }]);
  });
});
