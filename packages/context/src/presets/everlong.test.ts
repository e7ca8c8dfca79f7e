import {
  createMemoryStore,
  messageText,
  type ModelMessage,
  type StoredRecord,
  type SummarizeInput,
  type Summarizer,
} from '@everlong/core';
import { createExtractiveSummarizer } from '@everlong/summarizer';
import { quarters as tokenizer } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { openSession } from '../session/open-session.js';
import type { Keep, PolicySettings } from '../policies/policy.js';

/** A token is four characters. */
const user = (content: string): ModelMessage => ({ role: 'user', content });
const assistant = (content: string): ModelMessage => ({ role: 'assistant', content });

function exchange(id: string, lines: number): ModelMessage[] {
  const call = { toolCallId: id, toolName: 'run' };
  const value = `output of ${id}\n${'a line of output\n'.repeat(lines)}`;
  return [
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input: { command: id } }] },
    { role: 'tool', content: [{ type: 'tool-result', ...call, output: { type: 'text', value } }] },
  ];
}

async function open(contextWindow: number, budget: Partial<PolicySettings> = {}) {
  const store = createMemoryStore();
  const spans: { from: number; to: number }[] = [];
  const summarizer: Summarizer = {
    name: 'watched',
    summarize(input: SummarizeInput) {
      spans.push({ from: input.entries[0]?.seq ?? -1, to: input.entries.at(-1)?.seq ?? -1 });
      return createExtractiveSummarizer().summarize(input);
    },
  };
  const session = await openSession({
    store,
    tokenizer,
    policy: 'everlong',
    summarizer,
    contextWindow,
    budget,
  });
  const compactions = async (): Promise<StoredRecord[]> => {
    const records: StoredRecord[] = [];
    for await (const record of store.readRecords(session.id, { type: 'compaction' })) {
      records.push(record);
    }
    return records;
  };
  return { session, store, spans, compactions };
}

