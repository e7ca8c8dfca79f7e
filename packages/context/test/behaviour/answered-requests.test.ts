import { setImmediate } from 'node:timers/promises';

import { createMemoryStore, messageText, type ModelMessage } from '@everlong/core';
import { createSummarizer } from '@everlong/summarizer';
import { describe, expect, it } from 'vitest';

import { createContextManager } from '../../src/context-manager/context-manager.js';
import { openSession } from '../../src/session/open-session.js';

/** The requests that a text quotes, and those to which it knows no answer. */
function quotedRequests(text: string): { quoted: number[]; unanswered: number[] } {
  const quoted = [...text.matchAll(/#(\d+) user: ([^]*?)(?=#\d+ user|## )/g)];
  const seqs = quoted.map(([, seq]) => Number(seq));
  return {
    quoted: seqs,
    unanswered: seqs.filter((_, at) => quoted[at]?.[2]?.includes('no answer')),
  };
}

function question(turn: number): ModelMessage {
  const content = `Question ${turn}: how long is road ${turn}? ${'Some words. '.repeat(20)}`;
  return { role: 'user', content };
}

/** A call and its result. */
function readRoad(step: number): ModelMessage[] {
  const ids = { toolCallId: `call_${step}`, toolName: 'read_road' };
  const output = {
    type: 'text',
    value: `Road ${step}: ${'some stones and a tree. '.repeat(20)}`,
  } as const;
  return [
    { role: 'assistant', content: [{ type: 'tool-call', ...ids, input: { road: step } }] },
    { role: 'tool', content: [{ type: 'tool-result', ...ids, output }] },
  ];
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
        const requests = quotedRequests(text);
        if (requests.quoted.length > 0) quoted++;
        expect(requests.unanswered.filter((seq) => seq < 2 * turn)).toEqual([]);
        await session.append(answer(turn));
      }
      expect(quoted).toBeGreaterThan(10);
      await session.close();
    },
  );

  it('is called open by no snapshot that was made while it was answered', async () => {
    const store = createMemoryStore();
    const gate = Promise.withResolvers<void>();
    const asked = { times: 0 };
    const summarizer = createSummarizer({
      async compactify() {
        asked.times++;
        await gate.promise;
        throw new Error('no model');
      },
    });
    const session = await openSession({
      store,
      // It asks a model whatever the call costs.
      policy: 'supyagent-sdk',
      contextWindow: 6_000,
      summarizer,
    });
    await session.append(question(0));
    for (let step = 0; step < 60 && asked.times === 0; step++) {
      await session.append(readRoad(step));
      await session.prepare();
      // Whatever yields is due before the next one.
      await setImmediate();
    }
    expect(asked.times).toBe(1);
    // The snapshot is under way and covers the request, which is answered only now.
    await session.append([answer(0), question(1)]);
    gate.resolve();
    await expect.poll(() => session.state().lastCompaction?.kind).toBe('snapshot');
    const text = JSON.stringify(await session.prepare());
    expect(quotedRequests(text).quoted).toEqual([0]);
    expect(quotedRequests(text).unanswered).toEqual([]);
    await session.close();
  });

  // promise: sdk-15
  it('is called open by no summary of createContextManager', async () => {
    for (let turns = 12; turns < 24; turns++) {
      const manager = createContextManager({ maxTokens: 2_000 });
      const list = Array.from({ length: turns }, (_, turn) => [
        question(turn),
        answer(turn),
      ]).flat();
      const [summary, ...kept] = await manager.compactify([...list, question(turns)]);
      const text = summary === undefined ? '' : messageText(summary);
      expect(quotedRequests(text).quoted.length).toBeGreaterThan(0);
      expect(quotedRequests(text).unanswered).toEqual([]);
      expect(kept.length).toBeGreaterThan(0);
    }
  });
});
