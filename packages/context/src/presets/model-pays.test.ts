import { createMemoryStore } from '@everlong/core';
import { createSummarizer } from '@everlong/summarizer';
import { quarters as tokenizer } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import type { SessionOptions } from '../config/session-options.js';
import { openSession } from '../session/open-session.js';

const note =
  '## Current State\n- The pages are read one after the other.\n## Pending Tasks\n- more';

/** A chat of so many turns with long answers; how often a model was asked. */
async function chat(turns: number, options: Partial<SessionOptions> = {}) {
  let calls = 0;
  const session = await openSession({
    store: createMemoryStore(),
    tokenizer,
    contextWindow: 8000,
    budget: { responseReserve: 1000 },
    summarizer: createSummarizer({
      compactify() {
        calls++;
        return { text: note, usage: { inputTokens: 3000, outputTokens: 700 } };
      },
    }),
    ...options,
  });
  for (let turn = 1; turn <= turns; turn++) {
    await session.append({ role: 'user', content: `What does page ${turn} say?` });
    const { state } = await session.prepare();
    expect(state.used.total).toBeLessThanOrEqual(state.inputBudget);
    await session.append({ role: 'assistant', content: `Page ${turn}: ${'word '.repeat(600)}` });
    await session.endTurn({ wait: true });
  }
  return { session, calls };
}

describe('whether a model is asked', () => {
  it('is decided by what calls have cost, so that one is not asked nearly every turn', async () => {
    const small = await chat(20, { contextWindow: 4000 });
    expect(small.calls).toBeLessThanOrEqual(5);
    expect(small.session.state().epoch).toBeGreaterThan(2 * small.calls);
    const { calls, session } = await chat(40);
    expect(calls).toBeGreaterThanOrEqual(1);
    expect(calls).toBeLessThanOrEqual(6);
    expect(session.state().epoch).toBeGreaterThan(calls);
  });

  it('comes sooner where the model of summaries costs less', async () => {
    const model = 'claude-opus-4-5';
    const dear = await chat(20, { model });
    const summarizer = createSummarizer({ compactify: () => note });
    let calls = 0;
    await chat(20, {
      model,
      summarizer: {
        ...summarizer,
        model: 'claude-haiku-4-5',
        summarize(input) {
          calls++;
          return summarizer.summarize(input);
        },
      },
    });
    expect(calls).toBeGreaterThan(dear.calls);
  });

  it('is no question by hand, and what code tells quotes the last text of a model', async () => {
    const { session } = await chat(6);
    await session.compact();
    const made = (await session.compactions()).at(-1);
    expect(made?.snapshot?.source).toBe('model');
    expect(made?.snapshot?.spentSinceModel).toBeUndefined();
    const { epoch } = session.state();
    while (session.state().epoch === epoch) {
      await session.append({ role: 'user', content: 'Go on.' });
      await session.prepare();
      await session.append({ role: 'assistant', content: 'word '.repeat(600) });
    }
    const last = (await session.compactions()).at(-1);
    expect(last?.snapshot?.source).toBe('extractive');
    expect(last?.snapshot?.text).toContain('The pages are read one after the other.');
    expect(last?.snapshot?.spentSinceModel).toBeGreaterThan(0);
  });
});
