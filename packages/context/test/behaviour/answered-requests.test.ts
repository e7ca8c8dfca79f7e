import { createMemoryStore, messageText, type ModelMessage } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import { createContextManager } from '../../src/context-manager/context-manager.js';
import { openSession } from '../../src/session/open-session.js';

/** The requests that a text calls open, by the numbers of their entries. */
function openRequests(text: string): number[] {
  return [...text.matchAll(/equest \(#(\d+); open/g)].map(([, seq]) => Number(seq));
}

function question(turn: number): ModelMessage {
  const content = `Question ${turn}: how long is road ${turn}? ${'Some words. '.repeat(20)}`;
  return { role: 'user', content };
}

function answer(turn: number): ModelMessage {
  return { role: 'assistant', content: `Road ${turn} is ${turn} km long.` };
}

describe('a request that was answered', () => {
  it.each(['supyagent', 'supyagent-sdk', 'missy', 'everlong'] as const)(
    'is called open by no snapshot of %s, wherever the cut falls',
    async (policy) => {
      const store = createMemoryStore();
      const session = await openSession({ store, policy, contextWindow: 4_000 });
      let quoted = 0;
      for (let turn = 0; turn < 60; turn++) {
        await session.append(question(turn));
        const text = JSON.stringify(await session.prepare());
        if (text.includes('Latest request (#')) quoted++;
        expect(openRequests(text).filter((seq) => seq < 2 * turn)).toEqual([]);
        await session.append(answer(turn));
      }
      expect(quoted).toBeGreaterThan(10);
      await session.close();
    },
  );

  it('is called open by no summary of createContextManager', async () => {
    for (let turns = 12; turns < 24; turns++) {
      const manager = createContextManager({ maxTokens: 2_000 });
      const list = Array.from({ length: turns }, (_, turn) => [
        question(turn),
        answer(turn),
      ]).flat();
      const [summary, ...kept] = await manager.compactify([...list, question(turns)]);
      const text = summary === undefined ? '' : messageText(summary);
      expect(text).toContain('Latest request (#');
      expect(openRequests(text)).toEqual([]);
      expect(kept.length).toBeGreaterThan(0);
    }
  });
});
