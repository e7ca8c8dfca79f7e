import {
  type CompactionRecord,
  createMemoryStore,
  SummarizationError,
  type Summarizer,
  type SummarizeResult,
  type Usage,
} from '@everlong/core';
import { createExtractiveSummarizer } from '@everlong/summarizer';
import { quarters as tokenizer } from '@everlong/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { openSession } from '../session/open-session.js';
import { SUMMARY_TIMEOUT_MS } from './summarize-entries.js';

/** A session of forty messages in a small window, whose next request needs a compaction. */
async function fullSession(summarizer?: Summarizer) {
  const store = createMemoryStore();
  const session = await openSession({
    store,
    tokenizer,
    contextWindow: 6000,
    keep: 'little',
    budget: { responseReserve: 500 },
    ...(summarizer === undefined ? {} : { summarizer }),
  });
  for (let turn = 0; turn < 20; turn++) {
    await session.append([
      {
        role: 'user',
        content: `question ${turn} about src/file-${turn}.ts ${'word '.repeat(140)}`,
      },
      { role: 'assistant', content: `answer ${turn}: changed it. ${'word '.repeat(140)}` },
    ]);
  }
  await session.append({ role: 'user', content: 'and now?' });
  const records = async (): Promise<CompactionRecord[]> => {
    const found: CompactionRecord[] = [];
    for await (const record of store.readRecords(session.id, { type: 'compaction' })) {
      if (record.type === 'compaction') found.push(record);
    }
    return found;
  };
  return { session, records };
}

/** A summarizer whose snapshot is the extractive one, changed. */
function lying(change: Partial<SummarizeResult['snapshot']>, usage?: Usage): Summarizer {
  return {
    name: 'lying',
    async summarize(input) {
      const { snapshot } = await createExtractiveSummarizer().summarize(input);
      const changed = { ...snapshot, source: 'model' as const, ...change };
      return { snapshot: changed, ...(usage === undefined ? {} : { usage }) };
    },
  };
}

const bad: readonly [what: string, summarizer: Summarizer][] = [
  ['rejects', { name: 'bad', summarize: () => Promise.reject(new Error('no model')) }],
  [
    'throws at once',
    {
      name: 'bad',
      summarize: () => {
        throw new TypeError('not even a promise');
      },
    },
  ],
  ['gives nothing', { name: 'bad', summarize: () => Promise.resolve(undefined as never) }],
  ['gives no snapshot', { name: 'bad', summarize: () => Promise.resolve({} as never) }],
  ['writes nothing', lying({ text: '' })],
  ['writes blanks', lying({ text: ' \n\t' })],
  ['writes a megabyte', lying({ text: 'word '.repeat(200_000) })],
  ['writes no text', lying({ text: 42 as unknown as string })],
  ['makes what cannot be stored', lying({ lastAt: 1n as unknown as string })],
];

afterEach(() => vi.useRealTimers());

describe('a summarizer that', () => {
  it.each(bad)('%s is replaced by one that needs no model', async (_what, summarizer) => {
    const { session, records } = await fullSession(summarizer);
    const { state, messages } = await session.prepare();
    expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
    const [record] = await records();
    expect(record?.snapshot?.source).toBe('extractive');
    expect(JSON.stringify(messages[0])).toContain('src/file-0.ts');
  });

  it('never answers is given up after two minutes', async () => {
    vi.useFakeTimers();
    let signal: AbortSignal | undefined;
    const { session, records } = await fullSession({
      name: 'hanging',
      summarize: (input) => {
        ({ signal } = input);
        return new Promise<never>(() => {});
      },
    });
    const request = session.prepare();
    await vi.advanceTimersByTimeAsync(SUMMARY_TIMEOUT_MS - 1);
    expect(signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(signal?.aborted).toBe(true);
    await request;
    expect((await records())[0]?.snapshot?.source).toBe('extractive');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('lies about what it covers is not believed', async () => {
    for (const throughSeq of [999_999, -5, Number.NaN]) {
      const { session, records } = await fullSession(lying({ throughSeq }));
      const { plan } = await session.prepare();
      const covered = plan.ranges.findLast(({ disposition }) => disposition === 'summarized')?.to;
      expect((await records())[0]?.snapshot?.throughSeq).toBe(covered);
    }
  });

  it('was billed for nothing usable has its usage booked', async () => {
    const usage = { inputTokens: 900, outputTokens: 80 };
    const { session, records } = await fullSession(lying({ text: '' }, usage));
    await session.prepare();
    expect((await records())[0]?.usage).toEqual(usage);
    const failing: Summarizer = {
      name: 'failing',
      summarize: () => Promise.reject(new SummarizationError('no record', undefined, usage)),
    };
    const failed = await fullSession(failing);
    await failed.session.prepare();
    expect((await failed.records())[0]).toMatchObject({
      usage,
      snapshot: { source: 'extractive' },
    });
    expect(failed.session.state().spend).toMatchObject(usage);
  });

  it('works leaves its snapshot in force, and is asked for what is new only', async () => {
    const spans: [number, number][] = [];
    const { session, records } = await fullSession({
      name: 'watched',
      summarize: (input) => {
        spans.push([input.entries[0]?.seq ?? -1, input.entries.at(-1)?.seq ?? -1]);
        return lying({}).summarize(input);
      },
    });
    for (let turn = 0; turn < 30; turn++) {
      await session.append({ role: 'assistant', content: `more ${turn} ${'word '.repeat(100)}` });
      await session.append({ role: 'user', content: `next ${turn} ${'word '.repeat(100)}` });
      await session.prepare();
    }
    expect((await records()).every(({ snapshot }) => snapshot?.source === 'model')).toBe(true);
    expect(spans.length).toBeGreaterThan(1);
    for (const [index, [from, to]] of spans.entries()) {
      expect(from).toBe(index === 0 ? 0 : (spans[index - 1]?.[1] ?? 0) + 1);
      expect(to).toBeGreaterThanOrEqual(from);
    }
  });
});
