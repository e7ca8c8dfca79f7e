import { createMemoryStore } from '@everlong/core';
import { createSummarizer } from '@everlong/summarizer';
import { expect, it } from 'vitest';

import { openSession } from '../../src/index.js';

const NOTE = '## Current State\n- The goal is a blue hull.\n\n## Pending Tasks\n- Paint the deck.';

it.each(['requestCompaction', 'compact'] as const)(
  'a note that was handed over stands whatever compacts next: %s',
  async (how) => {
    let calls = 0;
    const compactify = () => {
      calls++;
      return '## Current State\n- Nothing.\n\n## Key Decisions\n- None.';
    };
    const session = await openSession({
      store: createMemoryStore(),
      contextWindow: 8000,
      summarizer: createSummarizer({ compactify }),
    });
    for (let turn = 0; turn < 12; turn++) {
      await session.append([
        { role: 'user', content: `Paint the hull blue, part ${turn}. ${'Slowly. '.repeat(40)}` },
        { role: 'assistant', content: `Part ${turn} of the deck is next. ${'Fine. '.repeat(40)}` },
      ]);
    }
    await session.append({ role: 'user', content: 'And now?' });
    expect((await session.handOver(NOTE)).kept).toBe(true);
    if (how === 'compact') await session.compact();
    else await session.requestCompaction('done with the hull');
    const { messages } = await session.prepare();
    expect(JSON.stringify(messages[0])).toContain('blue hull');
    expect(calls).toBe(0);
    expect((await session.handOver(`${NOTE}${'x'.repeat(20_000)}`)).kept).toBe(false);
    await session.close();
  },
);