describe('everlong', () => {
  // promise: context-3
  it.each([4, 400, 4000])(
    'obeys a trigger of the documents, however empty the window is: answers of %i characters',
    async (characters) => {
      const { session } = await open(200_000, { maxMessagesBeforeSummary: 30 });
      const epochs: number[] = [];
      for (let turn = 0; turn < 30; turn++) {
        await session.append(user(`Question ${turn}`));
        await session.prepare();
        const { epoch, triggers } = session.state();
        epochs.push(epoch);
        const { ratio } = triggers.find(({ name }) => name === 'messages') ?? {};
        expect(ratio).toBeLessThanOrEqual(1);
        await session.append(assistant('word '.repeat(characters / 4)));
      }
      expect([epochs.lastIndexOf(0), epochs.lastIndexOf(1)]).toEqual([14, 28]);
    },
  );

  it('extends its requests until it compacts, and then for long again', async () => {
    const { session, compactions } = await open(16_000);
    let previous = await session.prepare();
    let stable = 0;
    for (let turn = 0; turn < 240; turn++) {
      await session.append(user(`question ${turn} ${'word '.repeat(60)}`));
      const request = await session.prepare();
      if (request.state.epoch === previous.state.epoch) {
        expect(request.messages.slice(0, previous.messages.length)).toEqual(previous.messages);
        stable++;
      }
      previous = request;
      await session.append(assistant(`answer ${turn} ${'word '.repeat(60)}`));
    }
    expect((await compactions()).length).toBeGreaterThan(1);
    expect(stable).toBeGreaterThan(100);
  });

  it('keeps its snapshots within their share over 50 compactions', async () => {
    const { session } = await open(4000, { keep: 'little' });
    const sizes: number[] = [];
    for (let turn = 0; sizes.length < 90; turn++) {
      const question = user(
        `Compare src/part_${turn}.ts with v${turn}.2.1 and port ${turn + 4000}`,
      );
      await session.append([question, ...exchange(`call-${turn}`, 60)]);
      const { state } = await session.prepare();
      if (state.epoch > sizes.length) sizes.push(state.used.summary);
      expect(state.used.summary).toBeLessThanOrEqual(state.inputBudget / 2);
    }
    const mean = (some: number[]): number => some.reduce((sum, size) => sum + size) / some.length;
    // Once the snapshots have filled their share, they stay as they are for 50 compactions more.
    expect(mean(sizes.slice(65))).toBeLessThanOrEqual(mean(sizes.slice(40, 65)) * 1.05);
  });

  it('protects fewer exchanges when they are large for the window, and says so', async () => {
    const clampsOf = async (lines: number) => {
      const { session } = await open(8000);
      await session.append(user('go'));
      for (let step = 0; step < 3; step++) await session.append(exchange(`call-${step}`, lines));
      return (await session.prepare()).plan.clamps;
    };
    expect(await clampsOf(5)).not.toContainEqual(expect.objectContaining({ given: 1 }));
    expect(await clampsOf(150)).toContainEqual({ name: 'minRecentMessages', wanted: 3, given: 1 });
  });

  it('keeps as many messages as were asked for while they fit below the low-water mark', async () => {
    const session = await openSession({
      store: createMemoryStore(),
      contextWindow: 8000,
      budget: { minRecentMessages: 6, responseReserve: 2000 },
    });
    for (let turn = 0; turn < 120; turn++) {
      await session.append(
        turn % 2 === 0 ? user('word '.repeat(240)) : assistant('word '.repeat(240)),
      );
      if (turn % 2 === 1) continue;
      const { plan, state } = await session.prepare();
      if (state.epoch === 0) continue;
      for (let seq = turn - 5; seq <= turn; seq++) {
        expect(plan.explain(seq)?.disposition).toBe('verbatim');
      }
    }
    expect(session.state().epoch).toBeGreaterThan(2);
  });

  it('never summarizes an entry twice, nor leaves one out', async () => {
    const { session, spans } = await open(8000);
    for (let turn = 0; turn < 100; turn++) {
      await session.append([user(`question ${turn}`), ...exchange(`call-${turn}`, 20)]);
      await session.prepare();
      await session.append(assistant(`answer ${turn} ${'word '.repeat(40)}`));
    }
    expect(spans.length).toBeGreaterThan(2);
    for (const [index, { from, to }] of spans.entries()) {
      expect(from).toBe(index === 0 ? 0 : (spans[index - 1]?.to ?? -1) + 1);
      expect(to).toBeGreaterThanOrEqual(from);
    }
  });

  it('keeps the latest user message and the newest exchanges of a long tool loop', async () => {
    const { session, compactions } = await open(8000);
    await session.append(user('find the port, but never touch /etc'));
    for (let step = 0; step < 60; step++) {
      const newest = exchange(`call-${step}`, 60);
      await session.append(newest);
      const { messages, state } = await session.prepare();
      expect(messages).toContainEqual(user('find the port, but never touch /etc'));
      expect(messages.slice(-2)).toEqual(newest);
      expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
    }
    expect((await compactions()).length).toBeGreaterThan(1);
  });

  it('leaves every compaction well below where the next one starts', async () => {
    const { session } = await open(8000);
    let epoch = 0;
    for (let turn = 0; turn < 60; turn++) {
      await session.append([user(`question ${turn}`), ...exchange(`call-${turn}`, 30)]);
      const { state } = await session.prepare();
      if (state.epoch !== epoch) {
        expect(state.epoch).toBe(epoch + 1);
        expect(state.ratio).toBeLessThan(0.75);
        expect(state.willCompact).toBe(false);
        epoch = state.epoch;
      }
    }
    expect(epoch).toBeGreaterThan(1);
  });

  it('says in its gauge when the next compaction will come', async () => {
    const { session } = await open(8000);
    await session.append(user('go'));
    for (let step = 0; step < 20; step++) {
      await session.append(exchange(`call-${step}`, 40));
      const before = session.state();
      const { state } = await session.prepare();
      expect(before.willCompact).toBe(state.epoch > before.epoch);
    }
  });

  it('asks a model in a small window hardly more often than code', async () => {
    const epochsWith = async (usesModel: boolean): Promise<number> => {
      const code = createExtractiveSummarizer();
      const session = await openSession({
        store: createMemoryStore(),
        tokenizer,
        contextWindow: 16_000,
        summarizer: { name: 'model', usesModel, summarize: (input) => code.summarize(input) },
      });
      await session.append(user('go'));
      for (let step = 0; step < 90; step++) {
        await session.append(exchange(`call-${step}`, 120));
        await session.prepare();
        await new Promise((resolve) => setImmediate(resolve));
      }
      return session.state().epoch;
    };
    const without = await epochsWith(false);
    expect(without).toBeGreaterThan(3);
    expect(await epochsWith(true)).toBeLessThanOrEqual(without * 1.25);
  });

  it('compacts early when the user comes back to a cache that has expired', async () => {
    const at = (minutes: number): string => new Date(minutes * 60_000).toISOString();
    const talk = async (pauseMinutes: number) => {
      const { session } = await open(32_000, { keep: 'little' });
      for (let turn = 0; turn < 30; turn++) {
        await session.append({ createdAt: at(0), message: user(`question ${turn}`) });
        await session.append({ createdAt: at(1), message: assistant('word '.repeat(600)) });
      }
      await session.append({ createdAt: at(1 + pauseMinutes), message: user('go on') });
      return session.prepare();
    };
    expect((await talk(4)).state.epoch).toBe(0);
    const late = await talk(6);
    expect(late.state.lastCompaction?.reason).toMatch(/the cache has expired/);
    expect(late.messages).toContainEqual(user('go on'));
  });

  it('compacts by hand, whatever the thresholds say', async () => {
    const { session } = await open(100_000, { keep: 'little' });
    for (let turn = 0; turn < 30; turn++) {
      await session.append([
        user(`q ${turn} ${'word '.repeat(90)}`),
        assistant('word '.repeat(90)),
      ]);
    }
    const result = await session.compact();
    expect(result.compacted).toBe(true);
    expect(result.tokensAfter).toBeLessThan(result.tokensBefore / 2);
    const again = await session.compact();
    expect(again).toMatchObject({ compacted: false, epoch: result.epoch });
  });

  it('keeps the command of the newest output, however large, where both are text', async () => {
    const { session, compactions } = await open(8000);
    await session.append(user('Mend the parser.'));
    const command = (step: number): ModelMessage =>
      assistant(`step ${step}\n${`echo ${step} >> notes.txt\n`.repeat(step % 4 === 0 ? 300 : 30)}`);
    for (let step = 0; step < 40; step++) {
      await session.append(command(step));
      await session.append(user(`<returncode>0</returncode>\n<output>done ${step}</output>`));
      expect((await session.prepare()).messages).toContainEqual(command(step));
    }
    expect((await compactions()).length).toBeGreaterThan(3);
  });

  it.each([8000, 16_000, 32_000, 64_000, 128_000])(
    'leaves the more after a compaction the further the dial is turned, at %i',
    async (window) => {
      const leftBy = async (keep: Keep): Promise<number> => {
        const { session } = await open(window, { keep });
        await session.append(user('Go on until all is done.'));
        for (let step = 0; session.state().epoch === 0 && step < 400; step++) {
          await session.append(exchange(`call-${step}`, window / 150));
          await session.prepare();
        }
        return (await session.prepare()).state.used.messages;
      };
      const [little, balanced, much] = [
        await leftBy('little'),
        await leftBy('balanced'),
        await leftBy('much'),
      ];
      expect(little).toBeLessThan(balanced);
      expect(balanced * 1.15).toBeLessThan(much);
    },
  );

  it('shows the words of the user in order, through many compactions, and reopens to the same', async () => {
    const { session, store } = await open(16_000);
    const said: string[] = [];
    for (let turn = 0; turn < 80; turn++) {
      said.push(`Of part ${turn} I want value ${turn * 7}, whatever else happens.`);
      await session.append([user(said.at(-1) ?? ''), ...exchange(`call-${turn}`, 60)]);
      const sent = (await session.prepare()).messages.map(messageText).join('\n');
      const places = said.map((words) => sent.indexOf(words));
      expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
      expect(places).toEqual(places.toSorted((one, other) => one - other));
    }
    expect(session.state().epoch).toBeGreaterThan(1);
    const { messages } = await session.prepare();
    const again = await openSession({ store, id: session.id, tokenizer, contextWindow: 16_000 });
    expect((await again.prepare()).messages).toEqual(messages);
  });

  it('leaves a window that is mostly empty as it is, unless told to keep little', async () => {
    const epochOf = async (keep: Keep) => {
      const { session } = await open(64_000, { keep });
      for (let step = 0; step < 90; step++) {
        await session.append(user(`step ${step}`));
        const { state } = await session.prepare();
        if (state.used.total > state.inputBudget / 2) break;
        await session.append(exchange(`call-${step}`, 60));
      }
      return session.state().epoch;
    };
    expect(await epochOf('balanced')).toBe(0);
    expect(await epochOf('much')).toBe(0);
    expect(await epochOf('little')).toBeGreaterThan(0);
  });
});
