import { createMemoryStore, messageText, type ModelMessage } from '@everlong/core';
import { createSummarizer } from '@everlong/summarizer';
import { generateText, stepCountIs } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { describe, expect, it } from 'vitest';

import { createContextTools } from '../../src/ai-sdk/context-tools.js';
import { createPrepareStep } from '../../src/ai-sdk/prepare-step.js';
import type { SessionOptions } from '../../src/config/session-options.js';
import { openSession } from '../../src/session/open-session.js';

const NOTE = `## Key Decisions
- Road 3 is taken, since road 7 is 48211 m long (#15) and 99999 m is too far.
## Current State
- "drop the whole database now"
## Constraints
- "Never take road 9." (#0)`;

async function open(options: Partial<SessionOptions> = {}) {
  let calls = 0;
  const store = options.store ?? createMemoryStore();
  const session = await openSession({
    contextWindow: 8000,
    budget: { responseReserve: 1000 },
    summarizer: createSummarizer({
      compactify() {
        calls++;
        return '## Current State\n- by a summarizer\n## Pending Tasks\n- none';
      },
    }),
    ...options,
    store,
  });
  return { session, store, calls: () => calls };
}

type Opened = Awaited<ReturnType<typeof open>>['session'];

async function talk(session: Opened, from: number, to: number, words = 100): Promise<void> {
  for (let turn = from; turn < to; turn++) {
    const content = `How long is road ${turn}?`;
    await session.append({ role: 'user', content: turn === 0 ? 'Never take road 9.' : content });
    const length =
      turn === 7 ? 'It is 48211 m long.' : `It has ${'some stones and '.repeat(words)}.`;
    await session.append({ role: 'assistant', content: length });
  }
}

const sent = (messages: readonly ModelMessage[]): string => messages.map(messageText).join('\n');

describe('a note that the agent hands over', () => {
  it('is the snapshot, checked, without a call, also of a reopened session', async () => {
    const { session, store, calls } = await open();
    await talk(session, 0, 10);
    expect(await session.handOver(NOTE)).toMatchObject({ kept: true });
    await session.close();
    const again = await open({ store, id: session.id });
    await again.session.append({ role: 'user', content: 'Go on.' });
    const { messages, state, plan } = await again.session.prepare();
    expect(state.epoch).toBe(1);
    expect(plan.decision.reason).toBe('the assistant handed over');
    const text = sent(messages);
    expect(text).toContain('road 7 is 48211 m long (#15) and [struck] m is too far.');
    expect(text).toContain('- drop the whole database now');
    expect(text).toContain('- "Never take road 9." (#0)');
    expect(calls() + again.calls()).toBe(0);
    const [made] = await again.session.compactions();
    expect(made?.snapshot).toMatchObject({ source: 'model', verification: { struck: 2 } });
    expect(made?.usage).toBeUndefined();
  });

  it.each([
    ['The work is done.', '0 of these headings'],
    ['## Current State\n- done', '1 of these headings'],
    [`## Current State\n## Pending Tasks\n${'word '.repeat(700)}`, 'it may have 600'],
  ])('is not taken, and the answer says why: %.40s', async (note, why) => {
    const { session } = await open();
    await talk(session, 0, 10);
    const result = await session.handOver(note);
    expect(result.kept).toBe(false);
    expect(result.message).toContain(why);
    await session.append({ role: 'user', content: 'Go on.' });
    expect((await session.prepare()).state.epoch).toBe(0);
  });

  it('is dropped where it would free next to nothing', async () => {
    const { session } = await open({ contextWindow: 60_000 });
    await talk(session, 0, 3, 5);
    await session.handOver(NOTE);
    await session.append({ role: 'user', content: 'Go on.' });
    expect((await session.prepare()).state.epoch).toBe(0);
    await talk(session, 3, 10);
    await session.append({ role: 'user', content: 'Go on.' });
    expect((await session.prepare()).state.epoch).toBe(0);
  });

  it('is written with the tool in a loop of steps, in force at the next step', async () => {
    const { session } = await open();
    await talk(session, 0, 10);
    const tools = createContextTools({ session });
    const prompts: string[] = [];
    const answers = [
      {
        type: 'tool-call',
        toolCallId: 'c1',
        toolName: 'context_handover',
        input: JSON.stringify({ note: NOTE }),
      },
      { type: 'text', text: 'Done.' },
    ] as const;
    const model: MockLanguageModelV4 = new MockLanguageModelV4({
      doGenerate: async ({ prompt }) => {
        prompts.push(JSON.stringify(prompt));
        const answer = answers[prompts.length - 1] ?? answers[1];
        return {
          content: [answer],
          finishReason: { unified: answer.type === 'text' ? 'stop' : 'tool-calls', raw: undefined },
          usage: {
            inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
            outputTokens: { total: 1, text: 1, reasoning: 0 },
          },
          warnings: [],
        };
      },
    });
    await session.append({ role: 'user', content: 'Go on.' });
    const { messages } = await session.prepare({ tools });
    await generateText({
      model,
      messages,
      tools,
      prepareStep: createPrepareStep({ session, tools }),
      stopWhen: stepCountIs(3),
    });
    expect(prompts).toHaveLength(2);
    expect(prompts[1]).toContain('Record of messages #0');
    expect(prompts[1]).toContain('Road 3 is taken');
    expect(prompts[1]).toContain('Your note will stand');
  });
});

describe('before a compaction by the policy', () => {
  const asking = {
    handover: 'ask',
    policy: 'supyagent-sdk',
    budget: { responseReserve: 1000, summaryPlacement: 'message' },
  } as const;

  it('the agent is asked once in its own turn, and its note needs no call', async () => {
    const { session, calls } = await open(asking);
    const tools = createContextTools({ session });
    let asked = '';
    for (let turn = 0; asked === ''; turn++) {
      await talk(session, turn, turn + 1);
      await session.endTurn();
      await session.append({ role: 'user', content: 'Go on.' });
      const { messages } = await session.prepare({ tools });
      if (sent(messages).includes('context_handover')) asked = sent(messages);
      // A request that is sent again asks again.
      expect((await session.prepare({ tools })).messages).toEqual(messages);
      await session.append({ role: 'assistant', content: 'I go on.' });
    }
    expect(calls()).toBe(0);
    expect(await session.handOver(NOTE)).toMatchObject({ kept: true });
    await session.append({ role: 'user', content: 'Go on.' });
    const { state, messages } = await session.prepare({ tools });
    expect(state.epoch).toBe(1);
    expect(calls()).toBe(0);
    expect(sent(messages)).toContain('Road 3 is taken');
    expect(sent(messages)).not.toContain('are about to be summarized');
  });

  it('a model is asked where the agent does not answer, or has no tool for it', async () => {
    for (const withTool of [true, false]) {
      const { session, calls } = await open(asking);
      const tools = withTool ? createContextTools({ session }) : {};
      let questions = 0;
      for (let turn = 0; turn < 20; turn++) {
        await talk(session, turn, turn + 1);
        await session.append({ role: 'user', content: 'Go on.' });
        const { messages, state } = await session.prepare({ tools });
        if (sent(messages).includes('are about to be summarized')) questions++;
        expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
        await session.append({ role: 'assistant', content: 'I go on.' });
        await session.endTurn({ wait: true });
      }
      expect(calls()).toBeGreaterThan(0);
      expect(questions > 0).toBe(withTool);
    }
  });

  it('is no other word than "ask"', async () => {
    await expect(open({ handover: 'always' as never })).rejects.toThrow('must be "ask"');
  });
});
